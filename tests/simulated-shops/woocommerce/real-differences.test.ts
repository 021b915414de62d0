import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../src/store-platforms/woocommerce/index.ts';
import { openBrowser } from './browser.ts';
import {
  basic,
  CONNECTOR,
  CORE,
  cart,
  cartRequest,
  createCart,
  errorCode,
  goods,
  openSite,
  orders,
  type Visitor,
} from './site.ts';

/** Each of these the simulated site once did otherwise than a real WooCommerce with the plugin does. */

const MUG = 3200;
const APRON = 601;
/** Nothing to ship. */
const CONSULTATION = 200;

async function handedOver(t: TestContext, options = {}, id = MUG) {
  const visitor = await openSite(t, options);
  const body = cartRequest([{ id, quantity: 1 }]);
  const { checkout_url: url } = cart(await createCart(visitor, body));
  return { visitor, body, url, shop: visitor.shop.url };
}

describe('a cart that the buyer has already', () => {
  it('replaces the buyer’s cart only after the buyer was asked and has agreed', async (t) => {
    const { visitor, url, shop } = await handedOver(t);
    const buyer = openBrowser();
    await buyer.open(`${shop}/?add-to-cart=${APRON}&quantity=2`);
    const question = await buyer.open(url);
    assert.equal(question.status, 200);
    assert.match(question.html, /<title>Replace your cart\?/);
    assert.match(question.html, /Two-Tone Apron - S × 2/);
    assert.match(question.html, /Mug × 1/);
    assert.match((await buyer.open(`${shop}/cart/`)).html, /Apron/);
    assert.match((await buyer.submit(url, { ucp_host_replace: 'guessed' })).html, /Replace your cart/);
    assert.match((await buyer.submit(url)).html, /Replace your cart/);
    assert.deepEqual(visitor.shop.control.orders(), []);
    const nonce = /name="ucp_host_replace" value="([^"]+)"/.exec(question.html)?.[1] ?? '';
    assert.match((await openBrowser().submit(url, { ucp_host_replace: nonce })).html, /Checkout/);
    assert.match((await buyer.submit(url, { ucp_host_replace: nonce })).html, /<h1>Checkout/);
    assert.match((await buyer.open(`${shop}/cart/`)).html, /Mug × 1/);
    assert.match((await buyer.submit(url)).html, /is paid/);
  });

  it('opens the agent’s cart a second time without a question to the buyer', async (t) => {
    const { url } = await handedOver(t);
    const buyer = openBrowser();
    for (let time = 0; time < 2; time += 1) assert.match((await buyer.open(url)).html, /<h1>Checkout/);
  });
});

describe('a link that was paid', () => {
  it('shows the receipt to the browser that has paid, and to others, or for a wrong key, only that there is an order', async (t) => {
    const { url, shop } = await handedOver(t);
    const [payer, other] = [openBrowser(), openBrowser()];
    await payer.open(url);
    await other.open(url);
    assert.match((await payer.submit(url, { line1: '1 Main St' })).html, /is paid/);
    const receipt = await payer.open(url);
    assert.match(receipt.url.href, /order-received\/\d+\/\?key=wc_order_/);
    assert.match(receipt.html, /14\.50/);
    for (const late of [await other.open(url), await other.submit(url), await openBrowser().open(url)]) {
      assert.match(late.url.href, /order-received\/\d+\/$/);
      assert.match(late.html, /Your order has been received/);
      assert.doesNotMatch(late.html, /14\.50|ada@example|Ada/);
    }
    const [, id = ''] = /order-received\/(\d+)/.exec(receipt.url.pathname) ?? [];
    for (const wrong of [`${id}/?key=wc_order_wrong`, `${id}/`, '1/']) {
      const page = await openBrowser().open(`${shop}/checkout/order-received/${wrong}`);
      assert.match(page.html, /Your order has been received/);
      assert.doesNotMatch(page.html, /14\.50/);
    }
  });
});

describe('a link to a cart that the agent has emptied', () => {
  it('empties the browser’s cart when the agent has emptied its own', async (t) => {
    const { visitor, body, url, shop } = await handedOver(t);
    const buyer = openBrowser();
    await buyer.open(url);
    assert.match((await buyer.open(`${shop}/cart/`)).html, /Mug/);
    await createCart(visitor, { ...body, items: [] });
    const canceled = await buyer.open(url);
    assert.equal(canceled.status, 410);
    assert.match(canceled.html, /<h1>Your assistant has canceled this order<\/h1>/);
    assert.doesNotMatch((await buyer.open(`${shop}/cart/`)).html, /Mug/);
  });
});

