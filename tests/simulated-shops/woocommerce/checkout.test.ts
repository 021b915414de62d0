import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCheckout } from '../../../testing/pay-checkout.ts';
import { pluck } from '../../../testing/pluck.ts';
import { CORE, cart, cartRequest, createCart, errorCode, goods, ids, openSite, orders, pay } from './site.ts';

const MUG = 3200;

describe('the checkout of the simulated WooCommerce site', () => {
  it('opens twice, and makes one order of two presses at once', async (t) => {
    const visitor = await openSite(t);
    const body = cartRequest([{ id: MUG, quantity: 1 }]);
    const { checkout_url: url } = cart(await createCart(visitor, body));
    for (const page of [await openCheckout(url), await openCheckout(url)]) assert.match(page.html, /Pay now/);
    const pages = await Promise.all([1, 2].map(() => fetch(url, { method: 'POST' })));
    for (const page of pages) assert.match(await page.text(), /Thank you/);
    assert.match((await openCheckout(url)).html, /Thank you/);
    const orders = visitor.shop.control.orders();
    assert.deepEqual(pluck(orders, 'sessionId'), [body.session_id]);
  });

  it('becomes an order with the session, the code and the buyer on it, and takes the stock', async (t) => {
    const visitor = await openSite(t);
    const travelMug = goods(visitor.shop, 'travel-mug');
    const body = {
      ...cartRequest([{ id: travelMug.id, quantity: 2 }]),
      coupons: ['SUMMER10'],
      buyer: { email: 'grace@example.com', name: 'Grace Hopper' },
    };
    const { checkout_url: url } = cart(await createCart(visitor, body));
    await pay(url, { city: 'Arlington' });
    const [order] = orders(await visitor.get(`${CORE}/orders?service_session_id=${body.session_id}`));
    assert.equal(order?.status, 'processing');
    const sessions = pluck(
      order?.meta_data.filter(({ key }) => key === 'service_session_id'),
      'value',
    );
    assert.deepEqual(sessions, [body.session_id]);
    const { billing, discount_total, cart_tax, shipping_total, shipping_tax, total } = order ?? {};
    assert.partialDeepStrictEqual(billing, {
      email: 'grace@example.com',
      first_name: 'Grace',
      city: 'Arlington',
    });
    const amounts = [discount_total, cart_tax, shipping_total, shipping_tax, total];
    assert.deepEqual(amounts, ['5.60', '4.03', '5.00', '0.40', '59.83']);
    assert.equal(travelMug.variants[0]?.stock, 1);
    assert.equal(ids(await visitor.get(`${CORE}/products?orderby=popularity`))[0], travelMug.id);
  });

  it('refuses payment when the goods were sold meanwhile', async (t) => {
    const visitor = await openSite(t);
    const travelMug = goods(visitor.shop, 'travel-mug').variants[0];
    assert.ok(travelMug);
    const { checkout_url: url } = cart(
      await createCart(visitor, cartRequest([{ id: travelMug.id, quantity: 2 }])),
    );
    travelMug.stock = 1;
    const refused = await fetch(url, { method: 'POST' });
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /not enough stock/);
    assert.deepEqual(visitor.shop.control.orders(), []);
    assert.equal(travelMug.stock, 1);
  });

  it('answers 404, with a page that says so, for a checkout whose cart has expired, and for an unknown token', async (t) => {
    const visitor = await openSite(t);
    const { checkout_url: url } = cart(await createCart(visitor, cartRequest([{ id: MUG, quantity: 1 }])));
    visitor.shop.control.expireCarts();
    for (const address of [url, `${visitor.shop.url}/checkout/?ucp_cart=x`]) {
      const page = await fetch(address);
      assert.equal(page.status, 404);
      assert.match(await page.text(), /<h1>This order link is wrong, or too old<\/h1>/);
    }
    assert.equal(new URL((await fetch(`${visitor.shop.url}/checkout/`)).url).pathname, '/cart/');
  });
});

