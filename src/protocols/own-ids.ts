import { toOwnId } from '../commerce/text/uuid.ts';
import type { Endpoint, RawInput } from './endpoint.ts';

/** Members that name carts, sessions and orders; `id` does in paths alone, elsewhere it is a product's. */
const NAMES = ['session_id', 'cart_id', 'checkout_id', 'order_id'];

/** Text of an id as it was sent; empty in place of an object or list, whose own `toString` may be anything. */
export function toIdText(id: unknown): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Writes the ids of this service as it stores them. */
export function withOwnIds({ rest }: Pick<Endpoint, 'rest'>, input: RawInput): RawInput {
  const names = rest.includes('{id}') ? [...NAMES, 'id'] : NAMES;
  const own = names.flatMap((name) => {
    const value = input[name];
    return typeof value === 'string' ? [[name, toOwnId(value)]] : [];
  });
  return own.length > 0 ? { ...input, ...Object.fromEntries(own) } : input;
}
