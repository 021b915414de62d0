import { CommerceError } from '../../commerce/errors.ts';
import { NO_SHIPPING_NEEDED, pickDeliveries } from '../deliveries.ts';
import type { FulfillmentQuote, QuoteRequest } from '../store-platform.ts';
import { toLineInputs } from './carts/answers.ts';
import { toFailureOfProblems, toShortfallError } from './carts/refusals.ts';
import { type Storefront, unwrapData } from './client.ts';
import { QUOTE_FULFILLMENT } from './documents/carts.ts';
import { mustBeCountry, toAddressInput } from './quotes/delivery-address.ts';
import { type QuotedCart, toCartFulfillment, toDelivery } from './quotes/delivery-options.ts';

/** One call, by a cart whose id is discarded. Throws `platform_timeout` when only carriers deliver and do not answer in time. */
export async function quoteFulfillment(storefront: Storefront, { lines, destination }: QuoteRequest) {
  const address = toAddressInput(destination);
  const country = address.address.deliveryAddress.countryCode ?? destination.country;
  const delivery = { addresses: [address] };
  const input = { lines: toLineInputs(lines), delivery, buyerIdentity: { countryCode: country } };
  const answer = await storefront(QUOTE_FULFILLMENT, { country, input });
  mustBeCountry(answer.errors, destination);
  const { cart = null, userErrors = [], warnings = [] } = unwrapData(answer).cartCreate ?? {};
  if (userErrors.length > 0 || !cart) throw toFailureOfProblems(userErrors, lines);
  const shortfall = toShortfallError(cart, lines, warnings);
  if (shortfall) throw shortfall;
  return {
    currency: cart.cost.totalAmount.currencyCode,
    // There is no delivery group both when nothing needs shipping and when nothing is delivered.
    quotes: cart.lines.nodes.some(({ merchandise }) => merchandise.requiresShipping)
      ? toQuotes(cart)
      : [NO_SHIPPING_NEEDED],
  };
}

function toQuotes(cart: QuotedCart): FulfillmentQuote[] {
  const { options, isPending } = toCartFulfillment(toDelivery(cart));
  const quotes = pickDeliveries(options);
  if (!isPending || quotes.length > 0) return quotes;
  const message = 'The carriers have not said their prices in time. Try again in a few seconds.';
  throw new CommerceError('platform_timeout', message);
}
