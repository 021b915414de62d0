interface Extras {
  /** JSON-RPC's code over MCP; -32000 by default. */
  rpc?: number;
  retryAfterSeconds?: number;
  /** URL at which a buyer can continue. */
  continueUrl?: string;
}

/** Error of the protocol itself, before an operation runs: status and code are the protocol's own. */
export class ProtocolError extends Error {
  readonly status: number;
  readonly code: string;
  readonly rpc: number;
  readonly retryAfterSeconds: number | undefined;
  readonly continueUrl: string | undefined;

  constructor(status: number, code: string, message: string, extras: Extras = {}) {
    super(message);
    this.name = 'ProtocolError';
    this.status = status;
    this.code = code;
    this.rpc = extras.rpc ?? -32000;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.continueUrl = extras.continueUrl;
  }
}

/** JSON-RPC 2.0: invalid method parameters. */
export const INVALID_PARAMS = -32602;

/** Error of a request whose members are wrong. */
export function invalidParams(message: string, code = 'invalid_input'): ProtocolError {
  return new ProtocolError(400, code, message, { rpc: INVALID_PARAMS });
}
