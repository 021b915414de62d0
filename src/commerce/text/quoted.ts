import { shopLine } from './shop-text.ts';

/** Repeats a text of a request in an error: short, on one line, and without invisible characters. */
export function quoted(text: string, max = 64): string {
  return `"${shopLine(text, max)}"`;
}
