/** Renders a decimal amount in the reader's language; as it is where the currency is unknown. */
export function money(amount: string, currency: string | undefined, locale: string | undefined): string {
  if (currency === undefined) return amount;
  try {
    const digits = amount.split('.')[1]?.length ?? 0;
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(Number(amount));
  } catch {
    return `${amount} ${currency}`;
  }
}
