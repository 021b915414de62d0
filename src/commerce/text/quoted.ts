import { cleanShopLine } from './shop-text.ts';

/** Repeats a text of a request in an error: short, on one line, and without invisible characters. */
export function quoteInput(text: string, max = 64): string {
  return `"${cleanShopLine(text, max)}"`;
}
