interface Extras {
  /** JSON-RPC's, over MCP; -32000 when left out. */
  rpc?: number;
  retryAfterSeconds?: number;
  /** Where a buyer can go on all the same. */
  continueUrl?: string;
}

/** A refusal of the protocol itself, before anything is done: status and code are the dialect's own. */
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
