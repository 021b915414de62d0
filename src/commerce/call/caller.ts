import type { LoggedFacts, PolicyRecord } from '../policy/policy-record.ts';
import type { Verified } from './known-agent.ts';

/** Carts, sessions, quotes and orders; agents' searches and look-ups; background reads of the catalog and of lists. */
export type CallPart = 'sale' | 'catalog' | 'import';

/** Caller on whose behalf a store is asked. Platforms get the request id, and the IP for their limits per buyer. */
export interface Caller {
  readonly requestId: string;
  readonly buyerIp?: string;
  /** Label of the agent (`policy/agents.ts`); absent for work that no agent asked for. */
  readonly agent?: string;
  /** Profile address of the agent platform, in a protocol that has agent platforms. */
  readonly agentProfile?: string;
  /** Absent for an agent that only names itself. */
  readonly verified?: Verified | undefined;
  /** On the clock of `performance.now()`. After it nothing is read or retried. */
  readonly deadline?: number | undefined;
  /** Aborted when the caller has hung up: reads stop, writes that have begun go on. */
  readonly gone?: () => AbortSignal;
  /** True to bypass shared reads: the caller knows of a change that an earlier read may have missed. */
  readonly fresh?: boolean;
  /** On the clock of `performance.now()`: a shared read that began before may have missed a change that the caller knows of. */
  readonly notBefore?: number | undefined;
  /** Called when the caller shares a read that is under way, with the instant at which that one began. */
  readonly onJoined?: ((beganAt: number) => void) | undefined;
  /** Part of the calls to the shop that this one belongs to; a sale when absent. */
  readonly part?: CallPart;
  /** Absent for work that is not logged. */
  readonly log?: CallLog;
}

/** Collects what is learned of a call while it runs, for the rules of its store and for the request log. */
export interface CallLog {
  /** Upstream calls, retries included; a shared read is recorded by the caller that began it. */
  readonly upstreamCalls: UpstreamCall[];
  /** Facts and verdicts of the store's rules; absent until the call is admitted. */
  readonly policyRecord?: PolicyRecord;
  /** Id of the session that failed in this call, since an error response cannot name it. */
  readonly failedSessionId?: string;
}

export interface UpstreamCall {
  /** Name in the platform's words: `SearchProducts`, `GET /products`. */
  operation: string;
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** Why no answer came, in the words for the merchant. */
  failure: string | null;
  durationMs: number;
}

/** Adds what a call has learned to its log, which is read-only elsewhere. */
export function addToLog(log: CallLog, learned: Omit<CallLog, 'upstreamCalls'>): void {
  Object.assign(log, learned);
}

export function recordFacts({ policyRecord }: CallLog, facts: Partial<LoggedFacts>): void {
  if (policyRecord) Object.assign(policyRecord.facts, facts);
}

export function createCallLog(): CallLog {
  return { upstreamCalls: [] };
}
