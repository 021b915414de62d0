import type { RequestedLine } from '../../operations/requested-lines.ts';

export function toLines(items: readonly { variantId: string; quantity: number }[]): RequestedLine[] {
  return items.map(({ variantId, quantity }) => ({ itemId: variantId, quantity }));
}
