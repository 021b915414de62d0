import type { Totals } from '../../commerce/cart.ts';

export interface ReceiptEntry {
  type: string;
  display_text?: string;
  amount: number;
  lines?: { display_text: string; amount: number }[];
}

/** What a line costs, minor units; `discount` is left out where the platform does not tell it by line. */
export interface PricedLine {
  price: number;
  quantity: number;
  discount?: number | null;
}

export function costOf({ price, quantity }: PricedLine): number {
  return price * quantity;
}

/** Subtotal, what discounts took off it, total. */
export function lineReceipt(line: PricedLine): ReceiptEntry[] {
  const cost = costOf(line);
  const off = line.discount ?? 0;
  return [
    { type: 'subtotal', amount: cost },
    ...(off > 0 ? [{ type: 'items_discount', amount: -off }] : []),
    { type: 'total', amount: cost - off },
  ];
}

/** How an order's amounts are to be read. */
interface Reading {
  /** The lines' prices hold the tax: it is a part of the total, and no entry that is added. */
  taxIncluded?: boolean;
  /** What stands in no line: what rounding leaves over and plugins add, where nothing else is said. */
  rest?: string;
}

/**
 * Signed, and adding up: one subtotal, which is that of the lines, one total, and between them what makes the difference.
 * `items_discount` is that of the lines; what is discounted beside them is off the order as a whole. A shop's subtotal holds what
 * its rounding leaves over and what its plugins add: neither is any line's, so it has an entry of its own.
 */
export function receipt(
  lines: readonly PricedLine[],
  totals: Totals,
  { taxIncluded = false, rest = 'Fees and rounding' }: Reading = {},
): ReceiptEntry[] {
  const subtotal = lines.reduce((sum, line) => sum + costOf(line), 0);
  const offLines = lines.reduce((sum, { discount }) => sum + (discount ?? 0), 0);
  const between: ReceiptEntry[] = [
    { type: 'items_discount', display_text: 'Item discounts', amount: -offLines },
    { type: 'discount', display_text: 'Discount', amount: -Math.max(0, totals.discount - offLines) },
    { type: 'fulfillment', display_text: 'Shipping', amount: totals.shipping ?? 0 },
    { type: 'tax', display_text: 'Tax', amount: taxIncluded ? 0 : totals.tax },
  ];
  const left = between.reduce((sum, { amount }) => sum - amount, totals.total - subtotal);
  const told = [...between, { type: 'adjustment', display_text: rest, amount: left }];
  return [
    { type: 'subtotal', display_text: 'Subtotal', amount: subtotal },
    ...told.filter(({ amount }) => amount !== 0),
    {
      type: 'total',
      display_text: 'Total',
      amount: totals.total,
      ...(taxIncluded && totals.tax > 0 ? { lines: withTax(totals) } : {}),
    },
  ];
}

function withTax({ tax, total }: Totals): { display_text: string; amount: number }[] {
  return [
    { display_text: 'Without tax', amount: total - tax },
    { display_text: 'Tax included', amount: tax },
  ];
}
