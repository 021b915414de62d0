import type { Totals } from '../../../commerce/checkout/cart.ts';
import { settleLines } from '../../../commerce/checkout/settled-lines.ts';
import { sum } from '../../../commerce/money/money.ts';
import type { OrderLine } from '../../../commerce/order/order.ts';
import { formatLineTitle } from '../../../commerce/product/products.ts';
import type { OrderNode } from './status.ts';

type LineNode = OrderNode['lineItems']['nodes'][number];

/** Prices are without tax; `discount` in minor units on all pieces. */
export type SummedLine = OrderLine & { node: LineNode; discount: number };

/** Lines and totals as bought, before returns, without tax: it is subtracted from lines where prices contain it. */
export function orderSums(order: OrderNode): { lines: SummedLine[]; totals: Totals } {
  const lines = order.lineItems.nodes.map((node) => ({
    node,
    variantId: node.variant?.id ?? null,
    title: formatLineTitle(node.title, node.variantTitle ?? ''),
    ...computeLineSums(node, order),
  }));
  const totals = computeTotals(order, lines);
  // Lines that were not read cannot be settled with the totals.
  if (order.lineItems.pageInfo.hasNextPage) return { lines, totals };
  return settleLines(lines, totals, order.presentmentCurrencyCode);
}

function computeLineSums(line: LineNode, { taxesIncluded }: OrderNode) {
  const { quantity } = line;
  const unit = line.originalUnitPriceSet.amount;
  const discount = sum(line.discountAllocations.map((each) => each.allocatedAmountSet.amount));
  if (!taxesIncluded) return { quantity, price: unit, discount };
  const paid = unit * quantity - discount;
  const net = paid - sumTax(line);
  const subtotal = paid > 0 ? Math.round((net / paid) * unit * quantity) : unit * quantity;
  const price = quantity > 0 ? Math.round(subtotal / quantity) : unit;
  return { quantity, price, subtotal, discount: subtotal - net };
}

function sumTax({ taxLines }: LineNode): number {
  return sum(taxLines.map(({ priceSet }) => priceSet.amount));
}

/** Counts a shortfall of the total as a discount on goods or shipping, and a surplus (duties, tips, fees) as tax. */
function computeTotals(order: OrderNode, lines: readonly SummedLine[]): Totals {
  const { taxesIncluded, lineItems, subtotalPriceSet } = order;
  const tax = order.totalTaxSet?.amount ?? 0;
  const isCut = lineItems.pageInfo.hasNextPage && subtotalPriceSet !== null;
  const goodsTax = isCut ? tax : sum(lineItems.nodes.map(sumTax));
  const subtotal = isCut
    ? subtotalPriceSet.amount - (taxesIncluded ? goodsTax : 0)
    : sum(lines.map(({ price, quantity, subtotal: cost = price * quantity }) => cost));
  const shippingTax = taxesIncluded ? tax - goodsTax : 0;
  const shipping = order.totalShippingPriceSet.amount - shippingTax;
  const total = order.totalPriceSet.amount;
  const discounted = subtotal + tax + shipping - total;
  return {
    subtotal,
    discount: Math.max(0, discounted),
    tax: tax + Math.max(0, -discounted),
    shipping,
    total,
    pricesIncludeTax: false,
  };
}
