import type { ErrorKind } from '../commerce/errors.ts';
import { STATUSES } from './statuses.ts';

/** Code of a refusal at the HTTP layer, before any protocol is involved. */
type HttpRefusalCode =
  | 'bad_signature'
  | 'foreign_host'
  | 'internal'
  | 'method_not_allowed'
  | 'stopping'
  | 'too_large'
  | 'too_slow'
  | 'unsupported_media_type';

export type ErrorCode = ErrorKind | HttpRefusalCode;

const HTTP_STATUSES: Record<HttpRefusalCode, string> = {
  bad_signature: '401',
  foreign_host: '403',
  internal: '500',
  method_not_allowed: '405',
  stopping: '503',
  too_large: '413, 431',
  too_slow: '408',
  unsupported_media_type: '415',
};

/** Meaning of each code and what the caller does next, for the reference. */
const MEANINGS: Record<ErrorCode, string> = {
  invalid_input:
    'A member of the request is wrong or missing; `details` names each. Fix it before sending again.',
  unknown_item: 'The store has no such item. Search again.',
  unauthenticated: 'No session cookie and no known token. Sign in, or send `Authorization: Bearer …`.',
  bad_signature: 'The webhook is not signed with this store’s secret.',
  forbidden: 'The cookie was sent from another site, or a token may not do this.',
  foreign_host: 'A browser reached the service by a name that is not its own. Set `BASE_URL`.',
  not_found: 'Unknown store or resource, or a capability that is off. The manifest lists what is on.',
  method_not_allowed: 'The path knows other methods; `Allow` lists them.',
  too_slow: 'The request did not arrive in time. Send it again.',
  conflict: 'The state of the resource does not allow it. Read it, then decide.',
  limited: 'A limit of the organization is reached. The message names it and what makes room.',
  item_unavailable: 'The item is out of stock or not for sale; `details` names the lines.',
  address_undeliverable:
    'Nothing is delivered to this country, region or postcode for agents, or one of the shop’s shipping methods fails. The message says what to change.',
  too_large: 'The body exceeds 256 KiB, or path and headers exceed 16 KiB.',
  unsupported_media_type: 'The body is not JSON, or is compressed.',
  too_many_requests: 'A rate limit is reached. Wait for `Retry-After`.',
  internal: 'An unexpected error. The log has it under the answer’s `X-Request-Id`.',
  platform_error: 'The shop answered with an error or with nonsense.',
  busy: 'The service is busy. Wait for `Retry-After`.',
  store_closed:
    'The merchant has closed the shop to buyers, or paused it for agents: no carts and no sessions for now.',
  platform_unavailable: 'The shop is down or throttling. Wait for `Retry-After`.',
  stopping: 'This process is stopping. Send the request again.',
  platform_timeout: 'The shop was too slow. Send the request again, with the same `Idempotency-Key`.',
};

interface DescribedCode {
  code: ErrorCode;
  /** HTTP status, or several. */
  status: string;
  meaning: string;
}

/** Every `code` of an error body, ordered by status. */
export const ERROR_CODES: readonly DescribedCode[] = Object.entries({ ...STATUSES, ...HTTP_STATUSES })
  .map(([code, status]) => ({
    code: code as ErrorCode,
    status: String(status),
    meaning: MEANINGS[code as ErrorCode],
  }))
  .toSorted((one, other) => one.status.localeCompare(other.status) || one.code.localeCompare(other.code));
