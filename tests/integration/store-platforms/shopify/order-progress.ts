import type { OrderProgress } from '../../../../src/store-platforms/shopify/orders/status.ts';

/** A paid order of which nothing has been sent yet. */
export const unsent: OrderProgress = {
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  fulfillments: [],
};

/** Fulfillment of an order in Shopify's shape. */
export function sent(displayStatus: string | null, deliveredAt: string | null = null, status = 'SUCCESS') {
  return { status, displayStatus, deliveredAt, ...PARCEL };
}

/** A fulfillment of both shoes of the scripted order. */
const PARCEL = {
  id: 'gid://shopify/Fulfillment/9',
  createdAt: '2026-11-20T09:20:00Z',
  updatedAt: '2026-11-20T09:25:00Z',
  estimatedDeliveryAt: null,
  fulfillmentLineItems: {
    pageInfo: { hasNextPage: false },
    nodes: [{ quantity: 2, lineItem: { id: 'gid://shopify/LineItem/71' } }],
  },
};
