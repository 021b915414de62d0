import type { FulfillmentQuote } from './store-platform.ts';

/** An empty list means that nothing is delivered there; of goods that are not sent at all that would be untrue. */
export const NO_SHIPPING_NEEDED: FulfillmentQuote = {
  id: 'no_shipping',
  title: 'No shipping needed',
  amount: 0,
  tax: null,
  description: null,
  earliestDelivery: null,
  latestDelivery: null,
};
