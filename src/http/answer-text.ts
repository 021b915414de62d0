import { hash } from 'node:crypto';
import type { Reply } from '../protocols/endpoint.ts';

/** Serializes the body of an answer; a cached one once. */
export function written({ body, isCached }: Pick<Reply, 'body' | 'isCached'>): string {
  return isCached ? textOf(body) : JSON.stringify(body);
}

export const textOf = onceFor((body) => JSON.stringify(body));
export const etagOf = onceFor((body) => etagFor(textOf(body)));

export function etagFor(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

function onceFor(make: (body: object) => string): (body: object) => string {
  const made = new WeakMap<object, string>();
  return (body) => {
    const known = made.get(body);
    if (known !== undefined) return known;
    const text = make(body);
    made.set(body, text);
    return text;
  };
}
