import type { OrderedLine, ShopOrder } from '../../shop/orders.ts';
import { priceCart } from '../../shop/pricing.ts';
import type { ShopSettings } from '../../shop/types.ts';

/** Minor units: what a line costs, and its share of the tax, before and after its share of the discounts. */
export interface LineAmounts {
  subtotal: number;
  subtotalTax: number;
  total: number;
  totalTax: number;
}

export function lineAmounts(settings: ShopSettings, order: ShopOrder): LineAmounts[] {
  const subtotals = order.lines.map((line) => line.price * line.quantity);
  const totals = order.lines.map((line, index) => lineTotal(order, line, index));
  const subtotalTaxes = shares(taxBeforeDiscounts(settings, order), subtotals);
  const totalTaxes = shares(order.pricing.tax, totals);
  return order.lines.map((_line, index) => ({
    subtotal: subtotals[index] ?? 0,
    subtotalTax: subtotalTaxes[index] ?? 0,
    total: totals[index] ?? 0,
    totalTax: totalTaxes[index] ?? 0,
  }));
}

/** How much less tax there is because of the discounts. */
export function discountTax(settings: ShopSettings, order: ShopOrder): number {
  return taxBeforeDiscounts(settings, order) - order.pricing.tax;
}

function taxBeforeDiscounts(settings: ShopSettings, order: ShopOrder): number {
  return priceCart({ settings, lines: order.lines, codes: [] }).tax;
}

function lineTotal(order: ShopOrder, line: OrderedLine, index: number): number {
  const off = order.pricing.codes.map((code) => (code.applied ? (code.perLine[index] ?? 0) : 0));
  return line.price * line.quantity - off.reduce((sum, each) => sum + each, 0);
}

/** Cut from the running sum, so that together they are the whole exactly. */
function shares(whole: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const upTo = (weight: number) => (all === 0 ? 0 : Number((BigInt(whole) * BigInt(weight)) / BigInt(all)));
  let before = 0;
  return weights.map((weight) => {
    const share = upTo(before + weight) - upTo(before);
    before += weight;
    return share;
  });
}
