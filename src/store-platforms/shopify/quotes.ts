import { CommerceError } from '../../commerce/errors.ts';
import { quoted } from '../../commerce/text/quoted.ts';
import { NO_SHIPPING_NEEDED } from '../no-shipping-needed.ts';
import type { Destination, FulfillmentQuotes, QuoteRequest } from '../store-platform.ts';
import { type CartProblem, toLineInputs } from './carts/answers.ts';
import { failureOfProblems, shortfallOf } from './carts/refusals.ts';
import type { GraphqlError } from './client/errors.ts';
import { dataOf, type Storefront } from './client.ts';
import { QUOTE_FULFILLMENT } from './documents/carts.ts';
import { deliveryQuotes, type QuotedCart } from './quotes/delivery-options.ts';
import { AMERICAN_PROVINCES, provinceCode } from './quotes/provinces.ts';

/** One call, by a cart whose id is discarded. Rates that need a carrier's API are missing. */
export async function quoteFulfillment(
  storefront: Storefront,
  { lines, destination: asked }: QuoteRequest,
): Promise<FulfillmentQuotes> {
  const destination = asShopifyHasIt(asked);
  const { country } = destination;
  const variables = { country, input: { lines: toLineInputs(lines), ...toDelivery(destination) } };
  const answer = await storefront({ document: QUOTE_FULFILLMENT, variables, effect: 'repeatable_write' });
  if (answer.errors.some(refusesCountry)) throw unknownCountry(country);
  const { cart = null, userErrors = [], warnings = [] } = dataOf(answer).cartCreate ?? {};
  if (userErrors.length > 0 || !cart) throw failureOf(userErrors, lines);
  const shortfall = shortfallOf(cart, lines, warnings);
  if (shortfall) throw shortfall;
  return {
    currency: cart.cost.totalAmount.currencyCode,
    quotes: needsShipping(cart) ? deliveryQuotes(cart.deliveryGroups.nodes) : [NO_SHIPPING_NEEDED],
  };
}

/** Shopify returns no delivery group both when nothing needs shipping and when nothing is delivered. */
function needsShipping({ lines }: QuotedCart): boolean {
  return lines.nodes.some(({ merchandise }) => merchandise.requiresShipping);
}

function asShopifyHasIt(destination: Destination): Destination {
  const country = destination.country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw unknownCountry(destination.country);
  const isProvince = AMERICAN_PROVINCES.has(country);
  return { ...destination, ...(isProvince ? { country: 'US', region: country } : { country }) };
}

/** Validates the country only: a destination may consist of nothing else. */
function toDelivery({ country, region, postalCode, city, line1 }: Destination) {
  const province = region === undefined ? undefined : provinceCode(country, region);
  const deliveryAddress = {
    countryCode: country,
    ...(province === undefined ? {} : { provinceCode: province }),
    ...(postalCode === undefined ? {} : { zip: postalCode }),
    ...(city === undefined ? {} : { city }),
    ...(line1 === undefined ? {} : { address1: line1 }),
  };
  const address = {
    address: { deliveryAddress },
    selected: true,
    oneTimeUse: true,
    validationStrategy: 'COUNTRY_CODE_ONLY' as const,
  };
  return { delivery: { addresses: [address] }, buyerIdentity: { countryCode: country } };
}

/** The country is the only variable with an enumerated type. */
function refusesCountry({ code, message }: GraphqlError): boolean {
  return code === 'INVALID_VARIABLE' && /country/i.test(message);
}

function unknownCountry(country: string): CommerceError {
  const message = `${quoted(country)} is no country that the store knows: two letters as in ISO 3166-1 are needed.`;
  return new CommerceError('invalid_input', message, { details: [{ path: 'destination.country', message }] });
}

/** Address fields of Shopify by member of the destination. */
const PATHS: Readonly<Record<string, string>> = {
  countryCode: 'destination.country',
  provinceCode: 'destination.region',
  zip: 'destination.postal_code',
  city: 'destination.city',
  address1: 'destination.line1',
};

function failureOf(problems: readonly CartProblem[], lines: QuoteRequest['lines']): CommerceError {
  const details = problems
    .filter(({ field }) => field?.includes('delivery'))
    .map(({ field, message }) => ({ path: PATHS[field?.at(-1) ?? ''] ?? 'destination', message }));
  const [first] = details;
  if (!first) {
    return failureOfProblems(
      problems,
      lines.map(({ variantId }) => variantId),
    );
  }
  return new CommerceError('invalid_input', `The store does not accept ${first.path}: ${first.message}`, {
    details,
  });
}
