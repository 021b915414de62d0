/** ISO 4217 exponents other than 2. Intl follows CLDR, which differs: it has IQD at 0. */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...buildExponents(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...buildExponents(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...buildExponents(4, 'CLF UYW'),
};

function buildExponents(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]));
}

/** Digits after the decimal point: JPY 0, USD 2, KWD 3. */
export function getExponent(currency: string): number {
  return EXPONENTS[currency.toUpperCase()] ?? 2;
}

/** Currency as the search reads it in texts: its code, and the digits after the decimal point. */
export function toSearchCurrency(code: string): { code: string; digits: number } {
  return { code, digits: getExponent(code) };
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/;

/**
 * Converts a decimal string of major units to minor units by string arithmetic; further digits round half away from zero.
 * Throws a RangeError for text that is no plain decimal, and above the safe integers.
 */
export function toMinorUnits(decimal: string, currency: string): number {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(decimal.trim()) ?? [];
  if (whole === undefined) throw new RangeError(`"${decimal}" is not a decimal amount`);
  const digits = getExponent(currency);
  const minorUnits = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const rounded = minorUnits + ((fraction[digits] ?? '0') >= '5' ? 1n : 0n);
  if (rounded > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`"${decimal}" is too large an amount`);
  return rounded === 0n ? 0 : Number(sign === '-' ? -rounded : rounded);
}

/** Converts minor units to a decimal string: 4999 USD is `49.99`, 500 JPY is `500`. */
export function toDecimal(minorUnits: number, currency: string): string {
  const digits = getExponent(currency);
  const sign = minorUnits < 0 ? '-' : '';
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Formats for display: 4999 USD is `49.99 USD`. */
export function formatMoney(minorUnits: number, currency: string): string {
  return `${toDecimal(minorUnits, currency)} ${currency}`;
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
