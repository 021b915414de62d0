import { Text } from '@mantine/core';
import { getExponent, toDecimal } from '../../src/commerce/money/money.ts';

/** Minor units as people there write them: 129900 USD is $1,299.00, 1200 JPY is ¥1,200. Intl's own digits are not ISO's (IQD). */
export function moneyText(minorUnits: number, currency: string): string {
  const digits = getExponent(currency);
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(toDecimal(minorUnits, currency) as Intl.StringNumericLiteral);
}

/** Renders a round amount as people say it: `$30`, and `$29.50` where there are cents. */
export function wholeMoneyText(minorUnits: number, currency: string): string {
  const isWhole = minorUnits % 10 ** getExponent(currency) === 0;
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    ...(isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
  });
  return format.format(toDecimal(minorUnits, currency) as Intl.StringNumericLiteral);
}

/** Renders minor units in the little room beside a scale: `$1.2K`. */
export function shortMoneyText(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: Math.abs(Number(toDecimal(minorUnits, currency))) < 10 ? 2 : 1,
  });
  return format.format(toDecimal(minorUnits, currency) as Intl.StringNumericLiteral);
}

export function Money({ amount, currency }: { amount: number | null | undefined; currency: string }) {
  if (amount === null || amount === undefined) return <Text span>—</Text>;
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {moneyText(amount, currency)}
    </Text>
  );
}
