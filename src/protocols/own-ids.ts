import { isUuid, toOwnId } from '../commerce/text/uuid.ts';
import type { Endpoint, RawInput } from './endpoint.ts';

const NAMES: ReadonlySet<string> = new Set(['session_id', 'cart_id', 'checkout_id', 'order_id']);

/** Text of an id as it was sent; empty in place of an object or list, whose own `toString` may be anything. */
export function toIdText(id: unknown): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Writes the ids of this service as it stores them; `id` is one in paths alone, elsewhere it is a product's. */
export function withOwnIds({ route }: Pick<Endpoint, 'route'>, input: RawInput): RawInput {
  const isOwn = (name: string) => NAMES.has(name) || (name === 'id' && route.includes('{id}'));
  let own = input;
  for (const [name, value] of Object.entries(input))
    if (typeof value === 'string' && isOwn(name) && !isUuid(value)) own = { ...own, [name]: toOwnId(value) };
  return own;
}
