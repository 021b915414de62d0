import type { ErrorDetail } from '../commerce/errors.ts';

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
