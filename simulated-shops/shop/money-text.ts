import { toDecimal } from '../../src/commerce/money.ts';

/** Formats for display: 4999 USD is `49.99 USD`. */
export function money(minorUnits: number, currency: string): string {
  return `${toDecimal(minorUnits, currency)} ${currency}`;
}
