import { lineSubtotal, type Totals } from '../../commerce/cart.ts';

export interface ReceiptEntry {
  type: string;
  display_text?: string;
  amount: number;
}

/** What a line costs, minor units; `discount` is left out where the platform does not tell it by line. */
export interface PricedLine {
  price: number;
  quantity: number;
  subtotal?: number;
  discount?: number | null;
}

/** Subtotal, what discounts took off it, total. */
export function lineReceipt(line: PricedLine): ReceiptEntry[] {
  const cost = lineSubtotal(line);
  const off = line.discount ?? 0;
  return [
    { type: 'subtotal', amount: cost },
    ...(off > 0 ? [{ type: 'items_discount', amount: -off }] : []),
    { type: 'total', amount: cost - off },
  ];
}

/**
 * Signed, and adding up: one subtotal, which is that of the lines, one total, and between them what makes the difference.
 * `items_discount` is that of the lines; what is discounted beside them is off the order as a whole. `rest` names what is in no
 * line, and no fee that the shop tells.
 */
export function receipt(
  lines: readonly PricedLine[],
  totals: Totals,
  rest = 'Other charges',
): ReceiptEntry[] {
  const subtotal = lines.reduce((sum, line) => sum + lineSubtotal(line), 0);
  const offLines = lines.reduce((sum, { discount }) => sum + (discount ?? 0), 0);
  const between: ReceiptEntry[] = [
    { type: 'items_discount', display_text: 'Item discounts', amount: -offLines },
    { type: 'discount', display_text: 'Discount', amount: -Math.max(0, totals.discount - offLines) },
    { type: 'fulfillment', display_text: 'Shipping', amount: totals.shipping ?? 0 },
    { type: 'fee', display_text: 'Fees', amount: Math.max(0, totals.fees ?? 0) },
    { type: 'tax', display_text: 'Tax', amount: totals.tax },
  ];
  const left = between.reduce((sum, { amount }) => sum - amount, totals.total - subtotal);
  const told = [...between, { type: 'adjustment', display_text: rest, amount: left }];
  return [
    { type: 'subtotal', display_text: 'Subtotal', amount: subtotal },
    ...told.filter(({ amount }) => amount !== 0),
    { type: 'total', display_text: 'Total', amount: totals.total },
  ];
}
