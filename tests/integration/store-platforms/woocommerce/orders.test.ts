import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CommerceError } from '../../../../src/commerce/errors.ts';
import { ORDER_STATUSES, type PlatformOrder } from '../../../../src/commerce/order/order.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { recordedBody, recordedList } from './recorded.ts';
import { caller, openSite } from './scripted-site.ts';

const SESSION = '0b8a4a4e-0000-4000-8000-000000000001';
const reference = { sessionId: SESSION, cartHandle: '4b0e6a52-7f1d-4c3e-9a55-0c8f3a1d2e4f' };

const order = (changes: object = {}) => recordedBody('order-completed-refunded', changes);
const unrefunded = (changes: object = {}) => order({ refunds: [], ...changes });
const tag = (value: unknown = SESSION) => ({ id: 1, key: 'service_session_id', value });

function tracked(items: unknown) {
  return { meta_data: [tag(), { id: 2, key: '_wc_shipment_tracking_items', value: items }] };
}

/** Refund of money only, as the API's reference shows one; the recorded order has just its amount. */
const REFUNDS = [
  { id: 188, date_created_gmt: '2026-11-20T21:07:25', amount: '5.00', reason: 'test', line_items: [] },
];

async function find(t: TestContext, ...orders: object[]): Promise<PlatformOrder | undefined> {
  const { platform } = await openSite(t, {
    'GET /wc/v3/orders': () => ({ body: orders }),
    'GET /wc/v3/orders/187/refunds': () => ({ body: REFUNDS }),
  });
  return platform.findOrder(reference, caller);
}

