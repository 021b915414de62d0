import { toOwnId } from '../commerce/text/uuid.ts';
import type { Endpoint, RawInput } from './endpoint.ts';

/** Members that name carts, sessions and orders; `id` does in paths alone, elsewhere it is a product's. */
const NAMES = ['session_id', 'cart_id', 'checkout_id', 'order_id'];

/** Writes the ids of this service as it stores them. */
export function withOwnIds({ rest }: Pick<Endpoint, 'rest'>, input: RawInput): RawInput {
  const names = rest.includes('{id}') ? [...NAMES, 'id'] : NAMES;
  const own = names.flatMap((name) => {
    const value = input[name];
    return typeof value === 'string' ? [[name, toOwnId(value)]] : [];
  });
  return own.length > 0 ? { ...input, ...Object.fromEntries(own) } : input;
}
