import type { ErrorDetail, ErrorKind } from '../commerce/errors.ts';
import type { Endpoint } from './endpoint.ts';
import type { Permalinks } from './permalinks.ts';
import type { Tool } from './tools.ts';

/** What was refused, and why, before a dialect finds its words for it. */
export interface Refused {
  /** HTTP's. */
  status: number;
  code: string;
  message: string;
  details: ErrorDetail[];
  /** True when a required member of the input is not there at all. */
  missing?: boolean;
  retryAfterSeconds?: number | undefined;
  /** Where a buyer can go on all the same. */
  continueUrl?: string | undefined;
  /** JSON-RPC's, where the dialect has chosen one. */
  rpc?: number;
}

/** A refusal as JSON-RPC says it; `status` is HTTP's around it. */
export interface RpcRefusal {
  code: number;
  data: object;
  status: number;
}

/** How one wire says it: everything that a transport must know of it. */
export interface Protocol {
  /** Where stores are: each one's address is its slug below this path. */
  root: `/${string}`;
  endpoints: Endpoint[];
  /** By name, as MCP offers them; one of a capability that is off is not there. */
  tools: ReadonlyMap<string, Tool>;
  /** Links that browsers open, where it has any. */
  permalinks?: Permalinks;
  /** True: over MCP an answer also comes as data, and not as text only. */
  structured: boolean;
  /** The HTTP status of each kind of error. */
  statuses: Record<ErrorKind, number>;
  /** What a refusal says over REST. */
  refusal(refused: Refused): object;
  /** And over MCP. */
  rpcRefusal(refused: Refused): RpcRefusal;
}