describe('a recorded order', () => {
  it('reads an order in full, in minor units and UTC', async (t) => {
    assert.deepEqual(await find(t, order()), {
      id: 'gid://woocommerce/Order/187',
      number: '187',
      status: 'shipped',
      isPaid: true,
      sessionId: SESSION,
      cartId: null,
      currency: 'USD',
      lines: [
        {
          variantId: 'gid://woocommerce/ProductVariant/57',
          title: 'Organic Cotton Tee - M, Red',
          quantity: 2,
          price: 2000,
        },
      ],
      totals: {
        subtotal: 4000,
        discount: 400,
        tax: 348,
        shipping: 750,
        total: 4698,
        pricesIncludeTax: false,
      },
      buyerEmail: 'jane@example.test',
      shippingAddress: {
        name: 'Jane Doe',
        line1: '123 Market St',
        city: 'San Francisco',
        region: 'CA',
        postalCode: '94103',
        country: 'US',
      },
      tracking: [],
      progress: {
        lines: [
          {
            id: '120',
            variantId: 'gid://woocommerce/ProductVariant/57',
            title: 'Organic Cotton Tee - M, Red',
            price: 2000,
            quantity: 2,
            current: 2,
            fulfilled: 2,
            discount: 400,
            isSent: null,
          },
        ],
        hasMoreLines: false,
        events: [
          {
            id: 'fulfilled',
            type: 'fulfilled',
            at: '2026-11-20T21:07:21.000Z',
            lines: [{ lineId: '120', quantity: 2 }],
            tracking: null,
          },
        ],
        refunds: [{ id: '188', type: 'refund', at: '2026-11-20T21:07:25.000Z', amount: 500, lines: [] }],
        estimates: [],
      },
      pageUrl: 'https://127.0.0.1:8092/checkout/order-received/187/?key=wc_order_FJVDt8xVpuceW',
      createdAt: '2026-11-20T21:07:17.000Z',
      updatedAt: '2026-11-20T21:07:25.000Z',
    });
  });

  it('asks for the orders of a session in one call, the oldest first: each of them may have been split into many', async (t) => {
    const body = [order({ refunds: [] })];
    const { platform, requests } = await openSite(t, { 'GET /wc/v3/orders': () => ({ body }) });
    await platform.findOrder(reference, caller);
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.params.get('service_session_id'), SESSION);
    assert.equal(requests[0]?.params.get('order'), 'asc');
  });

  it('prices a line by its subtotal: `price` is a float after discounts', async (t) => {
    const [line] = order().line_items as object[];
    const result = await find(
      t,
      order({ line_items: [{ ...line, price: 13.05, subtotal: '43.50', quantity: 3 }] }),
    );
    assert.equal(result?.lines[0]?.price, 1450);
  });

  it('reports 1.5 of what is sold by weight as one line that says so, of the same sum', async (t) => {
    const [line] = order().line_items as object[];
    const weighed = { ...line, quantity: 1.5, subtotal: '21.75', total: '21.75' };
    const result = await find(t, unrefunded({ line_items: [weighed], shipping_lines: [] }));
    assert.partialDeepStrictEqual(result?.lines, [
      { quantity: 1, price: 2175, title: 'Organic Cotton Tee - M, Red (1.5)' },
    ]);
  });

  it('says a price below a minor unit, which a price in minor units cannot', async (t) => {
    const [line] = order().line_items as object[];
    const screws = { ...line, name: 'Screw', quantity: 1000, subtotal: '12.50', total: '12.50' };
    const changes = {
      line_items: [screws],
      discount_total: '0',
      total_tax: '0',
      shipping_total: '0',
      total: '12.50',
    };
    const result = await find(t, unrefunded(changes));
    assert.partialDeepStrictEqual(result?.lines, [
      { title: 'Screw (0.0125 USD each)', quantity: 1000, price: 1 },
    ]);
    assert.equal(result?.totals.subtotal, 1250);
  });

  it('names fees as the shop does, and counts those below zero as discounts', async (t) => {
    const fee_lines = [
      { name: 'Packing &amp; care', total: '2.00' },
      { name: 'Loyalty', total: '-3.00' },
      { name: '', total: '1.00' },
    ];
    assert.partialDeepStrictEqual((await find(t, unrefunded({ fee_lines })))?.totals, {
      subtotal: 4300,
      discount: 700,
      fees: 300,
      total: 4698,
      feeLines: [
        { name: 'Packing & care', amount: 200 },
        { name: 'Fee', amount: 100 },
      ],
      discountLines: [{ name: 'Loyalty', amount: 300 }],
    });
  });

  it('reports no fee below zero for an order that is paid in parts, and adds up', async (t) => {
    const paid = unrefunded({ total: '20.00', fee_lines: [{ name: 'Packing', total: '2.00' }] });
    const { totals } = (await find(t, paid)) ?? assert.fail('no order');
    assert.partialDeepStrictEqual(totals, {
      subtotal: 4200,
      fees: 200,
      total: 2000,
      discount: 3298,
      discountLines: [{ name: 'Taken off the total by the shop', amount: 2898 }],
    });
    assert.equal(totals.subtotal - totals.discount + totals.tax + (totals.shipping ?? 0), totals.total);
  });

  it('adds up when the shop rounds or adds fees', async (t) => {
    const result = await find(t, order({ total: '50.01', currency: 'USD' }));
    assert.ok(result);
    const { subtotal, discount, tax, shipping, total } = result.totals;
    assert.equal(subtotal - discount + tax + (shipping ?? 0), total);
  });

  it('reads an order without variants of deleted goods and without an address when nothing is shipped', async (t) => {
    const [line] = order().line_items as object[];
    const empty = Object.fromEntries(Object.keys(order().shipping as object).map((key) => [key, '']));
    const result = await find(
      t,
      order({ line_items: [{ ...line, product_id: 0, variation_id: 0 }], shipping: empty }),
    );
    assert.equal(result?.lines[0]?.variantId, null);
    assert.equal(result?.shippingAddress, null);
    // The block checkout has copied the billing address.
    const copied = await find(t, order({ shipping_lines: [], shipping_total: '0.00' }));
    assert.equal(copied?.shippingAddress, null);
  });
});