describe('goods that were sold out after the hand-off', () => {
  const soldOut = async (t: TestContext, others: { id: number; quantity: number }[]) => {
    const visitor = await openSite(t);
    const [gone] = goods(visitor.shop, 'travel-mug').variants;
    assert.ok(gone);
    const body = cartRequest([{ id: gone.id, quantity: 2 }, ...others]);
    const { checkout_url: url } = cart(await createCart(visitor, body));
    gone.stock = 1;
    const buyer = openBrowser();
    return { visitor, buyer, url, page: await buyer.open(url) };
  };

  it('names goods that sold out after the hand-off, and lets the buyer pay for the rest', async (t) => {
    const { visitor, buyer, page } = await soldOut(t, [{ id: MUG, quantity: 1 }]);
    assert.equal(page.status, 200);
    assert.match(page.html, /no longer deliver these as ordered:<\/p>\n<ul><li>Travel Mug.* × 2<\/li><\/ul>/);
    assert.match(page.html, /can order now:<\/p><ul><li>[^<]*Mug × 1<\/li><\/ul>/);
    const address = `${visitor.shop.url}/checkout/`;
    assert.match((await buyer.open(address)).html, /<h1>Checkout/);
    const receipt = await buyer.submit(address);
    assert.match(receipt.html, /is paid/);
    assert.match(receipt.html, /14\.50/);
    assert.doesNotMatch(receipt.html, /Travel/);
    assert.equal(visitor.shop.control.orders().length, 1);
  });

  it('end the order when nothing is left', async (t) => {
    const { page } = await soldOut(t, []);
    assert.equal(page.status, 410);
    assert.match(page.html, /<h1>This order is not available any more<\/h1>/);
    assert.doesNotMatch(page.html, /Go on with the rest/);
  });
});

describe('a call that is wrong in two ways', () => {
  const path = `${CONNECTOR}/cart/create`;
  const ask = async ({ send }: Visitor, body: unknown, headers?: Record<string, string>) => {
    const answer = await send('POST', path, body, headers);
    return [answer.status, errorCode(answer)];
  };

  it('gets the error of a wrong secret first, and errors of its parameters before errors of its permission', async (t) => {
    const visitor = await openSite(t);
    const wrong = basic(visitor.shop, { secret: 'cs_wrong' });
    assert.deepEqual(await ask(visitor, {}, wrong), [401, 'woocommerce_rest_authentication_error']);
    assert.deepEqual(await ask(visitor, {}, {}), [400, 'rest_missing_callback_param']);
    assert.deepEqual(await ask(visitor, { cart_id: 'x', items: [] }, {}), [400, 'rest_invalid_param']);
    assert.deepEqual(await ask(visitor, '{', {}), [400, 'rest_invalid_json']);
    assert.deepEqual(await ask(visitor, cartRequest([]), {}), [401, 'rest_forbidden']);
    const elsewhere = { ...cartRequest([]), destination: { country: 'XX' } };
    assert.deepEqual(await ask(visitor, elsewhere, {}), [401, 'rest_forbidden']);
    assert.deepEqual(await ask(visitor, elsewhere), [400, 'ucp_host_invalid_country']);
  });
});

