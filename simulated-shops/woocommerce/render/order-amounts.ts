import type { ShopOrder } from '../../shop/orders.ts';
import type { LineSums } from '../../shop/pricing.ts';

const NOTHING: LineSums = { subtotal: 0, subtotalTax: 0, total: 0, totalTax: 0 };

/** By line, in whole minor units: what it costs and its tax, before and after its share of the discounts. */
export function lineAmounts({ lines, pricing }: ShopOrder): LineSums[] {
  return lines.map((_, index) => {
    const { subtotal, subtotalTax, total, totalTax } = pricing.taxed?.lines[index] ?? NOTHING;
    return {
      subtotal: Math.round(subtotal),
      subtotalTax: Math.round(subtotalTax),
      total: Math.round(total),
      totalTax: Math.round(totalTax),
    };
  });
}

/** Tax saved by discounts. */
export function discountTax(order: ShopOrder): number {
  return lineAmounts(order).reduce((sum, { subtotalTax, totalTax }) => sum + subtotalTax - totalTax, 0);
}

export function shippingTax({ pricing }: ShopOrder): number {
  return pricing.taxed?.shippingTax ?? 0;
}
