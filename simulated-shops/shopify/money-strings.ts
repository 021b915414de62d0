import { toDecimal } from '../../src/commerce/money/money.ts';

export interface MoneyV2 {
  amount: string;
  currencyCode: string;
}

/** Shopify trims trailing zeros but for one: `25.0`, `12.5`, `4.35`, and `500.0` for yen as well. */
export function moneyV2(minorUnits: number, currency: string): MoneyV2 {
  const [whole = '0', fraction = ''] = toDecimal(minorUnits, currency).split('.');
  const digits = fraction.replace(/0+$/, '');
  return { amount: `${whole}.${digits === '' ? '0' : digits}`, currencyCode: currency };
}
