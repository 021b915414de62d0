import type { FulfillmentOption } from '../commerce/checkout/fulfillment.ts';
import type { FulfillmentQuote } from './store-platform.ts';

/** Returned in place of an empty list, which would mean that nothing is delivered there. */
export const NO_SHIPPING_NEEDED: FulfillmentQuote = {
  id: 'no_shipping',
  title: 'No shipping needed',
  amount: 0,
  tax: null,
  description: null,
};

export function pickDeliveries(options: readonly FulfillmentOption[]): FulfillmentQuote[] {
  return options.filter(({ pickup }) => !pickup);
}
