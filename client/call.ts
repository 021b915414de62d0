import { type Operations, ROUTES } from './schema.generated.ts';
import type { Send } from './send.ts';

/** Input of an operation: members of the path and the query, and the body. */
export type InputOf<Name extends keyof Operations> = Operations[Name]['input'];

export type AnswerOf<Name extends keyof Operations> = Operations[Name]['answer'];

/** Calls an operation of the API by its name, as /docs lists them. */
export type Call = <Name extends keyof Operations>(
  name: Name,
  input: InputOf<Name>,
  headers?: Record<string, string>,
) => Promise<AnswerOf<Name>>;

export function caller(send: Send): Call {
  return async (name, input, headers = {}) => {
    const { body, ...given } = input as { body?: unknown } & Record<string, unknown>;
    const [method = '', pattern = ''] = ROUTES[name].split(' ');
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, member: string) => {
      const value = given[member];
      delete given[member];
      return encodeURIComponent(String(value));
    });
    const query = new URLSearchParams();
    for (const [member, value] of Object.entries(given))
      if (value !== undefined) query.set(member, String(value));
    const answer = await send({
      method,
      path: query.size > 0 ? `${path}?${query}` : path,
      headers,
      isRepeatable: method !== 'POST' || 'idempotency-key' in headers || REPEATABLE.test(pattern),
      ...(body === undefined ? {} : { body }),
    });
    return answer as AnswerOf<typeof name>;
  };
}

/** Posts that settle or read: repeating them changes nothing more. */
const REPEATABLE = /^\/api\/ucp\/.*\/(?:complete|cancel|quotes)$/;
