import {
  computeLineSubtotal,
  type NamedAmount,
  type PricedLine,
  type Totals,
} from '../../../commerce/checkout/cart.ts';
import { sum } from '../../../commerce/money/money.ts';

type ReceiptEntry = { type: string; display_text?: string; amount: number };

/** `discount` is absent when the store platform does not give it per line. */
type DiscountedLine = PricedLine & { discount?: number | null };

export function renderLineReceipt(line: DiscountedLine): ReceiptEntry[] {
  const cost = computeLineSubtotal(line);
  const off = line.discount ?? 0;
  return [
    { type: 'subtotal', amount: cost },
    ...(off > 0 ? [{ type: 'items_discount', amount: -off }] : []),
    { type: 'total', amount: cost - off },
  ];
}

/** Entries that add up to the total; `rest` names the remainder that is in no other entry. */
export function renderReceipt(lines: readonly DiscountedLine[], totals: Totals, rest = 'Other charges') {
  const subtotal = sum(lines.map(computeLineSubtotal));
  const offLines = sum(lines.map(({ discount }) => discount ?? 0));
  const { feeLines = [], discountLines = [] } = totals;
  const otherFees = (totals.fees ?? 0) - sumAmounts(feeLines);
  const otherDiscount = totals.discount - offLines - sumAmounts(discountLines);
  const between: ReceiptEntry[] = [
    { type: 'items_discount', display_text: 'Item discounts', amount: -offLines },
    { type: 'discount', display_text: 'Discount', amount: -Math.max(0, otherDiscount) },
    ...discountLines.map(({ name, amount }) => ({ type: 'discount', display_text: name, amount: -amount })),
    { type: 'fulfillment', display_text: 'Shipping', amount: totals.shipping ?? 0 },
    ...feeLines.map(({ name, amount }) => ({ type: 'fee', display_text: name, amount })),
    { type: 'fee', display_text: 'Fees', amount: Math.max(0, otherFees) },
    { type: 'tax', display_text: 'Tax', amount: Math.max(0, totals.tax) },
  ];
  const left = totals.total - subtotal - sum(between.map(({ amount }) => amount));
  const described = [...between, { type: 'adjustment', display_text: rest, amount: left }];
  return [
    { type: 'subtotal', display_text: 'Subtotal', amount: subtotal },
    ...described.filter(({ amount }) => amount !== 0),
    { type: 'total', display_text: 'Total', amount: totals.total },
  ];
}

function sumAmounts(lines: readonly NamedAmount[]): number {
  return sum(lines.map(({ amount }) => amount));
}
