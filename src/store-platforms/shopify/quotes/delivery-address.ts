import type { Destination } from '../../../commerce/checkout/fulfillment.ts';
import { CommerceError } from '../../../commerce/errors.ts';
import { normalizeText } from '../../../commerce/text/normalize-text.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import type { CartProblem } from '../carts/answers.ts';
import type { GraphqlError } from '../client/errors.ts';
import type { CartDeliveryAddressInput } from '../client/operations.generated.ts';

export type SelectedAddress = ReturnType<typeof toSelectedAddress>;

/** Address input of a cart, which Shopify validates by its country only: a destination may consist of nothing else. */
export function toAddressInput(destination: Destination) {
  const { country, region, ...others } = toShopifyDestination(destination);
  const { postalCode: zip, city, line1: address1, line2: address2, firstName, lastName, phone } = others;
  const provinceCode = region === undefined ? undefined : toProvinceCode(country, region);
  const fields = { provinceCode, zip, city, address1, address2, firstName, lastName, phone };
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
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

const PATHS: Readonly<Record<string, string>> = {
  countryCode: 'destination.country',
  provinceCode: 'destination.region',
  zip: 'destination.postal_code',
  city: 'destination.city',
  address1: 'destination.line1',
};

export function toRefusedAddressError(problems: readonly CartProblem[]): CommerceError | undefined {
  const details = problems
    .filter(({ field }) => field?.some((each) => each === 'delivery' || each === 'addresses'))
    .map(({ field, message }) => ({ path: PATHS[field?.at(-1) ?? ''] ?? 'destination', message }));
  const [first] = details;
  if (!first) return undefined;
  const message = `The store does not accept ${first.path}: ${first.message}`;
  return new CommerceError('invalid_input', message, { details, unhonored: 'destination' });
}

/** Provinces that affect rates and that people write as words; Shopify expects codes. */
const PROVINCES: Readonly<Record<string, string>> = {
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia
|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland
|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire
|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania
|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia
|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|FM Micronesia|GU Guam|MH Marshall Islands
|MP Northern Mariana Islands|PW Palau|VI Virgin Islands`,
  CA: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories
|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`,
  AU: `ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania
|VIC Victoria|WA Western Australia`,
};

/** Countries of ISO 3166-1 that Shopify has as provinces of the United States. */
const AMERICAN_PROVINCES = new Set(['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);

/** Adds those to a list of Shopify's countries that has the United States: agents name them by their own codes. */
export function withAmericanProvinces(countries: readonly string[]): string[] {
  return [...new Set([...countries, ...(countries.includes('US') ? AMERICAN_PROVINCES : [])])];
}

/** Maps `California`, `ca` and `US-CA` to `CA`. Undefined for an unknown word: the postal code serves then. */
function toProvinceCode(country: string, region: string): string | undefined {
  const typed = toPlain(region);
  const codes = parseCodes(country);
  const bare = typed.startsWith(`${country}-`) ? typed.slice(country.length + 1) : typed;
  if (codes.size > 0) return codes.get(typed) ?? (new Set(codes.values()).has(bare) ? bare : undefined);
  return /^(?:[A-Z]{2}-)?[A-Z0-9]{1,4}$/.test(typed) ? typed : undefined;
}

function parseCodes(country: string): Map<string, string> {
  const entries = (PROVINCES[country] ?? '').split('|').filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [code = '', ...name] = entry.trim().split(' ');
      return [toPlain(name.join(' ')), code];
    }),
  );
}

/** `Québec` is `QUEBEC`. */
function toPlain(text: string): string {
  return normalizeText(text, 'NFD').replace(/\p{M}/gu, '').trim().toUpperCase();
}