describe('an order that is read by its id', () => {
  const site = (status: number, body: object) => ({ 'GET /wc/v3/orders/187': () => ({ status, body }) });

  it('reads an order by GID or plain number in one call, with the id of its session, and needs none to tag it', async (t) => {
    const { platform, operations, requests } = await openSite(t, site(200, unrefunded()));
    const byGid = await platform.readOrder('gid://woocommerce/Order/187', caller);
    assert.deepEqual(await platform.readOrder('187', caller), byGid);
    assert.ok(byGid);
    assert.equal(byGid.sessionId, SESSION);
    await platform.tagOrder(byGid, caller);
    assert.deepEqual(operations, ['GET /orders/{id}', 'GET /orders/{id}']);
    assert.ok(requests[0]?.params.get('_fields')?.includes('meta_data'));
  });

  it('refuses an order other than the one asked for, whatever a cache before the site answers', async (t) => {
    const { platform } = await openSite(t, { 'GET /wc/v3/orders/186': () => ({ body: unrefunded() }) });
    await assert.rejects(platform.readOrder('186', caller), { kind: 'platform_error' });
  });

  it('returns undefined for an order that is unknown, a draft of the checkout page, or in the trash', async (t) => {
    const unknown = {
      code: 'woocommerce_rest_shop_order_invalid_id',
      message: 'Invalid ID.',
      data: { status: 404 },
    };
    for (const [status, body] of [
      [404, unknown],
      [200, unrefunded({ status: 'checkout-draft' })],
      [200, unrefunded({ status: 'trash' })],
    ] as const) {
      const { platform } = await openSite(t, site(status, body));
      assert.equal(await platform.readOrder('187', caller), undefined);
    }
  });

  it('asks for no order whose id is one of another platform', async (t) => {
    const { platform, operations } = await openSite(t, {});
    for (const id of ['gid://shopify/Order/187', 'gid://woocommerce/Product/187', '0', '-1', '1/../2', ''])
      assert.equal(await platform.readOrder(id, caller), undefined);
    assert.deepEqual(operations, []);
  });
});

describe('another order', () => {
  it('returns undefined instead of another session’s order, and finds its own among them, when WooCommerce ignores the filter', async (t) => {
    const others = recordedList('orders-list');
    assert.ok(others.length > 0);
    assert.equal(await find(t, ...others), undefined);
    assert.equal(await find(t, unrefunded({ meta_data: [tag('another-session')] })), undefined);
    assert.equal(await find(t, unrefunded({ meta_data: [tag([SESSION])] })), undefined);
    assert.equal((await find(t, ...others, unrefunded()))?.number, '187');
  });
});

describe('several orders of one session', () => {
  it('the paid one counts, neither a later failed attempt nor a draft of the checkout page', async (t) => {
    assert.equal(await find(t, unrefunded({ status: 'checkout-draft' })), undefined);
    const result = await find(
      t,
      unrefunded({ id: 190, status: 'failed' }),
      unrefunded({ id: 189, status: 'processing' }),
    );
    assert.equal(result?.id, 'gid://woocommerce/Order/189');
  });

  it('prefers the buyer’s order to the parts and copies that plugins made of it with all its meta', async (t) => {
    const bought = unrefunded({ id: 172, status: 'on-hold' });
    const parts = [173, 174].map((id) => unrefunded({ id, parent_id: 172, status: 'processing' }));
    const copy = unrefunded({ id: 175, status: 'processing' });
    const result = await find(t, copy, ...parts.toReversed(), bought);
    assert.equal(result?.id, 'gid://woocommerce/Order/172');
  });

  it('returns null as the session and the cart of a part of an order, and of an order of no session', async (t) => {
    const part = unrefunded({ parent_id: 172, meta_data: [tag(), { ...tag(), key: '_ucp_host_cart_id' }] });
    for (const body of [part, unrefunded({ meta_data: [] })]) {
      const { platform } = await openSite(t, { 'GET /wc/v3/orders/187': () => ({ body }) });
      const { sessionId, cartId } = (await platform.readOrder('187', caller)) ?? assert.fail('no order');
      assert.deepEqual([sessionId, cartId], [null, null]);
    }
  });
});

