import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pluck } from '../../../../testing/pluck.ts';
import { sent, unsent } from './order-progress.ts';
import { CART_ID, caller, failsAs, scriptedShopify } from './scripted-shopify.ts';

const SESSION = '0e9e4d6b-2d4b-4b7e-8a43-1a8d3f1f7c22';
const bag = (amount: string, currencyCode = 'USD') => ({ presentmentMoney: { amount, currencyCode } });

const ORDER = {
  ...unsent,
  id: 'gid://shopify/Order/501',
  legacyResourceId: '501',
  createdAt: '2026-11-20T10:00:00+01:00',
  updatedAt: '2026-11-20T09:30:00Z',
  taxesIncluded: false,
  presentmentCurrencyCode: 'USD',
  customAttributes: [
    { key: 'gift', value: null },
    { key: 'service_session_id', value: SESSION },
  ],
  email: 'ann@buyer.example',
  totalTaxSet: bag('7.2'),
  totalShippingPriceSet: bag('5.0'),
  totalPriceSet: bag('102.2'),
  shippingAddress: {
    name: 'Ann Doe',
    address1: '1 High Street',
    city: 'Portland',
    province: 'Oregon',
    provinceCode: 'OR',
    zip: '97201',
    countryCodeV2: 'US',
  },
  subtotalPriceSet: bag('90.0'),
  lineItems: {
    pageInfo: { hasNextPage: false },
    nodes: [
      {
        id: 'gid://shopify/LineItem/71',
        title: 'Trail Shoe',
        variantTitle: '42 / Red',
        quantity: 2,
        currentQuantity: 2,
        requiresShipping: true,
        originalUnitPriceSet: bag('50.0'),
        discountAllocations: [{ allocatedAmountSet: bag('10.0') }],
        taxLines: [{ priceSet: bag('7.2') }],
        variant: { id: 'gid://shopify/ProductVariant/7' },
      },
    ],
  },
  fulfillments: [] as object[],
  refunds: [] as object[],
};
const ordersOf = (...nodes: object[]) => ({ orders: { nodes } });
const tokens = { adminToken: 'shpat_1' };
const reference = { sessionId: SESSION, cartHandle: CART_ID };