describe('the block checkout, and the classic one', () => {
  const statuses = async (visitor: Visitor, query = '') =>
    orders(await visitor.get(`${CORE}/orders${query}`)).map(({ status }) => status);

  it('leaves a draft of an order without a session for each browser that opens it', async (t) => {
    const { visitor, body, url } = await handedOver(t);
    const buyer = openBrowser();
    await buyer.open(url);
    await buyer.open(url);
    await openBrowser().open(url);
    assert.deepEqual(await statuses(visitor), ['checkout-draft', 'checkout-draft']);
    assert.deepEqual(await statuses(visitor, '?status=processing,on-hold'), []);
    assert.deepEqual(await statuses(visitor, `?service_session_id=${body.session_id}`), []);
    assert.deepEqual(visitor.shop.control.orders(), []);
    const [draft] = orders(await visitor.get(`${CORE}/orders?orderby=date&order=asc`));
    await buyer.submit(url);
    assert.deepEqual(await statuses(visitor), ['checkout-draft', 'processing']);
    const [order] = orders(await visitor.get(`${CORE}/orders?service_session_id=${body.session_id}`));
    assert.equal(order?.id, draft?.id, 'the draft has become the order');
  });

  for (const [checkout, what] of [
    ['block', 'is the billing one'],
    ['classic', 'is empty'],
  ] as const)
    it(`leaves an order of which nothing is sent an address that ${what} (${checkout})`, async (t) => {
      const { visitor, body, url } = await handedOver(t, { checkout }, CONSULTATION);
      await openBrowser().submit(url);
      const [order] = orders(await visitor.get(`${CORE}/orders?service_session_id=${body.session_id}`));
      const { billing, shipping, shipping_lines } = order as unknown as Record<
        string,
        Record<string, string>
      >;
      assert.deepEqual(shipping_lines, []);
      assert.notEqual(billing?.address_1, '');
      assert.equal(shipping?.address_1, checkout === 'block' ? billing?.address_1 : '');
    });

  it('leaves none where the merchant has the classic checkout', async (t) => {
    const { visitor, url } = await handedOver(t, { checkout: 'classic' });
    const buyer = openBrowser();
    await buyer.open(url);
    assert.deepEqual(await statuses(visitor), []);
    await buyer.submit(url);
    assert.deepEqual(await statuses(visitor), ['processing']);
  });

  it('goes on with an order whose payment failed, when it is tried again at once', async (t) => {
    const { visitor, body, url } = await handedOver(t);
    const buyer = openBrowser();
    await buyer.open(url);
    const declined = await buyer.submit(url, { payment: 'declined' });
    assert.match(declined.html, /declined/);
    assert.deepEqual(await statuses(visitor, `?service_session_id=${body.session_id}`), ['failed']);
    await buyer.submit(url);
    assert.deepEqual(await statuses(visitor, `?service_session_id=${body.session_id}`), ['processing']);
  });

  it('makes a second order of a session when the link is opened again after a payment that failed', async (t) => {
    const { visitor, body, url } = await handedOver(t);
    const buyer = openBrowser();
    await buyer.open(url);
    await buyer.submit(url, { payment: 'declined' });
    await buyer.open(url);
    await buyer.submit(url);
    const both = await statuses(visitor, `?service_session_id=${body.session_id}`);
    assert.deepEqual(both.toSorted(), ['failed', 'processing']);
    const store = woocommerce.connect(
      woocommerce.credentials.parse(visitor.shop.credentials),
      createTransport({ fetch }),
    );
    const reference = { sessionId: body.session_id, cartHandle: '' };
    const order = await store.findOrder(reference, { requestId: 'test' });
    const [paid] = visitor.shop.control.orders();
    assert.match(order?.id ?? '', new RegExp(`/${paid?.id}$`), 'the service counts the one that was paid');
  });
});

