import type { ErrorDetail } from '../commerce/errors.ts';

/** Error codes of JSON-RPC 2.0. The last is for all that servers define. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const SERVER_ERROR = -32000;

/** Error of a call, before a protocol renders it. */
export interface Refused {
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

type Extras = Pick<Refused, 'rpc' | 'retryAfterSeconds' | 'continueUrl'>;

/** Error of the protocol itself, before an operation runs: status and code are the protocol's own. */
export class ProtocolError extends Error {
  readonly refused: Refused;

  constructor(status: number, code: string, message: string, extras: Extras = {}) {
    super(message);
    this.name = 'ProtocolError';
    this.refused = { status, code, message, details: [], rpc: SERVER_ERROR, ...extras };
  }
}

export function createInvalidParamsError(message: string, code = 'invalid_input'): ProtocolError {
  return new ProtocolError(400, code, message, { rpc: INVALID_PARAMS });
}
