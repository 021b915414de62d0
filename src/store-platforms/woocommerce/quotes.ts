import { arrangedOptions, type FulfillmentOption } from '../../commerce/checkout/fulfillment.ts';
import { deliveriesAmong, NO_SHIPPING_NEEDED } from '../deliveries.ts';
import type { FulfillmentQuotes, QuoteRequest } from '../store-platform.ts';
import { askForCart, itemsOf, toDestination } from './carts/ask-for-cart.ts';
import { type Ask, parseAnswer } from './client.ts';
import { cartQuoteResponse, type ShippingRate } from './connector-wire.ts';
import { plainLine } from './plain-text.ts';

/** One call that stores nothing. Amounts include tax. */
export async function quoteFulfillment(
  ask: Ask,
  { quoteId, lines, destination }: QuoteRequest,
): Promise<FulfillmentQuotes> {
  const body = {
    cart_id: quoteId,
    items: itemsOf(lines),
    destination: toDestination(destination),
    quote: true,
  };
  const answer = await askForCart(ask, body, destination.country);
  const { currency, needs_shipping, shipping_rates } = parseAnswer(cartQuoteResponse, answer);
  return {
    currency: currency.toUpperCase(),
    // Older connectors state no tax for rates.
    ...(shipping_rates.every(({ tax }) => tax !== undefined) ? { pricesIncludeTax: true } : {}),
    quotes: needs_shipping ? deliveriesAmong(toOptions(shipping_rates)) : [NO_SHIPPING_NEEDED],
  };
}

/** WooCommerce's rates have no description and no dates. */
export function toOptions(rates: readonly ShippingRate[]): FulfillmentOption[] {
  return arrangedOptions(
    rates.map(({ id, title, amount, tax = null, pickup }) => ({
      id,
      title: plainLine(title) || id,
      description: null,
      amount: amount + (tax ?? 0),
      tax,
      ...(pickup || IS_PICKUP.test(id) ? { pickup: toPlace(title, pickup) } : {}),
    })),
  );
}

function toPlace(title: string, { name, address }: Partial<NonNullable<ShippingRate['pickup']>> = {}) {
  return { name: plainLine(name || title), address: (address && plainLine(address)) || null };
}

/** Pickup methods of the classic and the block checkout, alone or for one parcel of several (`flat_rate:1+local_pickup:3`). */
const IS_PICKUP = /(?:^|\+)(?:local_pickup|pickup_location)\b/;