describe('sums that are rounded', () => {
  const TWO_MUGS = cartRequest([{ id: MUG, quantity: 2 }]);

  it('subtracts the tax from prices that include it, so that lines need not add up to the subtotal', async (t) => {
    const visitor = await openSite(t, { pricesIncludeTax: true });
    const { items, totals } = cart(await createCart(visitor, TWO_MUGS));
    assert.deepEqual(totals, { subtotal: 2685, discount: 0, tax: 215, shipping: null, total: 2900 });
    assert.equal(items[0]?.price, 1343);
    const body = { ...TWO_MUGS, coupons: ['SUMMER10'], destination: { country: 'US' } };
    const less = cart(await createCart(visitor, body));
    assert.deepEqual(less.totals, { subtotal: 2686, discount: 269, tax: 233, shipping: 500, total: 3150 });
    assert.deepEqual(less.coupons.applied, [{ code: 'summer10', amount: 269 }]);
  });

  it('rounds sums where the shop shows no decimals, though neither the line nor what a coupon takes off', async (t) => {
    const visitor = await openSite(t, { priceDecimals: 0 });
    const body = cartRequest([{ id: MUG, quantity: 1 }]);
    const { items, totals } = cart(await createCart(visitor, body));
    assert.deepEqual(totals, { subtotal: 1500, discount: 0, tax: 100, shipping: null, total: 1600 });
    assert.equal(items[0]?.price, 1450);
    const less = cart(await createCart(visitor, { ...body, coupons: ['SUMMER10'] }));
    assert.deepEqual(less.coupons.applied, [{ code: 'summer10', amount: 145 }]);
    assert.deepEqual([less.totals.discount, less.totals.total % 100], [145, 0]);
  });

  for (const options of [{ pricesIncludeTax: true }, { priceDecimals: 0 }])
    it(`shows the same sums on the order that is paid (${Object.keys(options).join()})`, async (t) => {
      const visitor = await openSite(t, options);
      const { checkout_url: url } = cart(await createCart(visitor, { ...TWO_MUGS, coupons: ['SUMMER10'] }));
      const buyer = openBrowser();
      const page = await buyer.open(url);
      const totalOnPage = /class="total"><td>Total<\/td><td>([\d.]+)/.exec(page.html)?.[1];
      await buyer.submit(url);
      const store = woocommerce.connect(
        woocommerce.credentials.parse(visitor.shop.credentials),
        createTransport({ fetch }),
      );
      const reference = { sessionId: TWO_MUGS.session_id, cartHandle: '' };
      const order = await store.findOrder(reference, { requestId: 'test' });
      assert.ok(order);
      const { subtotal, discount, tax, shipping, total } = order.totals;
      assert.equal(subtotal - discount + tax + (shipping ?? 0), total);
      assert.equal((total / 100).toFixed(2), totalOnPage);
    });
});

describe('the amounts of an order', () => {
  const amountsOf = (order: object) => {
    const { total, cart_tax, discount_total, line_items, refunds } = order as Record<string, unknown>;
    const [line] = line_items as Record<string, unknown>[];
    const [refund] = refunds as Record<string, unknown>[];
    return [total, cart_tax, discount_total, line?.subtotal, line?.total, line?.price, refund?.total];
  };

  it('rounds an order’s amounts to what the shop shows, and writes as many digits as are asked for', async (t) => {
    const { visitor, body, url } = await handedOver(t, { priceDecimals: 0 });
    await createCart(visitor, { ...body, coupons: ['SUMMER10'] });
    await openBrowser().submit(url);
    const [order] = orders(await visitor.get(`${CORE}/orders`));
    const id = order?.id ?? 0;
    visitor.shop.control.refundPart(id, '1.25');
    const expected = {
      '': ['19', '1', '1', '15', '13', 13.05, '-1'],
      '?dp=2': ['19.00', '1.00', '1.45', '14.50', '13.05', 13.05, '-1.25'],
      '?dp=3': ['19.000', '1.000', '1.450', '14.500', '13.050', 13.05, '-1.250'],
    };
    const refundByQuery = { '': '1', '?dp=2': '1.25', '?dp=3': '1.250' };
    for (const [query, amounts] of Object.entries(expected)) {
      const { body } = await visitor.get(`${CORE}/orders/${id}${query}`);
      assert.deepEqual(amountsOf(body as object), amounts, query);
      const [listed] = orders(await visitor.get(`${CORE}/orders${query}`));
      assert.deepEqual(amountsOf(listed ?? {}), amounts, query);
      const refunds = (await visitor.get(`${CORE}/orders/${id}/refunds${query}`)).body as {
        amount: string;
      }[];
      assert.equal(refunds[0]?.amount, refundByQuery[query as keyof typeof refundByQuery], query);
    }
    const wrong = await visitor.get(`${CORE}/orders?dp=many`);
    assert.deepEqual([wrong.status, errorCode(wrong)], [400, 'rest_invalid_param']);
  });
});

it('the plugin’s health is unpaired until a service uses a key with write permission', async (t) => {
  const visitor = await openSite(t);
  const status = async () => (await visitor.get(`${CONNECTOR}/health`, {})).body;
  assert.partialDeepStrictEqual(await status(), { status: 'not_paired', paired: false });
  await visitor.send('POST', `${CONNECTOR}/cart/create`, cartRequest([]), {});
  await visitor.get(`${CONNECTOR}/store-info`);
  assert.partialDeepStrictEqual(await status(), { status: 'not_paired', paired: false });
  await createCart(visitor, cartRequest([]));
  assert.partialDeepStrictEqual(await status(), { status: 'ok', paired: true });
});
