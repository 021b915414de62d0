import assert from 'node:assert/strict';
import type { Cart, Line } from './agent.ts';
import type { Somewhere } from './everywhere.ts';

export async function newCart(
  at: Pick<Somewhere, 'agent'>,
  lines: Line[],
  extras: object = {},
): Promise<Cart> {
  const { status, body } = await at.agent.createCart(lines, extras);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

export function linesOf({
  line_items,
}: {
  line_items: { item: { id: string }; quantity: number }[];
}): Line[] {
  return line_items.map(({ item, quantity }) => [item.id, quantity]);
}
