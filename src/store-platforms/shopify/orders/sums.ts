import type { Totals } from '../../../commerce/cart.ts';
import { settledLines } from '../../../commerce/settled-lines.ts';
import type { OrderNode } from './platform-order.ts';

type LineNode = OrderNode['lineItems']['nodes'][number];

/** Minor units, without tax: for one piece, for all pieces, and what discounts take off them. */
export interface LineSums {
  price: number;
  quantity: number;
  subtotal?: number;
  discount: number;
}

/**
 * An order's lines and totals as bought, before returns. Both are without tax, also where the shop's prices hold it: what was
 * paid of tax by line is taken out of the line.
 */
export function orderSums(order: OrderNode): { lines: LineSums[]; totals: Totals } {
  const lines = order.lineItems.nodes.map((line) => lineSums(line, order));
  const totals = totalsOf(order, lines);
  // Of an order with more lines than are read, the others are in no line.
  if (order.lineItems.pageInfo.hasNextPage) return { lines, totals };
  return settledLines(lines, totals, order.presentmentCurrencyCode);
}

/** For a line of the order as it is remembered. */
export function pricesOf(line: LineSums | undefined): Pick<LineSums, 'price' | 'subtotal'> {
  const { price = 0, subtotal } = line ?? {};
  return { price, ...(subtotal === undefined ? {} : { subtotal }) };
}

function lineSums(line: LineNode, { taxesIncluded }: OrderNode): LineSums {
  const { quantity } = line;
  const unit = line.originalUnitPriceSet.amount;
  const discount = sum(line.discountAllocations.map((each) => each.allocatedAmountSet.amount));
  if (!taxesIncluded) return { price: unit, quantity, discount };
  const paid = unit * quantity - discount;
  const net = paid - taxOf(line);
  const subtotal = paid > 0 ? Math.round((net / paid) * unit * quantity) : unit * quantity;
  const price = quantity > 0 ? Math.round(subtotal / quantity) : unit;
  return { price, quantity, subtotal, discount: subtotal - net };
}

function taxOf({ taxLines }: LineNode): number {
  return sum(taxLines.map(({ priceSet }) => priceSet.amount));
}

/**
 * An order that cost less than its parts was discounted, on goods or shipping; the surplus of one that cost more (duties, tips,
 * fees) stands with the tax.
 */
function totalsOf(order: OrderNode, lines: readonly LineSums[]): Totals {
  const { taxesIncluded, lineItems, subtotalPriceSet } = order;
  const tax = order.totalTaxSet?.amount ?? 0;
  const isCut = lineItems.pageInfo.hasNextPage && subtotalPriceSet !== null;
  const goodsTax = isCut ? tax : sum(lineItems.nodes.map(taxOf));
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

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
