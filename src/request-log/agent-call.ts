import type { Caller, CallLog } from '../commerce/call/caller.ts';
import { UNKNOWN_AGENT } from '../commerce/policy/agents.ts';
import type { Gid } from '../commerce/product/products.ts';

/** Statistics of a call for its merchant, counted whether or not the call itself is logged. */
export interface CallStats {
  /** First page of a search: the text, and how many products were found. */
  search?: { text: string; found: number };
  /** Products that a search has shown. */
  productIds?: readonly Gid[];
  /** True for an answered search or look-up. */
  isCatalogRead?: true;
  rejectedCodes?: readonly { code: string; reason: string }[];
}

/** Facts that are known once the store of a call is open. */
export interface OpenedCall {
  storeId: string;
  /** Time zone of the store's days. */
  timeZone: string;
  /** Epoch milliseconds. */
  at: number;
  /** On the clock of `performance.now`. */
  startedAt: number;
  transport: 'rest' | 'mcp';
  /** Method and path with `{members}`; empty for an unknown path. */
  endpoint: string;
  caller: Caller;
  callLog: CallLog;
}

/** Facts that the endpoint of a call adds. */
export interface CallDetails {
  endpoint?: string;
  tool?: string;
  /** True for calls that change nothing. */
  readOnly?: boolean;
  /** Members of the address: ids of sessions, carts and orders. */
  address?: Readonly<Record<string, unknown>>;
  /** Ids in the body of a successful answer: the log waits with them, and not with the body. */
  answered?: { id?: unknown; sessionId?: unknown; orderId?: unknown };
  /** Replaces the text of the answer. */
  responseText?: string;
  callStats?: CallStats | undefined;
  /** Failure that a successful response reports, as a result of an MCP tool does. */
  failure?: { status: number; message: string };
  /** How wrong arguments were understood. */
  repairs?: readonly string[];
  /** Reason of a failure for the merchant, where the agent gets less. */
  cause?: string;
  /** Code of a failure, for the service's own log. */
  code?: string | undefined;
}

/** A call of an agent on a store, neither parsed nor redacted yet. Holds references only, so that no agent waits for it. */
export interface AgentCall extends OpenedCall, Omit<CallDetails, 'endpoint'> {
  durationMs: number;
  method: string;
  url: string;
  /** HTTP status. */
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  requestBody: unknown;
}

/** A call to a shop for an agent's search or look-up, as it is sent. */
export interface CatalogCall extends Pick<OpenedCall, 'storeId' | 'timeZone' | 'at'> {
  /** Label of the agent. */
  agent: string;
}

export type RecordCall = (call: AgentCall) => void;

/** Label of the agent in the merchant's log and statistics. */
export function getAgentLabel({ caller, callLog }: AgentCall): string {
  return callLog.policyRecord?.agent ?? caller.agent ?? UNKNOWN_AGENT;
}
