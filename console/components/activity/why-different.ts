interface Totals {
  subtotal: number;
  discount: number;
  tax: number;
  shipping: number | null;
  total: number;
}

interface Priced {
  currency: string;
  totals: Totals;
}

/** Sentences on each part in which the order differs from what the agent was quoted, in minor units of the currency. */
export function whyDifferent(
  quoted: Priced,
  order: Priced & { refunded: number },
  money: (amount: number, currency: string) => string,
): string[] {
  const { currency } = order;
  if (quoted.currency !== currency)
    return [`The agent was quoted a total in ${quoted.currency}; the buyer paid in ${currency}.`];
  const amount = (minorUnits: number) => money(Math.abs(minorUnits), currency);
  const refund = order.refunded > 0 ? [`${amount(order.refunded)} was refunded since.`] : [];
  return [...differences(quoted.totals, order.totals, amount), ...refund];
}

function differences(quoted: Totals, paid: Totals, amount: (minorUnits: number) => string): string[] {
  const shipping = (paid.shipping ?? 0) - (quoted.shipping ?? 0);
  const parts: [number, string][] = [
    [
      paid.subtotal - quoted.subtotal,
      'The items cost {amount} {more} than quoted: the buyer changed them, or a price changed.',
    ],
    [
      paid.discount - quoted.discount,
      'The discount is {amount} {more}: a code was added or removed at the checkout.',
    ],
    [
      shipping,
      quoted.shipping === null
        ? 'Shipping of {amount} was chosen at the checkout.'
        : 'Shipping costs {amount} {more} than quoted.',
    ],
    [paid.tax - quoted.tax, 'Tax is {amount} {more}, by the buyer’s address.'],
  ];
  const reasons = parts.flatMap(([difference, text]) =>
    difference === 0
      ? []
      : [text.replace('{amount}', amount(difference)).replace('{more}', moreOrLess(difference))],
  );
  const rest = paid.total - quoted.total;
  return reasons.length === 0 && rest !== 0
    ? [`The shop’s total is ${amount(rest)} ${moreOrLess(rest)}; it gives no part as the reason.`]
    : reasons;
}

function moreOrLess(difference: number): string {
  return difference > 0 ? 'more' : 'less';
}
