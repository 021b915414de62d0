import type { Totals } from '../../commerce/cart.ts';

interface Total {
  type: string;
  amount: number;
}

/** Signed, with one subtotal and one total; what lies between adds up. Minor units. */
export function orderTotals({ subtotal, discount, shipping, tax, total }: Totals): Total[] {
  const between: Total[] = [
    { type: 'discount', amount: -discount },
    { type: 'fulfillment', amount: shipping ?? 0 },
    { type: 'tax', amount: tax },
  ];
  return [
    { type: 'subtotal', amount: subtotal },
    ...between.filter(({ amount }) => amount !== 0),
    { type: 'total', amount: total },
  ];
}
