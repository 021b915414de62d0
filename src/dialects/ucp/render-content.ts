import { visibleText } from '../../commerce/visible-text.ts';
import type { CartLine, Discounts, Totals } from '../../commerce/cart.ts';
import { DISCOUNT } from './capabilities.ts';
import type { UcpContext } from './envelope.ts';
import { type Message, warning } from './messages.ts';

/** Shops name their lines by what is in them, and the order of lines is the request's. */
export function renderLine(line: CartLine, index: number) {
  const amount = line.price * line.quantity;
  return {
    id: `line-${index + 1}`,
    item: {
      id: line.variantId,
      title: visibleText(line.title),
      price: line.price,
      ...(line.imageUrl === null ? {} : { image_url: line.imageUrl }),
    },
    quantity: line.quantity,
    totals: [
      { type: 'subtotal', amount },
      { type: 'total', amount },
    ],
  };
}

/**
 * Signed, and adding up: one subtotal, one total, and between them what makes the difference. Shops tell what a code took off
 * the order, not off which line, so it is a discount of the order.
 */
export function renderTotals({ subtotal, discount, shipping, tax, total }: Totals) {
  const between = [
    { type: 'discount', display_text: 'Discount', amount: -discount },
    { type: 'fulfillment', display_text: 'Shipping', amount: shipping ?? 0 },
    { type: 'tax', display_text: 'Tax', amount: tax },
  ];
  return [
    { type: 'subtotal', display_text: 'Subtotal', amount: subtotal },
    ...between.filter(({ amount }) => amount !== 0),
    { type: 'total', display_text: 'Total', amount: total },
  ];
}

interface Discounted {
  discounts: Discounts | null;
  totals: Totals;
}

/** Where both sides have the extension. What no code took off, the shop did by itself. */
export function renderDiscounts({ agreed }: UcpContext, { discounts, totals }: Discounted) {
  if (!agreed.active.has(DISCOUNT)) return {};
  const applied = discounts?.applied ?? [];
  const byCodes = applied.reduce((sum, { amount }) => sum + amount, 0);
  const rest = totals.discount - byCodes;
  return {
    discounts: {
      codes: discounts?.codes ?? [],
      applied: [
        ...applied.map(({ code, amount }) => ({ code, title: code, amount })),
        ...(rest > 0 ? [{ title: 'Automatic discount', amount: rest, automatic: true }] : []),
      ],
    },
  };
}

/** Codes that were supplied and did not work, each by name and at its place. */
export function rejectedCodes({ agreed }: UcpContext, discounts: Discounts | null): Message[] {
  if (!discounts || !agreed.active.has(DISCOUNT)) return [];
  return discounts.rejected.map(({ code, reason, message }) => {
    const index = discounts.codes.findIndex((each) => each.toLowerCase() === code.toLowerCase());
    const asSent = discounts.codes[index] ?? code;
    const named = message.includes(asSent) ? message : `${asSent}: ${message}`;
    return warning(reason, named, index === -1 ? '$.discounts.codes' : `$.discounts.codes[${index}]`);
  });
}
