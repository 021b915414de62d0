import type { PricedLine, Totals } from '../../../commerce/checkout/cart.ts';
import { settleLines } from '../../../commerce/checkout/settled-lines.ts';
import { sum } from '../../../commerce/money/money.ts';
import type { OrderNode } from './status.ts';

type LineNode = OrderNode['lineItems']['nodes'][number];

/** Without tax; `discount` in minor units on all pieces. */
export type LineSums = PricedLine & { discount: number };

/** Lines and totals as bought, before returns, without tax: it is subtracted from lines where prices contain it. */
export function orderSums(order: OrderNode): { lines: LineSums[]; totals: Totals } {
  const lines = order.lineItems.nodes.map((line) => computeLineSums(line, order));
  const totals = computeTotals(order, lines);
  // Lines that were not read cannot be settled with the totals.
  if (order.lineItems.pageInfo.hasNextPage) return { lines, totals };
  return settleLines(lines, totals, order.presentmentCurrencyCode);
}

export function getPrices(line: LineSums | undefined): Pick<LineSums, 'price' | 'subtotal'> {
  const { price = 0, subtotal } = line ?? {};
  return { price, ...(subtotal === undefined ? {} : { subtotal }) };
}

function computeLineSums(line: LineNode, { taxesIncluded }: OrderNode): LineSums {
  const { quantity } = line;
  const unit = line.originalUnitPriceSet.amount;
  const discount = sum(line.discountAllocations.map((each) => each.allocatedAmountSet.amount));
  if (!taxesIncluded) return { price: unit, quantity, discount };
  const paid = unit * quantity - discount;
  const net = paid - sumTax(line);
  const subtotal = paid > 0 ? Math.round((net / paid) * unit * quantity) : unit * quantity;
  const price = quantity > 0 ? Math.round(subtotal / quantity) : unit;
  return { price, quantity, subtotal, discount: subtotal - net };
}

function sumTax({ taxLines }: LineNode): number {
  return sum(taxLines.map(({ priceSet }) => priceSet.amount));
}

/** Counts a shortfall of the total as a discount on goods or shipping, and a surplus (duties, tips, fees) as tax. */
function computeTotals(order: OrderNode, lines: readonly LineSums[]): Totals {
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
