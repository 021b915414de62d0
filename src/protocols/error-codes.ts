import type { ErrorKind } from '../commerce/errors.ts';

/** HTTP status of a code, or several, and what the caller does next, for the reference. */
type Described<Status> = readonly [status: Status, meaning: string];

/** docs/contract.md, Errors. */
const OF_OPERATIONS: Record<ErrorKind, Described<number>> = {
  invalid_input: [
    400,
    'A member of the request is wrong or missing; `details` names each. Fix it before sending again.',
  ],
  unknown_item: [400, 'The store has no such item. Search again.'],
  unauthenticated: [401, 'No session cookie and no known token. Sign in, or send `Authorization: Bearer …`.'],
  forbidden: [403, 'The cookie was sent from another site, or a token may not do this.'],
  not_found: [404, 'Unknown store or resource, or a capability that is off. The manifest lists what is on.'],
  item_unavailable: [409, 'The item is out of stock or not for sale; `details` names the lines.'],
  address_undeliverable: [
    409,
    'Nothing is delivered to this country, region or postcode for agents, or one of the shop’s shipping methods fails. The message says what to change.',
  ],
  conflict: [409, 'The state of the resource does not allow it. Read it, then decide.'],
  limited: [409, 'A limit of the organization is reached. The message names it and what makes room.'],
  too_many_requests: [429, 'A rate limit is reached. Wait for `Retry-After`.'],
  busy: [503, 'The service is busy. Wait for `Retry-After`.'],
  store_closed: [
    503,
    'The merchant has closed the shop to buyers, or paused it for agents: no carts and no sessions for now.',
  ],
  platform_error: [502, 'The shop answered with an error or with nonsense.'],
  platform_unavailable: [503, 'The shop is down or throttling. Wait for `Retry-After`.'],
  platform_timeout: [504, 'The shop was too slow. Send the request again, with the same `Idempotency-Key`.'],
};

/** Refusals at the HTTP layer, before any protocol is involved. */
const OF_HTTP = {
  bad_signature: ['401', 'The webhook is not signed with this store’s secret.'],
  foreign_host: ['403', 'A browser reached the service by a name that is not its own. Set `BASE_URL`.'],
  internal: ['500', 'An unexpected error. The log has it under the answer’s `X-Request-Id`.'],
  method_not_allowed: ['405', 'The path knows other methods; `Allow` lists them.'],
  stopping: ['503', 'This process is stopping. Send the request again.'],
  too_large: ['413, 431', 'The body exceeds 256 KiB, or path and headers exceed 16 KiB.'],
  too_slow: ['408', 'The request did not arrive in time. Send it again.'],
  unsupported_media_type: ['415', 'The body is not JSON, or is compressed.'],
} as const satisfies Record<string, Described<string>>;

export type ErrorCode = ErrorKind | keyof typeof OF_HTTP;

export const STATUSES = Object.fromEntries(
  Object.entries(OF_OPERATIONS).map(([kind, [status]]) => [kind, status]),
) as Record<ErrorKind, number>;

/** Every `code` of an error body, ordered by status. */
export const ERROR_CODES = Object.entries({ ...OF_OPERATIONS, ...OF_HTTP })
  .map(([code, [status, meaning]]) => ({ code: code as ErrorCode, status: String(status), meaning }))
  .toSorted((one, other) => one.status.localeCompare(other.status) || one.code.localeCompare(other.code));
