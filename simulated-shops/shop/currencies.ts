import { getExponent, toDecimal } from '../../src/commerce/money/money.ts';

/** Units of a currency per dollar, as a fraction: rates for natural prices, not true ones. */
const PER_DOLLAR: Readonly<Record<string, readonly [number, number]>> = {
  JPY: [150, 1],
  KWD: [3, 10],
};

const COUNTRY_OF: Readonly<Record<string, string>> = {
  EUR: 'DE',
  GBP: 'GB',
  CAD: 'CA',
  JPY: 'JP',
  KWD: 'KW',
};

/** Converts US cents to a decimal string of the currency: 1450 is `14.50` USD, `2175` JPY, `4.350` KWD. Rounds half up. */
export function priceIn(currency: string, cents: number): string {
  const [units, dollars] = PER_DOLLAR[currency] ?? [1, 1];
  const numerator = cents * units * 10 ** getExponent(currency);
  const denominator = 100 * dollars;
  return toDecimal(Math.floor((2 * numerator + denominator) / (2 * denominator)), currency);
}

/** Home country of a shop with this currency, ISO 3166-1 alpha-2. */
export function countryOf(currency: string): string {
  return COUNTRY_OF[currency] ?? 'US';
}
