import type { CartLine } from '../checkout/cart.ts';
import type { OrderLine } from './order.ts';

/** Lines of an event, and of a stored order of a cart: agents cannot make carts with more. */
export const MAX_LINES = 100;
const MAX_TITLE_LENGTH = 200;

export type FirstLine = Pick<OrderLine, 'variantId' | 'title' | 'quantity' | 'price'>;

export interface FirstLines {
  lines: FirstLine[];
  lineCount: number;
}

export function pickFirstLines(lines: readonly (CartLine | OrderLine)[]): FirstLines {
  const first = lines.slice(0, MAX_LINES).map(({ variantId, title, quantity, price }) => ({
    variantId,
    title: title.slice(0, MAX_TITLE_LENGTH).toWellFormed(),
    quantity,
    price,
  }));
  return { lines: first, lineCount: lines.length };
}
