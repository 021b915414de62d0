import type { ErrorDetail, ErrorKind } from '../commerce/errors.ts';
import type { Endpoint } from './endpoint.ts';
import type { Permalinks } from './permalinks.ts';
import type { Tool } from './tools.ts';

/** Error of a call, before a protocol renders it. */
export interface Refused {
  /** HTTP status. */
  status: number;
  code: string;
  message: string;
  details: ErrorDetail[];
  /** True when a required member is absent. */
  missing?: boolean;
  retryAfterSeconds?: number | undefined;
  /** URL at which a buyer can continue. */
  continueUrl?: string | undefined;
  /** JSON-RPC's code, when the protocol chose one. */
  rpc?: number;
}

/** JSON-RPC error; `status` is that of the HTTP response. */
export interface RpcRefusal {
  code: number;
  data: object;
  status: number;
}

/** Everything that a transport needs to know of a protocol. */
export interface Protocol {
  /** Path above the stores' slugs. */
  root: `/${string}`;
  endpoints: Endpoint[];
  /** MCP tools by name; a tool is hidden while its capability is off. */
  tools: ReadonlyMap<string, Tool>;
  permalinks?: Permalinks;
  /** True adds structured content to MCP's answers. */
  structured: boolean;
  statuses: Record<ErrorKind, number>;
  /** Body of an error over REST. */
  refusal(refused: Refused): object;
  /** Error over MCP. */
  rpcRefusal(refused: Refused): RpcRefusal;
}