describe('Shopify orders: found by the cart’s token, matched by the session’s id', () => {
  it('reads the whole order in one call', async (t) => {
    const trackingInfo = [{ company: 'UPS', number: '1Z', url: 'https://track.example/1Z' }];
    const order = {
      ...ORDER,
      displayFulfillmentStatus: 'FULFILLED',
      fulfillments: [{ ...sent('IN_TRANSIT'), trackingInfo }],
    };
    const { platform, operations, lastVariables } = await scriptedShopify(
      t,
      { FindOrders: ordersOf(order) },
      tokens,
    );
    assert.deepEqual(await platform.findOrder(reference, caller), {
      id: 'gid://shopify/Order/501',
      number: '501',
      status: 'shipped',
      isPaid: true,
      sessionId: SESSION,
      cartId: null,
      currency: 'USD',
      lines: [
        {
          variantId: 'gid://shopify/ProductVariant/7',
          title: 'Trail Shoe - 42 / Red',
          quantity: 2,
          price: 5000,
        },
      ],
      totals: {
        subtotal: 10000,
        discount: 1000,
        tax: 720,
        shipping: 500,
        total: 10220,
        pricesIncludeTax: false,
      },
      buyerEmail: 'ann@buyer.example',
      shippingAddress: {
        name: 'Ann Doe',
        line1: '1 High Street',
        city: 'Portland',
        region: 'OR',
        postalCode: '97201',
        country: 'US',
      },
      tracking: [{ carrier: 'UPS', number: '1Z', url: 'https://track.example/1Z' }],
      progress: {
        lines: [
          {
            id: '71',
            variantId: 'gid://shopify/ProductVariant/7',
            title: 'Trail Shoe - 42 / Red',
            price: 5000,
            quantity: 2,
            current: 2,
            fulfilled: 2,
            discount: 1000,
            isSent: true,
          },
        ],
        hasMoreLines: false,
        events: [
          {
            id: 'shipped-9',
            type: 'shipped',
            at: '2026-11-20T09:20:00.000Z',
            lines: [{ lineId: '71', quantity: 2 }],
            tracking: { carrier: 'UPS', number: '1Z', url: 'https://track.example/1Z' },
          },
        ],
        refunds: [],
        estimates: [],
      },
      pageUrl: null,
      createdAt: '2026-11-20T09:00:00.000Z',
      updatedAt: '2026-11-20T09:30:00.000Z',
    });
    assert.deepEqual(operations(), ['FindOrders']);
    assert.equal(lastVariables('FindOrders').query, "cart_token:'Z2NwLXVz'");
  });

  it('never answers with the order of another session, nor of none', async (t) => {
    const other = { ...ORDER, customAttributes: [{ key: 'service_session_id', value: 'other' }] };
    const none = { ...ORDER, customAttributes: [] };
    const { platform } = await scriptedShopify(t, { FindOrders: ordersOf(other, none) }, tokens);
    assert.equal(await platform.findOrder(reference, caller), undefined);
  });

  it('refuses an order other than the one that was asked for', async (t) => {
    const { platform } = await scriptedShopify(t, { ReadOrder: { order: ORDER } }, tokens);
    assert.equal((await platform.readOrder('501', caller))?.id, ORDER.id);
    await failsAs('platform_error', platform.readOrder('502', caller));
    assert.equal(await platform.readOrder('0501', caller), undefined);
  });

  it('a token cannot break out of the search', async (t) => {
    const { platform, lastVariables } = await scriptedShopify(t, { FindOrders: ordersOf() }, tokens);
    const cartHandle = "gid://shopify/Cart/a' OR name:'b\\?key=s3cr3t";
    await platform.findOrder({ ...reference, cartHandle }, caller);
    assert.equal(lastVariables('FindOrders').query, "cart_token:'a\\' OR name:\\'b\\\\'");
  });

  it('finds no orders without an Admin token, and makes no call', async (t) => {
    const { platform, operations } = await scriptedShopify(t, {});
    assert.equal(await platform.findOrder(reference, caller), undefined);
    assert.equal(await platform.readOrder('5001', caller), undefined);
    assert.deepEqual(operations(), []);
  });

  it('data of the buyer that the token may not see is null, and so is a deleted variant', async (t) => {
    const [line] = ORDER.lineItems.nodes;
    const withheld = {
      ...ORDER,
      email: null,
      shippingAddress: null,
      lineItems: { ...ORDER.lineItems, nodes: [{ ...line, variant: null }] },
    };
    const errors = [
      { message: 'Access denied', path: ['orders', 'nodes', 0], extensions: { code: 'ACCESS_DENIED' } },
    ];
    const { platform } = await scriptedShopify(
      t,
      { FindOrders: { data: ordersOf(withheld), errors } },
      tokens,
    );
    const order = await platform.findOrder(reference, caller);
    assert.deepEqual(
      [order?.buyerEmail, order?.shippingAddress, order?.lines[0]?.variantId],
      [null, null, null],
    );
  });

  it('totals add up where duties or tips came on top', async (t) => {
    const cases = [
      [{ totalPriceSet: bag('120.0') }, 10000, 0, 1500],
      [{ totalTaxSet: null, totalShippingPriceSet: bag('0.0'), totalPriceSet: bag('100.0') }, 10000, 0, 0],
    ] as const;
    for (const [change, subtotal, discount, tax] of cases) {
      const { platform } = await scriptedShopify(
        t,
        { FindOrders: ordersOf({ ...ORDER, ...change }) },
        tokens,
      );
      const totals = (await platform.findOrder(reference, caller))?.totals;
      assert.ok(totals);
      assert.deepEqual([totals.subtotal, totals.discount, totals.tax], [subtotal, discount, tax]);
      assert.equal(totals.subtotal - totals.discount + totals.tax + (totals.shipping ?? 0), totals.total);
    }
  });

  it('takes the tax out of its lines, its discounts and its shipping where the shop’s prices hold it', async (t) => {
    const [line] = ORDER.lineItems.nodes;
    const line19 = { ...line, originalUnitPriceSet: bag('119.0'), quantity: 1, currentQuantity: 1 };
    const nodes = [
      // 10 % off of 119.00 with 19 % tax, and three of 10.70 with 7 %: 119.00 - 11.90 + 32.10 + 5.95.
      {
        ...line19,
        discountAllocations: [{ allocatedAmountSet: bag('11.9') }],
        taxLines: [{ priceSet: bag('17.1') }],
      },
      {
        ...line19,
        originalUnitPriceSet: bag('10.7'),
        quantity: 3,
        discountAllocations: [],
        taxLines: [{ priceSet: bag('2.1') }],
      },
    ];
    const gross = {
      ...ORDER,
      taxesIncluded: true,
      totalTaxSet: bag('20.15'),
      totalShippingPriceSet: bag('5.95'),
      totalPriceSet: bag('145.15'),
      lineItems: { ...ORDER.lineItems, nodes },
    };
    const { platform } = await scriptedShopify(t, { FindOrders: ordersOf(gross) }, tokens);
    const order = await platform.findOrder(reference, caller);
    assert.deepEqual(pluck(order?.lines, 'price', 'quantity'), [
      [10_000, 1],
      [1000, 3],
    ]);
    assert.deepEqual(order?.totals, {
      subtotal: 13_000,
      discount: 1000,
      tax: 2015,
      shipping: 500,
      total: 14_515,
      pricesIncludeTax: false,
    });
    assert.deepEqual(pluck(order.progress.lines, 'price', 'discount'), [
      [10_000, 1000],
      [1000, 0],
    ]);
  });

  it('totals of an order with more lines than are read are the shop’s own, and no goods become tax', async (t) => {
    const long = {
      ...ORDER,
      lineItems: { ...ORDER.lineItems, pageInfo: { hasNextPage: true } },
      subtotalPriceSet: bag('900.0'),
      totalPriceSet: bag('912.2'),
    };
    const { platform } = await scriptedShopify(t, { FindOrders: ordersOf(long) }, tokens);
    assert.deepEqual((await platform.findOrder(reference, caller))?.totals, {
      subtotal: 90_000,
      discount: 0,
      tax: 720,
      shipping: 500,
      total: 91_220,
      pricesIncludeTax: false,
    });
  });

  describe('the status page, which is data of the buyer and may not be null', () => {
    const statusPageUrl = 'https://good-mugs.example/1/orders/7f/authenticate?key=k';
    const denied = (path: (string | number)[]) => ({
      message: 'This app is not approved to access the Order object.',
      path,
      extensions: { code: 'ACCESS_DENIED' },
    });

    it('returns the order’s status page that the shop names', async (t) => {
      const order = { ...ORDER, statusPageUrl };
      const { platform, lastVariables } = await scriptedShopify(t, { FindOrders: ordersOf(order) }, tokens);
      assert.equal((await platform.findOrder(reference, caller))?.pageUrl, statusPageUrl);
      assert.equal(lastVariables('FindOrders').withStatusPage, true);
    });

    it('repeats a question without the status page where it is withheld, and omits it from then on', async (t) => {
      const withheld = {
        ReadOrder: ({ withStatusPage }: Record<string, unknown>) =>
          withStatusPage
            ? { data: { order: null }, errors: [denied(['order', 'statusPageUrl'])] }
            : { order: ORDER },
        FindOrders: ({ withStatusPage }: Record<string, unknown>) =>
          withStatusPage ? { data: null, errors: [denied([])] } : ordersOf(ORDER),
      };
      for (const first of ['FindOrders', 'ReadOrder']) {
        const { platform, operations } = await scriptedShopify(t, withheld, tokens);
        const read = () =>
          first === 'ReadOrder' ? platform.readOrder('501', caller) : platform.findOrder(reference, caller);
        assert.equal((await read())?.pageUrl, null);
        assert.equal((await read())?.id, ORDER.id);
        assert.deepEqual(operations(), [first, first, first]);
      }
    });
  });

  describe('line by line', () => {
    const lineItem = { id: 'gid://shopify/LineItem/71' };
    const pieces = (quantity: number, hasNextPage = false) => ({
      pageInfo: { hasNextPage },
      nodes: [{ quantity, lineItem }],
    });

    async function progressOf(t: TestContext, change: object) {
      const { platform } = await scriptedShopify(
        t,
        { ReadOrder: { order: { ...ORDER, ...change } } },
        tokens,
      );
      const order = await platform.readOrder('501', caller);
      return order?.progress ?? assert.fail('no order');
    }
    const parcel = (displayStatus: string | null, more: object = {}, status = 'SUCCESS') => ({
      ...sent(displayStatus, null, status),
      trackingInfo: [],
      ...more,
    });

    it('counts what was sent, and nothing of a parcel that was given up or only has its label', async (t) => {
      const fulfillments = [
        parcel('IN_TRANSIT', { fulfillmentLineItems: pieces(1) }),
        parcel('FAILURE', { id: 'gid://shopify/Fulfillment/10' }, 'FAILURE'),
      ];
      const change = { displayFulfillmentStatus: 'PARTIALLY_FULFILLED', fulfillments };
      const { lines, events } = await progressOf(t, change);
      assert.equal(lines[0]?.fulfilled, 1);
      assert.deepEqual(pluck(events, 'id'), ['shipped-9']);
      assert.deepEqual((await progressOf(t, { fulfillments: [parcel('LABEL_PRINTED')] })).events, []);
    });

    it('reports failed deliveries and canceled parcels', async (t) => {
      const fulfillments = [
        parcel('ATTEMPTED_DELIVERY'),
        parcel('CANCELED', { id: 'gid://shopify/Fulfillment/10' }, 'CANCELLED'),
      ];
      const { lines, events } = await progressOf(t, { fulfillments });
      assert.deepEqual(pluck(events, 'id', 'type'), [
        ['shipped-9', 'shipped'],
        ['failed_attempt-9', 'failed_attempt'],
        ['canceled-10', 'canceled'],
      ]);
      assert.equal(lines[0]?.fulfilled, 2);
    });

    it('names no goods of a parcel of which it does not know all, or which of several they are in', async (t) => {
      const trackingInfo = ['1Z', '2Z'].map((number) => ({ company: 'UPS', number, url: null }));
      const many = parcel('IN_TRANSIT', { fulfillmentLineItems: pieces(1, true) });
      assert.deepEqual((await progressOf(t, { fulfillments: [many] })).events[0]?.lines, []);
      const { events } = await progressOf(t, { fulfillments: [parcel('IN_TRANSIT', { trackingInfo })] });
      const parcels = events.map(({ id, lines, tracking }) => [id, lines.length, tracking?.number]);
      assert.deepEqual(parcels, [
        ['shipped-9', 1, undefined],
        ['shipped-9-2', 0, '1Z'],
        ['shipped-9-3', 0, '2Z'],
      ]);
    });

    it('links the tracking page of a known company when Shopify gives no web address', async (t) => {
      const trackingInfo = [
        { company: 'FedEx', number: '7/1', url: null },
        { company: 'UPS', number: '1Z', url: 'javascript:alert(1)' },
        { company: 'Unknown Carrier', number: '3', url: null },
        { company: 'DPD', number: null, url: null },
      ];
      const { events } = await progressOf(t, { fulfillments: [parcel('IN_TRANSIT', { trackingInfo })] });
      const urls = events.slice(1).map(({ tracking }) => tracking?.url);
      assert.deepEqual(urls, [
        'https://www.fedex.com/fedextrack/?trknbr=7%2F1',
        'https://www.ups.com/track?tracknum=1Z',
        null,
        null,
      ]);
    });

    it('reports refunds by goods and money, returns without money, and expected deliveries', async (t) => {
      const refund = (number: number, amount: string, restockType: string) => ({
        id: `gid://shopify/Refund/${number}`,
        processedAt: '2026-11-20T10:00:00Z',
        totalRefundedSet: bag(amount),
        refundLineItems: { nodes: [{ quantity: 1, restockType, lineItem }] },
      });
      const refunds = [
        refund(1, '45.0', 'NO_RESTOCK'),
        refund(2, '0.0', 'RETURN'),
        refund(3, '0.0', 'CANCEL'),
      ];
      const fulfillments = [parcel('IN_TRANSIT', { estimatedDeliveryAt: '2026-11-25T00:00:00Z' })];
      const progress = await progressOf(t, { refunds, fulfillments });
      const rows = progress.refunds.map(({ id, type, amount, lines }) => [
        id,
        type,
        amount,
        lines[0]?.lineId,
      ]);
      assert.deepEqual(rows, [
        ['1', 'refund', 4500, '71'],
        ['2', 'return', 0, '71'],
        ['3', 'cancellation', 0, '71'],
      ]);
      assert.deepEqual(progress.estimates, [
        { lines: [{ lineId: '71', quantity: 2 }], by: '2026-11-25T00:00:00.000Z' },
      ]);
    });
  });
});
