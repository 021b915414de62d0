import { type Operations, ROUTES } from './schema.generated.ts';
import type { Send } from './send.ts';

/** Name of an operation of the API, as /docs lists them. */
export type OperationName = keyof Operations;

/** Input of an operation: members of the path and the query, and the body. */
export type InputOf<Name extends OperationName> = Operations[Name]['input'];

export type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];

/** Entry of the list that an operation answers. */
export type ItemOf<Name extends OperationName> =
  AnswerOf<Name> extends { items: readonly (infer Item)[] } ? Item : never;

/** Calls an operation of the API by its name. */
export type Call = <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  headers?: Record<string, string>,
) => Promise<AnswerOf<Name>>;

export function caller(send: Send): Call {
  return async (name, input, headers = {}) => {
    const { method, path, body } = requestOf(name, input);
    const answer = await send({
      method,
      path,
      headers,
      isRepeatable: method !== 'POST' || 'idempotency-key' in headers || REPEATABLE.has(name),
      ...(body === undefined ? {} : { body }),
    });
    return answer as AnswerOf<typeof name>;
  };
}

/** Renders an operation with its input as a request; `path` includes the query. */
export function requestOf<Name extends OperationName>(name: Name, input: InputOf<Name>) {
  const { body, ...members } = input as { body?: unknown } & Record<string, unknown>;
  const [method = '', pattern = ''] = ROUTES[name].split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, member: string) => {
    const value = members[member];
    delete members[member];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [member, value] of Object.entries(members))
    if (value !== undefined) query.set(member, String(value));
  return { method, path: query.size > 0 ? `${path}?${query}` : path, body };
}

/** Posts that settle or read: repeating them changes nothing more. */
const REPEATABLE: ReadonlySet<OperationName> = new Set<OperationName>([
  'completeCheckoutSession',
  'cancelCheckoutSession',
  'cancelCart',
  'quoteFulfillment',
]);
