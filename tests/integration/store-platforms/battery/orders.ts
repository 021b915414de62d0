import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { toDecimal, toMinorUnits } from '../../../../src/commerce/money/money.ts';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { assertAddsUp, byVariant } from './checks.ts';
import { threeLines } from './goods.ts';
import { caller, type Open } from './opened.ts';
import { bought, newCart, request } from './requests.ts';

export function orderTests(name: string, open: Open): void {
  it('finds the order of a session once it is paid on the checkout page, and of no other session [ORD-8]', async (t) => {
    const { platform, shop } = await open(t);
    const lines = await threeLines(name, { platform, shop });
    const cartRequest = request(lines);
    const cart = await platform.createCart(cartRequest, caller);
    const reference = { sessionId: cartRequest.sessionId, cartHandle: cart.handle };
    assert.equal(await platform.findOrder(reference, caller), undefined);
    const order = await bought(platform, cart, cartRequest);
    assert.ok(order);
    assert.equal(order.sessionId, cartRequest.sessionId);
    assert.equal(order.id, `gid://${name}/Order/${order.number}`);
    assert.equal(order.currency, shop.control.settings.currency);
    const ordered = order.lines.map(({ variantId, quantity }) => ({ variantId, quantity })).sort(byVariant);
    assert.deepEqual(ordered, lines.sort(byVariant));
    assertAddsUp(order.totals);
    assert.equal(
      order.totals.total,
      toMinorUnits(shop.control.orders().at(-1)?.total ?? '', shop.control.settings.currency),
    );
    assert.equal(await platform.findOrder({ ...reference, sessionId: randomUUID() }, caller), undefined);
  });

  it('follows an order through its life, and one that is canceled', async (t) => {
    const { platform, shop, cartRequest, cart } = await newCart(name, await open(t), 1);
    await payCheckout(cart.continueUrl);
    const id = shop.control.orders().at(-1)?.id ?? 0;
    const reference = { sessionId: cartRequest.sessionId, cartHandle: cart.handle };
    for (const state of ['shipped', 'delivered', 'refunded'] as const) {
      shop.control.moveOrder(id, state);
      const order = await platform.findOrder(reference, caller);
      assert.equal(order?.status, state);
      assertAddsUp(order.totals);
      if (state === 'shipped') assert.ok(order.tracking.length > 0);
    }
    const other = await newCart(name, { platform, shop }, 1);
    const unsent = await bought(platform, other.cart, other.cartRequest);
    shop.control.moveOrder(Number(unsent?.number), 'canceled');
    assert.equal((await platform.readOrder(unsent?.id ?? '', caller))?.status, 'canceled');
  });

  it('reads an order by its GID and by its number, in one call, and none that is not there', async (t) => {
    const { platform, shop, cartRequest, cart } = await newCart(name, await open(t), 2, ['SUMMER10']);
    const order = await bought(platform, cart, cartRequest);
    assert.ok(order);
    shop.control.resetCalls();
    assert.deepEqual(await platform.readOrder(order.id, caller), order);
    assert.equal(callsIn(shop.control.calls()), 1);
    assert.deepEqual(await platform.readOrder(order.number, caller), order);
    const other = `gid://other/Order/${order.number}`;
    for (const id of ['987654321', `gid://${name}/Order/987654321`, other, 'x', '', '../products/1'])
      assert.equal(await platform.readOrder(id, caller), undefined, id);
  });

  it('keeps tracking, address and sums of an order that is on its way', async (t) => {
    const { platform, shop, cartRequest, cart } = await newCart(name, await open(t), 2, [
      'SUMMER10',
      'FREESHIP',
    ]);
    const bare = await bought(platform, cart, cartRequest);
    shop.control.moveOrder(Number(bare?.number), 'shipped');
    const order = await platform.readOrder(bare?.id ?? '', caller);
    assert.ok(order);
    assertAddsUp(order.totals);
    assert.ok(order.totals.discount > 0 && order.totals.tax > 0 && order.totals.shipping !== null);
    const { country, city, line1, name: buyer } = order.shippingAddress ?? {};
    assert.ok(country && city && line1 && buyer);
    const [tracking] = order.tracking;
    assert.ok(tracking?.carrier && tracking.number && tracking.url);
    assert.ok(Date.parse(order.updatedAt) > Date.parse(bare?.updatedAt ?? ''));
  });

  it('lists the orders of a span by any buyer, without what was canceled and refunded', async (t) => {
    const { platform, shop } = await open(t);
    const { currency } = shop.control.settings;
    const dayMs = 24 * 60 * 60_000;
    const now = Date.now();
    const at = (daysAgo: number) => `${new Date(now - daysAgo * dayMs).toISOString().slice(0, 19)}.000Z`;
    const span = { since: at(3), until: at(1) };
    const place = (instant: string, total: number) => shop.control.placeOrder({ at: instant, total });
    place(at(3.5), 1);
    place(at(3), 1_000);
    const refunded = place(at(2), 2_000);
    const canceled = place(at(2), 3_000);
    shop.control.refundPart(place(at(2), 4_000), toDecimal(1_500, currency));
    place(at(1), 5_000);
    shop.control.moveOrder(refunded, 'refunded');
    shop.control.moveOrder(canceled, 'canceled');
    const page = await platform.listOrders(span, undefined, caller);
    assert.deepEqual(page?.orders, [
      { at: span.since, currency, total: 1_000 },
      { at: at(2), currency, total: 2_500 },
    ]);
    assert.equal(page.next, null);
  });

  it('reads all pages of many orders, each order once', async (t) => {
    const { platform, shop } = await open(t);
    const at = '2026-11-01T12:00:00.000Z';
    const since = new Date(Date.now() - 60_000).toISOString();
    for (let total = 1; total <= 260; total += 1)
      shop.control.placeOrder({ at: new Date().toISOString(), total });
    shop.control.placeOrder({ at, total: 1_000_000 });
    const span = { since, until: new Date(Date.now() + 60_000).toISOString() };
    const totals: number[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const page = await platform.listOrders(span, next, caller);
      totals.push(...(page?.orders ?? []).map(({ total }) => total));
      next = page?.next ?? null;
    }
    assert.equal(totals.length, 260);
    assert.equal(new Set(totals).size, 260);
  });

  it('tags an order of a session as often as it is asked to, and changes the order at most once [ORD-8]', async (t) => {
    const { platform, cartRequest, cart } = await newCart(name, await open(t), 1);
    const order = await bought(platform, cart, cartRequest);
    assert.ok(order);
    await platform.tagOrder(order, caller);
    const tagged = await platform.readOrder(order.id, caller);
    await platform.tagOrder(order, caller);
    assert.deepEqual(await platform.readOrder(order.id, caller), tagged);
    assert.deepEqual({ ...tagged, updatedAt: '' }, { ...order, updatedAt: '' });
  });
}

function callsIn(calls: Record<string, number>): number {
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
