import type { ErrorKind } from '../commerce/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** How one wire says it: everything that a transport must know of it. */
export interface Dialect {
  endpoints: Endpoint[];
  /** The HTTP status of each kind of error; over MCP it travels in the error's `data`. */
  statuses: Record<ErrorKind, number>;
}
