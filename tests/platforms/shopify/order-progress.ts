import type { OrderProgress } from '../../../src/platforms/shopify/order-status.ts';

/** A paid order of which nothing has been sent yet. */
export const unsent: OrderProgress = {
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  fulfillments: [],
};

/** A parcel of an order, as Shopify tells of it. */
export function sent(displayStatus: string | null, deliveredAt: string | null = null, status = 'SUCCESS') {
  return { status, displayStatus, deliveredAt };
}
