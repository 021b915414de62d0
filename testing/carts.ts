import { bodyOf, type Cart, type Line } from './agent.ts';
import type { Somewhere } from './everywhere.ts';

export async function newCart(
  at: Pick<Somewhere, 'agent'>,
  lines: Line[],
  extras: object = {},
): Promise<Cart> {
  return bodyOf(201, await at.agent.createCart(lines, extras));
}

export function linesOf({
  line_items,
}: {
  line_items: { item: { id: string }; quantity: number }[];
}): Line[] {
  return line_items.map(({ item, quantity }) => [item.id, quantity]);
}
