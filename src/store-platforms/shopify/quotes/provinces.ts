import { normalizeText } from '../../../commerce/text/normalize-text.ts';

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
export const AMERICAN_PROVINCES = new Set(['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);

/** Adds those to a list of Shopify's countries that has the United States: agents name them by their own codes. */
export function withAmericanProvinces(countries: readonly string[]): string[] {
  return [...new Set([...countries, ...(countries.includes('US') ? AMERICAN_PROVINCES : [])])];
}

/**
 * Maps a province to Shopify's code: `California`, `ca` and `US-CA` are `CA`. Undefined for an unknown word; the postal code
 * serves then.
 */
export function toProvinceCode(country: string, region: string): string | undefined {
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
