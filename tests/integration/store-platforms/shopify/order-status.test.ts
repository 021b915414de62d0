import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ORDER_STATUSES, type OrderStatus } from '../../../../src/commerce/order/order.ts';
import {
  BY_GOODS,
  BY_MONEY,
  BY_PARCEL,
  type OrderProgress,
  orderStatus,
} from '../../../../src/store-platforms/shopify/orders/status.ts';
import { sent, unsent } from './order-progress.ts';

/** Status by value, for an order that is otherwise paid and not begun (for a parcel: paid and all sent). */
const EXPECTED: Record<'money' | 'goods' | 'parcel', Partial<Record<OrderStatus, string>>> = {
  money: {
    pending: 'AUTHORIZED PARTIALLY_PAID PENDING',
    confirmed: 'PAID PARTIALLY_REFUNDED',
    canceled: 'EXPIRED VOIDED',
    refunded: 'REFUNDED',
  },
  goods: {
    confirmed: 'OPEN REQUEST_DECLINED RESTOCKED UNFULFILLED',
    processing: 'IN_PROGRESS ON_HOLD PENDING_FULFILLMENT SCHEDULED',
    shipped: 'FULFILLED PARTIALLY_FULFILLED',
  },
  parcel: {
    delivered: 'DELIVERED PICKED_UP',
    shipped:
      'ATTEMPTED_DELIVERY CARRIER_PICKED_UP DELAYED IN_TRANSIT OUT_FOR_DELIVERY READY_FOR_PICKUP CANCELED CONFIRMED FAILURE FULFILLED LABEL_PRINTED LABEL_PURCHASED LABEL_VOIDED MARKED_AS_FULFILLED NOT_DELIVERED SUBMITTED',
  },
};

const PROGRESS: Record<keyof typeof EXPECTED, (value: string) => Partial<OrderProgress>> = {
  money: (value) => ({ displayFinancialStatus: value }),
  goods: (value) => ({ displayFulfillmentStatus: value }),
  parcel: (value) => ({ displayFulfillmentStatus: 'FULFILLED', fulfillments: [sent(value)] }),
};

const values = (statuses: Partial<Record<OrderStatus, string>>) =>
  Object.entries(statuses).flatMap(([status, list]) =>
    list.split(' ').map((value) => [value, status as OrderStatus] as const),
  );
const sources = ['money', 'goods', 'parcel'] as const;

describe('Shopify order status', () => {
  for (const source of sources)
    for (const [value, status] of values(EXPECTED[source]))
      it(`maps ${source} ${value} of a Shopify order to ${status}`, () =>
        assert.equal(orderStatus({ ...unsent, ...PROGRESS[source](value) }), status));

  it('a parcel that is said to move makes an order shipped that is not said to be sent', () => {
    for (const [value, decided] of Object.entries(BY_PARCEL)) {
      const status = orderStatus({ ...unsent, fulfillments: [sent(value)] });
      assert.equal(status, decided ?? 'confirmed', value);
    }
  });

  it('money that is gone decides whatever the goods do, and the goods before money that is missing', () => {
    for (const [money, byMoney] of Object.entries(BY_MONEY))
      for (const [goods, byGoods] of Object.entries(BY_GOODS)) {
        const progress = { displayFinancialStatus: money, displayFulfillmentStatus: goods };
        const isGone = byMoney === 'refunded' || byMoney === 'canceled';
        assert.equal(orderStatus({ ...unsent, ...progress }), isGone ? byMoney : (byGoods ?? byMoney));
        const canceled = { ...unsent, ...progress, cancelledAt: '2026-11-19T12:00:00Z' };
        assert.equal(orderStatus(canceled), 'canceled');
      }
  });

  it('expects a status for every published value, and reaches every status [ORD-5]', () => {
    const tables = { money: BY_MONEY, goods: BY_GOODS, parcel: BY_PARCEL };
    for (const source of sources) {
      const expected = values(EXPECTED[source]).map(([value]) => value);
      assert.deepEqual(expected.sort(), Object.keys(tables[source]).sort());
    }
    const reached = new Set(
      sources.flatMap((source) => values(EXPECTED[source]).map(([, status]) => status)),
    );
    assert.deepEqual([...reached].sort(), [...ORDER_STATUSES].sort());
  });
});

describe('Shopify order status, from several fields at once', () => {
  const cases: [string, Partial<OrderProgress>, string][] = [
    [
      'sent, status unknown',
      { displayFulfillmentStatus: 'FULFILLED', fulfillments: [sent(null)] },
      'shipped',
    ],
    ['on the van', { fulfillments: [sent('OUT_FOR_DELIVERY')] }, 'shipped'],
    [
      'one parcel of two has arrived',
      { displayFulfillmentStatus: 'FULFILLED', fulfillments: [sent('DELIVERED'), sent('IN_TRANSIT')] },
      'shipped',
    ],
    [
      'all that was sent has arrived, but not all was sent',
      { displayFulfillmentStatus: 'PARTIALLY_FULFILLED', fulfillments: [sent('DELIVERED')] },
      'shipped',
    ],
    [
      'arrived, told by the date only',
      { displayFulfillmentStatus: 'FULFILLED', fulfillments: [sent(null, '2026-11-19T12:00:00Z')] },
      'delivered',
    ],
    [
      'arrived, beside a parcel that was given up',
      {
        displayFulfillmentStatus: 'FULFILLED',
        fulfillments: [sent('DELIVERED'), sent('CANCELED', null, 'CANCELLED')],
      },
      'delivered',
    ],
    ['canceled', { cancelledAt: '2026-11-19T12:00:00Z', displayFinancialStatus: 'REFUNDED' }, 'canceled'],
    [
      'refunded after it arrived',
      { displayFinancialStatus: 'REFUNDED', fulfillments: [sent('DELIVERED')] },
      'refunded',
    ],
  ];
  for (const [what, progress, expected] of cases)
    it(`derives the status ${expected} of a Shopify order from ${what}`, () =>
      assert.equal(orderStatus({ ...unsent, ...progress }), expected));
});
