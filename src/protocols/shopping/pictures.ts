import type { CartLine } from '../../commerce/checkout/cart.ts';
import { shortIds } from './ids.ts';

/** Keeps the ids that have a picture. */
export function picturesOf(
  entries: readonly (readonly [string, string | undefined])[],
): Record<string, string> {
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export function picturesOfLines(lines: readonly CartLine[]): Record<string, string> {
  return picturesOf(lines.map(({ variantId, imageUrl }) => [shortIds(variantId), imageUrl ?? undefined]));
}
