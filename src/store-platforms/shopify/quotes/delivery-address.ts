import type { Destination } from '../../../commerce/checkout/fulfillment.ts';
import { CommerceError } from '../../../commerce/errors.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import type { CartProblem } from '../carts/answers.ts';
import type { GraphqlError } from '../client/errors.ts';
import type { CartDeliveryAddressInput } from '../client/operations.generated.ts';
import { AMERICAN_PROVINCES, toProvinceCode } from './provinces.ts';

export type SelectedAddress = ReturnType<typeof toSelectedAddress>;

/** Address input of a cart, which Shopify validates by its country only: a destination may consist of nothing else. */
export function toAddressInput(destination: Destination) {
  const { country, region, ...others } = toShopifyDestination(destination);
  const { postalCode, city, line1, line2, firstName, lastName, phone } = others;
  const fields = {
    provinceCode: region === undefined ? undefined : toProvinceCode(country, region),
    zip: postalCode,
    city,
    address1: line1,
    address2: line2,
    firstName,
    lastName,
    phone,
  };
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return toSelectedAddress({ countryCode: country, ...Object.fromEntries(entries) });
}

/** The address that the checkout page is filled in with. */
export function toSelectedAddress(deliveryAddress: CartDeliveryAddressInput) {
  return {
    address: { deliveryAddress },
    selected: true,
    oneTimeUse: true,
    validationStrategy: 'COUNTRY_CODE_ONLY' as const,
  };
}

function toShopifyDestination(destination: Destination): Destination {
  const country = destination.country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw createUnknownCountryError(destination.country);
  const isProvince = AMERICAN_PROVINCES.has(country);
  return { ...destination, ...(isProvince ? { country: 'US', region: country } : { country }) };
}

/** Throws when Shopify has no such country, the only variable with an enumerated type. */
export function mustBeCountry(errors: readonly GraphqlError[], { country }: Destination): void {
  if (errors.some(({ code, message }) => code === 'INVALID_VARIABLE' && /country/i.test(message)))
    throw createUnknownCountryError(country);
}

function createUnknownCountryError(country: string): CommerceError {
  const message = `${quoteInput(country)} is no country that the store knows: two letters as in ISO 3166-1 are needed.`;
  return new CommerceError('invalid_input', message, {
    details: [{ path: 'destination.country', message }],
    unhonored: 'destination',
  });
}

/** Address fields of Shopify by member of the destination. */
const PATHS: Readonly<Record<string, string>> = {
  countryCode: 'destination.country',
  provinceCode: 'destination.region',
  zip: 'destination.postal_code',
  city: 'destination.city',
  address1: 'destination.line1',
};

/** Maps refusals of an address; undefined when none is about it. */
export function toRefusedAddressError(problems: readonly CartProblem[]): CommerceError | undefined {
  const details = problems
    .filter(({ field }) => field?.some((each) => each === 'delivery' || each === 'addresses'))
    .map(({ field, message }) => ({ path: PATHS[field?.at(-1) ?? ''] ?? 'destination', message }));
  const [first] = details;
  if (!first) return undefined;
  const message = `The store does not accept ${first.path}: ${first.message}`;
  return new CommerceError('invalid_input', message, { details, unhonored: 'destination' });
}