describe('orders of the simulated WooCommerce site', () => {
  async function bought(visitor: Awaited<ReturnType<typeof openSite>>, id = MUG) {
    const body = cartRequest([{ id, quantity: 1 }]);
    await pay(cart(await createCart(visitor, body)).checkout_url);
    return { sessionId: body.session_id, id: visitor.shop.control.orders().at(-1)?.id ?? 0 };
  }

  it('lists newest first, by id, status and session, though not by meta, and refuses an unknown status', async (t) => {
    const visitor = await openSite(t);
    const [first, second] = [await bought(visitor), await bought(visitor)];
    const search = `meta_key=service_session_id&meta_value=${first.sessionId}`;
    assert.deepEqual(ids(await visitor.get(`${CORE}/orders?${search}`)), [second.id, first.id]);
    const filtered = await visitor.get(`${CORE}/orders?service_session_id=${first.sessionId}`);
    assert.deepEqual(ids(filtered), [first.id]);
    for (const none of ['', 'all', first.sessionId.slice(1)])
      assert.deepEqual(ids(await visitor.get(`${CORE}/orders?service_session_id=${none}`)), []);
    visitor.shop.control.moveOrder(first.id, 'shipped');
    assert.deepEqual(ids(await visitor.get(`${CORE}/orders`)), [second.id, first.id]);
    assert.deepEqual(ids(await visitor.get(`${CORE}/orders?include=${first.id}`)), [first.id]);
    assert.deepEqual(ids(await visitor.get(`${CORE}/orders?status=completed,on-hold`)), [first.id]);
    const refused = await visitor.get(`${CORE}/orders?status=shipped`);
    assert.deepEqual([refused.status, errorCode(refused)], [400, 'rest_invalid_param']);
    const unknown = await visitor.get(`${CORE}/orders/1`);
    assert.deepEqual([unknown.status, errorCode(unknown)], [404, 'woocommerce_rest_shop_order_invalid_id']);
  });

  it('refunds what it costs after the merchant has removed a piece, and what is left of that', async (t) => {
    const visitor = await openSite(t);
    const { control } = visitor.shop;
    const { id } = await bought(visitor);
    const now = async () => orders(await visitor.get(`${CORE}/orders?include=${id}`))[0];
    const before = await now();
    control.removePart(id, [1]);
    const total = (await now())?.total;
    assert.ok(Number(total) < Number(before?.total), `${total} is less than ${before?.total}`);
    assert.throws(() => control.refundPart(id, String(before?.total)), RangeError);
    control.refundPart(id, '1.00');
    control.moveOrder(id, 'refunded');
    const back = (await now())?.refunds.map((refund) => refund.total);
    assert.deepEqual(back, ['-1.00', `-${(Number(total) - 1).toFixed(2)}`]);
  });

  it('puts canceled goods back, once', async (t) => {
    const visitor = await openSite(t);
    const travelMug = goods(visitor.shop, 'travel-mug').variants[0];
    const { id } = await bought(visitor, travelMug?.id);
    assert.equal(travelMug?.stock, 2);
    visitor.shop.control.moveOrder(id, 'canceled');
    visitor.shop.control.moveOrder(id, 'canceled');
    assert.equal(travelMug?.stock, 3);
    assert.equal(orders(await visitor.get(`${CORE}/orders`))[0]?.status, 'cancelled');
  });

  for (const newOrderStatus of ['on-hold', 'pending'] as const)
    it(`waits ${newOrderStatus} for the money where the merchant has it so`, async (t) => {
      const visitor = await openSite(t, { newOrderStatus });
      const { id } = await bought(visitor);
      const [waiting] = orders(await visitor.get(`${CORE}/orders`));
      assert.deepEqual([waiting?.status, waiting?.date_paid], [newOrderStatus, null]);
      visitor.shop.control.moveOrder(id, 'paid');
      const [paid] = orders(await visitor.get(`${CORE}/orders`));
      assert.deepEqual([paid?.status, typeof paid?.date_paid], ['processing', 'string']);
    });
});
