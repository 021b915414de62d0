import { sum } from '../../../src/commerce/money/money.ts';
import type { ShopOrder } from '../../shop/orders.ts';
import type { CodeOutcome, LineSums, Pricing } from '../../shop/pricing.ts';

/**
 * Applies a merchant's edits as WooCommerce stores them: current quantities and new sums without history. A line without pieces
 * keeps its index but is not shown.
 */
export function asEdited(order: ShopOrder): ShopOrder {
  if (order.removed.every((pieces) => pieces === 0)) return order;
  const left = order.lines.map((line, index) => line.quantity - (order.removed[index] ?? 0));
  const lines = order.lines.map((line, index) => ({ ...line, quantity: left[index] ?? 0 }));
  return { ...order, lines, pricing: priced(order, left) };
}

/** Removes discounts and tax with their products. */
function priced({ pricing, lines }: ShopOrder, left: readonly number[]): Pricing {
  const part = (amount: number, index: number) => {
    const before = lines[index]?.quantity ?? 0;
    return before === 0 ? 0 : Math.round((amount * (left[index] ?? 0)) / before);
  };
  const codes = pricing.codes.map((code) => withParts(code, part));
  const subtotal = sum(lines.map(({ price }, index) => price * (left[index] ?? 0)));
  const offGoods = (all: readonly CodeOutcome[]) =>
    sum(all.flatMap((code) => (code.applied ? code.perLine : [])));
  const goods = subtotal - offGoods(codes);
  const goodsBefore = pricing.subtotal - offGoods(pricing.codes);
  const { lines: sums = [], shippingTax = 0 } = pricing.taxed ?? {};
  const goodsTax = pricing.tax - shippingTax;
  const tax = shippingTax + (goodsBefore === 0 ? 0 : Math.round((goodsTax * goods) / goodsBefore));
  const discount = sum(codes.map((code) => (code.applied ? code.amount : 0)));
  const total = subtotal - discount + tax + (pricing.shipping ?? 0);
  const taxed = {
    lines: sums.map((line, index) => lineWith(line, (amount) => part(amount, index))),
    shippingTax,
  };
  return { ...pricing, codes, subtotal, discount, tax, total, taxed };
}

function lineWith(line: LineSums, part: (amount: number) => number): LineSums {
  const { subtotal, subtotalTax, total, totalTax } = line;
  return {
    subtotal: part(subtotal),
    subtotalTax: part(subtotalTax),
    total: part(total),
    totalTax: part(totalTax),
  };
}

function withParts(code: CodeOutcome, part: (amount: number, index: number) => number): CodeOutcome {
  if (!code.applied || code.coupon.kind === 'free_shipping') return code;
  const perLine = code.perLine.map(part);
  return { ...code, perLine, amount: sum(perLine) };
}