describe('the number of an order', () => {
  it('reports the number that the shop gives its order, and keeps its id', async (t) => {
    for (const [number, expected] of [
      ['2026-0042', '2026-0042'],
      [1042, '1042'],
      ['A&amp;B/7', 'A&B/7'],
      ['', '187'],
      [null, '187'],
      [undefined, '187'],
    ]) {
      const result = await find(t, unrefunded({ number }));
      assert.deepEqual([result?.number, result?.id], [expected, 'gid://woocommerce/Order/187']);
    }
  });
});

describe('the status of an order', () => {
  for (const [status, expected] of [
    ['pending', 'pending'],
    ['on-hold', 'pending'],
    ['failed', 'pending'],
    ['awaiting-payment', 'pending'],
    ['pre-ordered', 'confirmed'],
    ['confirmed', 'confirmed'],
    ['processing', 'processing'],
    ['completed', 'shipped'],
    ['cancelled', 'canceled'],
    ['refunded', 'refunded'],
    ['partially-shipped', 'shipped'],
    ['out-for-delivery', 'shipped'],
    ['delivered', 'delivered'],
    ['awaiting-shipment', 'processing'],
    ['awaiting-pickup', 'processing'],
    ['unpaid', 'pending'],
    ['partial-payment', 'pending'],
    ['unconfirmed', 'pending'],
    ['unshipped', 'processing'],
    ['not-shipped', 'processing'],
    ['undelivered', 'shipped'],
    ['partially-delivered', 'shipped'],
  ] as const)
    it(`${status} is ${expected}`, async (t) => {
      assert.equal((await find(t, unrefunded({ status, date_paid_gmt: null })))?.status, expected);
    });

  it('reports an order as confirmed when the money has come and the order waits all the same', async (t) => {
    for (const status of ['on-hold', 'pending']) {
      const paid = unrefunded({ status, date_paid_gmt: '2026-11-20T21:07:17' });
      assert.equal((await find(t, paid))?.status, 'confirmed');
    }
  });

  it('reports each of the seven order statuses [ORD-6]', async (t) => {
    const parcels = tracked([{ tracking_number: 'P1' }]);
    const arrived = tracked([{ tracking_number: 'P1', date_delivered: 1_795_100_000 }]);
    const variety = [
      unrefunded({ status: 'pending', date_paid_gmt: null }),
      unrefunded({ status: 'on-hold' }),
      unrefunded({ status: 'processing' }),
      unrefunded({ status: 'completed', ...parcels }),
      unrefunded({ status: 'completed', ...arrived }),
      unrefunded({ status: 'cancelled' }),
      unrefunded({ status: 'refunded' }),
    ];
    const results = await Promise.all(variety.map((each) => find(t, each)));
    assert.deepEqual(pluck(results, 'status'), ORDER_STATUSES);
  });

  const parcel = {
    tracking_provider: '',
    custom_tracking_provider: 'Post',
    custom_tracking_link: 'https://post.example/1',
    tracking_number: 'P1',
    date_shipped: '1795000000',
  };

  it('reports an order as shipped once a parcel can be tracked, and as delivered once all have arrived', async (t) => {
    for (const status of ['processing', 'completed']) {
      const result = await find(t, unrefunded({ status, ...tracked([parcel]) }));
      assert.equal(result?.status, 'shipped');
      assert.deepEqual(result.tracking, [{ carrier: 'Post', number: 'P1', url: 'https://post.example/1' }]);
    }
    const arrived = { ...parcel, date_delivered: 1_795_100_000 };
    assert.equal((await find(t, order(tracked([arrived]))))?.status, 'delivered');
    assert.equal((await find(t, order(tracked([arrived, parcel]))))?.status, 'shipped');
    const refunded = await find(t, unrefunded({ status: 'refunded', ...tracked([parcel]) }));
    assert.equal(refunded?.status, 'refunded', 'whatever was sent');
  });

  it('survives malformed tracking data', async (t) => {
    for (const nonsense of ['', 'a:0:{}', null, 7, [null], [{}], { a: { tracking_number: '' } }])
      assert.deepEqual((await find(t, order(tracked(nonsense))))?.tracking, []);
    const link = { ...parcel, custom_tracking_link: 'javascript:alert(1)' };
    assert.equal((await find(t, order(tracked({ first: link }))))?.tracking[0]?.url, null);
  });

  it('links the tracking page of a carrier that the tracking plugin knows by its slug', async (t) => {
    const builtIn = { ...parcel, custom_tracking_provider: '', custom_tracking_link: '' };
    for (const [slug, number, url] of [
      ['usps', '9400 1', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201'],
      ['royal-mail', 'AB1GB', 'https://www.royalmail.com/track-your-item#/tracking-results/AB1GB'],
      ['nobodys-post', 'X1', null],
    ] as const) {
      const item = { ...builtIn, tracking_provider: slug, tracking_number: number };
      const result = await find(t, unrefunded({ status: 'completed', ...tracked([item]) }));
      assert.deepEqual(result?.tracking, [{ carrier: slug, number, url }]);
      assert.equal(result.progress?.events[0]?.tracking?.url, url);
    }
  });
});

describe('an order that plugins have changed', () => {
  const [line] = order().line_items as object[];

  it('reads an order whose numbers are texts or the reverse, and whose lists are objects', async (t) => {
    const changed = order({
      id: '187',
      parent_id: '0',
      total: 46.98,
      total_tax: 3.48,
      discount_total: 4,
      shipping_total: 7.5,
      line_items: {
        4: {
          ...line,
          id: '120',
          product_id: '54',
          variation_id: '57',
          quantity: '2',
          subtotal: 40,
          total: 36,
        },
      },
      shipping_lines: { 0: {} },
      refunds: { 7: { id: '188' } },
      meta_data: { 3: tag() },
    });
    assert.deepEqual(await find(t, changed), await find(t, order()));
  });

  it('reads an order without members that are not needed', async (t) => {
    const { discount_total, shipping_total, refunds, billing, fee_lines, ...rest } = unrefunded();
    const sums = { total: '43.48', total_tax: null };
    const result = await find(t, {
      ...rest,
      ...sums,
      billing: null,
      shipping: null,
      shipping_lines: null,
      fee_lines: null,
      date_modified_gmt: '',
      date_paid_gmt: false,
      line_items: [{ ...line, total: '', variation_id: '' }],
    });
    assert.partialDeepStrictEqual(result, {
      buyerEmail: null,
      shippingAddress: null,
      totals: { tax: 0, discount: 0, total: 4348 },
      isPaid: false,
      updatedAt: '2026-11-20T21:07:17.000Z',
    });
  });

  it('finds the order of a session beside one that cannot be read, which alone is an error', async (t) => {
    const broken = unrefunded({ id: 186, line_items: 'none' });
    assert.equal((await find(t, broken, unrefunded()))?.number, '187');
    for (const others of [[], [unrefunded({ parent_id: 186 })]])
      await assert.rejects(find(t, broken, ...others), { kind: 'platform_error' });
  });
});

it('amounts and times that are none are a platform error', async (t) => {
  for (const changes of [{ total: 'NaN' }, { date_created_gmt: 'yesterday' }, { total: null }])
    await assert.rejects(
      find(t, order(changes)),
      (error) => error instanceof CommerceError && error.kind === 'platform_error',
    );
});

describe('an order in parts', () => {
  const two = (changes: object = {}) => {
    const [line] = order().line_items as object[];
    const line_items = [
      { ...line, id: 120 },
      { ...line, id: 121, quantity: 3 },
    ];
    return order({ line_items, discount_total: '8.00', total: '82.98', ...changes });
  };
  const refund = (id: number, amount: string, line_items: object[]) => ({
    id,
    date_created_gmt: '2026-11-20T22:00:00',
    amount,
    reason: '',
    line_items,
  });
  const of = (line: string | number, quantity: number) => ({
    quantity,
    meta_data: [{ id: 1, key: '_refunded_item_id', value: line }],
  });

  async function progressOf(t: TestContext, body: object, refunds: object[] = []) {
    const { platform, operations } = await openSite(t, {
      'GET /wc/v3/orders/187': () => ({ body }),
      'GET /wc/v3/orders/187/refunds': () => ({ body: refunds }),
    });
    const { progress } = (await platform.readOrder('187', caller)) ?? assert.fail('no order');
    return { ...progress, operations };
  }

  it('reports the pieces of refunds, the oldest first', async (t) => {
    const refunds = [refund(189, '1.00', [of('121', 0)]), refund(188, '40.00', [of('120', -2), of(121, -1)])];
    const { lines, refunds: read, operations } = await progressOf(t, two(), refunds);
    assert.deepEqual(pluck(lines, 'id', 'quantity', 'current', 'fulfilled'), [
      ['120', 2, 0, 0],
      ['121', 3, 2, 2],
    ]);
    const amounts = read.map(({ id, amount, lines: pieces }) => [id, amount, pieces.length]);
    assert.deepEqual(amounts, [
      ['188', 4000, 2],
      ['189', 100, 0],
    ]);
    assert.deepEqual(operations, ['GET /orders/{id}', 'GET /orders/{id}/refunds']);
  });

  it('names a parcel’s lines only when it holds all lines or the only piece', async (t) => {
    const parcel = (id: string) => ({ tracking_id: id, tracking_number: id, date_shipped: '1795208400' });
    const open = { refunds: [], status: 'processing', date_completed_gmt: null };
    const some = await progressOf(t, two({ ...open, ...tracked([parcel('A')]) }));
    assert.deepEqual(pluck(some.events, 'id', 'type', 'at', 'lines'), [
      ['shipped-A', 'shipped', '2026-11-20T21:00:00.000Z', []],
    ]);
    assert.ok(some.lines.every(({ fulfilled }) => fulfilled === 0));
    const unsent = await progressOf(t, two({ ...open, status: 'unshipped' }));
    assert.deepEqual(pluck(unsent.lines, 'fulfilled'), [0, 0]);
    const done = { refunds: [], status: 'completed' };
    const whole = await progressOf(t, two({ ...done, ...tracked([parcel('A')]) }));
    assert.equal(whole.events[0]?.lines.length, 2);
    assert.deepEqual(pluck(whole.lines, 'fulfilled'), [2, 3]);
    const inTwo = await progressOf(t, two({ ...done, ...tracked([parcel('A'), parcel('B')]) }));
    assert.ok(inTwo.events.every(({ lines }) => lines.length === 0));
    const [line] = order().line_items as object[];
    const one = order({ ...open, line_items: [{ ...line, quantity: 1 }], ...tracked([parcel('A')]) });
    assert.equal((await progressOf(t, one)).lines[0]?.fulfilled, 1);
  });

  it('links an order’s page only when the payment address shows its place', async (t) => {
    for (const payment_url of ['', 'no address', 'https://shop.example/kasse/bezahlen/187/?key=k'])
      assert.equal((await find(t, order({ payment_url })))?.pageUrl, null, payment_url);
    for (const hidden of [null, undefined])
      assert.equal((await find(t, order({ order_key: hidden, payment_url: hidden })))?.pageUrl, null);
  });
});
