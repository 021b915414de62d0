import { randomBytes } from 'node:crypto';
import { createMemberError, toConflictError, toNotFoundError } from '../../commerce/errors.ts';
import type { EventEndpoint } from '../../commerce/order/events.ts';
import type { AtStore } from '../visit.ts';

/** Throws `not_found`. */
export async function findEndpoint({ context, store }: AtStore, id: string): Promise<EventEndpoint> {
  return (await context.eventEndpoints.find(store.id, id)) ?? refuseMissing();
}

export function refuseMissing(): never {
  throw toNotFoundError('This store has no event endpoint with that id.');
}

/** Throws `conflict`. */
export function mustBeEnabled({ disabledReason }: EventEndpoint): void {
  if (disabledReason === null) return;
  throw toConflictError('The event endpoint is disabled. Enable it first.');
}

const SECRET_BYTES = 32;

/** The form of Standard Webhooks. */
export function createEndpointSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Requires HTTPS, except where the operator allows private addresses. Names are checked when an event is sent. */
export function readAddress({ context }: AtStore, text: string): string {
  const url = URL.parse(text.trim());
  const isPlain = url?.protocol === 'http:' && context.allowsPrivateAddresses;
  if (!url || (url.protocol !== 'https:' && !isPlain))
    throw createMemberError('url', 'must be an https:// address, such as https://example.com/events');
  if (url.username !== '' || url.password !== '')
    throw createMemberError('url', 'must not contain a user or a password');
  url.hash = '';
  return url.href;
}
