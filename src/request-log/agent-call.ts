import type { Caller } from '../store-platforms/store-platform.ts';

/** Something of a call that is counted for the merchant, whether or not the call itself is kept. */
export interface CallStats {
  /** The first page of a search: what was looked for, and how many products were found. */
  search?: { text: string; found: number };
  rejectedCodes?: readonly { code: string; reason: string }[];
}

/**
 * One call of an agent on a known store, as its transport saw it. Filled by references only: nothing is parsed, copied or
 * written while the agent waits.
 */
export interface AgentCall {
  storeId: string;
  /** Epoch milliseconds, and the clock of `performance.now`. */
  at: number;
  startedAt: number;
  durationMs: number;
  transport: 'rest' | 'mcp';
  method: string;
  /** Method and path with `{members}`; empty where no endpoint is. */
  endpoint: string;
  tool: string | null;
  /** True for what changes nothing. */
  readOnly: boolean;
  /** As sent, with its query: not redacted yet, nor is anything below. */
  url: string;
  /** HTTP's. */
  status: number;
  caller: Caller;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  requestBody: unknown;
  /** The address' members of a session, cart or order. */
  address: Readonly<Record<string, unknown>> | undefined;
  /** What was answered when all went well; only its ids are read. */
  answered: object | undefined;
  /** The answer as it was sent. Left out for what was read successfully. */
  responseText: string | undefined;
  callStats: CallStats | undefined;
  /** Why the call failed, as the merchant is told. */
  cause?: string;
}

export type RecordCall = (call: AgentCall) => void;
