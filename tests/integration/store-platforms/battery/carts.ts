import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ErrorKind } from '../../../../src/commerce/errors.ts';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { assertAddsUp, byVariant, refusalsOf } from './checks.ts';
import { gid, type Line, sellable, stockOf, threeLines } from './goods.ts';
import { caller, type Open } from './opened.ts';
import { bought, newCart, request } from './requests.ts';

export function cartTests(name: string, open: Open): void {
  it('makes a cart in the order asked whose totals add up', async (t) => {
    const { platform, shop } = await open(t);
    const expected = await threeLines(name, { platform, shop });
    const cart = await platform.createCart(request(expected), caller);
    const quantities = cart.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
    assert.deepEqual(quantities, expected);
    const worth = cart.lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
    assert.equal(cart.totals.subtotal, worth);
    assert.equal(cart.totals.discount, 0);
    assertAddsUp(cart.totals);
    assert.equal(cart.currency, shop.control.settings.currency);
    assert.ok(URL.canParse(cart.continueUrl));
    assert.ok(cart.lines.every((line) => line.title.length > 0));
  });

  it('titles a line the same way whether the title was known or not', async (t) => {
    const { platform, shop } = await open(t);
    const [product] = await platform.lookupProducts([gid(name, sellable(shop))], caller);
    const [resolved] = await platform.resolveItems([{ kind: 'product', id: product?.id ?? '' }], caller);
    assert.ok(resolved);
    const line = { variantId: resolved.variantId, quantity: 1 };
    const untitled = await platform.createCart(request([line]), caller);
    const titled = await platform.createCart(request([{ ...line, knownTitle: resolved.title }]), caller);
    assert.equal(untitled.lines[0]?.title, resolved.title);
    assert.equal(titled.lines[0]?.title, resolved.title);
  });

  it('refuses by name what is sold out, fewer than asked or unknown, and leaves nothing that could be found', async (t) => {
    const { platform, shop } = await open(t);
    const [line, other] = await threeLines(name, { platform, shop });
    const refused = (lines: Line[], kind: ErrorKind) =>
      refusalsOf(platform.createCart(request(lines), caller), kind);
    stockOf(shop, other.variantId).stock = 0;
    const soldOut = await refused([line, other], 'item_unavailable');
    assert.deepEqual(soldOut, [{ variantId: other.variantId, reason: 'out_of_stock' }]);
    stockOf(shop, line.variantId).stock = 2;
    const scarce = await refused([{ ...line, quantity: 3 }], 'item_unavailable');
    assert.deepEqual(scarce, [{ variantId: line.variantId, reason: 'insufficient_stock', available: 2 }]);
    const variantId = `gid://${name}/ProductVariant/987654321`;
    const unknown = await refused([{ variantId, quantity: 1 }], 'unknown_item');
    assert.deepEqual(unknown, [{ variantId, reason: 'unknown' }]);
    assert.deepEqual(shop.control.orders(), []);
  });

  it('replaces what the cart holds, at the same address, and empties a cart that shall hold nothing', async (t) => {
    const { platform, shop } = await open(t);
    const [first, second, third] = await threeLines(name, { platform, shop });
    const cartRequest = request([first, second]);
    const cart = await platform.createCart(cartRequest, caller);
    const lines = [third, { ...second, quantity: 1 }];
    const updated = await platform.updateCart(cart.handle, { ...cartRequest, lines }, caller);
    assert.equal(updated.handle, cart.handle);
    const quantities = updated.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
    assert.deepEqual(quantities, lines);
    assertAddsUp(updated.totals);
    const emptied = await platform.updateCart(cart.handle, { ...cartRequest, lines: [] }, caller);
    assert.deepEqual(emptied.lines, []);
    assert.equal(emptied.totals.total, 0);
  });

  it('keeps what the cart held when an update is refused', async (t) => {
    const { platform, shop } = await open(t);
    const [first, second, third] = await threeLines(name, { platform, shop });
    const cartRequest = request([first, second]);
    const cart = await platform.createCart(cartRequest, caller);
    stockOf(shop, third.variantId).stock = 0;
    const refusals = await refusalsOf(
      platform.updateCart(cart.handle, { ...cartRequest, lines: [third, { ...first, quantity: 1 }] }, caller),
      'item_unavailable',
    );
    assert.deepEqual(refusals, [{ variantId: third.variantId, reason: 'out_of_stock' }]);
    const order = await bought(platform, cart, cartRequest);
    const ordered = order?.lines.map(({ variantId, quantity }) => ({ variantId, quantity })).sort(byVariant);
    assert.deepEqual(ordered, [first, second].sort(byVariant));
  });

  it('makes a vanished cart anew', async (t) => {
    const { platform, shop, lines, cartRequest, cart } = await newCart(name, await open(t), 2);
    shop.control.expireCarts();
    const anew = await platform.updateCart(cart.handle, cartRequest, caller);
    const quantities = anew.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
    assert.deepEqual(quantities, lines);
    assert.equal((await bought(platform, anew, cartRequest))?.sessionId, cartRequest.sessionId);
  });

  it('abandons a cart twice, and one that has vanished', async (t) => {
    const { platform, shop, cartRequest, cart } = await newCart(name, await open(t), 1);
    await platform.abandonCart(cart.handle, cartRequest.cartId, caller);
    await platform.abandonCart(cart.handle, cartRequest.cartId, caller);
    shop.control.expireCarts();
    await platform.abandonCart(cart.handle, cartRequest.cartId, caller);
    await assert.rejects(payCheckout(cart.continueUrl));
    assert.deepEqual(shop.control.orders(), []);
  });
}
