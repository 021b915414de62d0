import type { ErrorKind } from '../commerce/errors.ts';

/** docs/contract.md, Errors: HTTP status of each kind of error. */
export const STATUSES: Record<ErrorKind, number> = {
  invalid_input: 400,
  unknown_item: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  item_unavailable: 409,
  address_undeliverable: 409,
  conflict: 409,
  limited: 409,
  too_many_requests: 429,
  busy: 503,
  store_closed: 503,
  platform_error: 502,
  platform_unavailable: 503,
  platform_timeout: 504,
};
