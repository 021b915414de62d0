import type { CartLine } from '../../commerce/checkout/cart.ts';
import { shortenIds } from './ids.ts';

/** Keeps the ids that have a picture. */
export function toPictures(
  entries: readonly (readonly [string, string | undefined])[],
): Record<string, string> {
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export function toPicturesOfLines(lines: readonly CartLine[]): Record<string, string> {
  return toPictures(lines.map(({ variantId, imageUrl }) => [shortenIds(variantId), imageUrl ?? undefined]));
}
