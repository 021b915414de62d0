import { Text } from '@mantine/core';

/** Minor units of the currency as people there write them: 129900 USD is $1,299.00, 1200 JPY is ¥1,200. */
export function moneyText(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const sign = minorUnits < 0 ? '-' : '';
  const figures = String(Math.abs(minorUnits)).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  const decimal = digits === 0 ? whole : `${whole}.${figures.slice(-digits)}`;
  return format.format(`${sign}${decimal}` as Intl.StringNumericLiteral);
}

export function Money({ amount, currency }: { amount: number | null | undefined; currency: string }) {
  if (amount === null || amount === undefined) return <Text span>–</Text>;
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {moneyText(amount, currency)}
    </Text>
  );
}
