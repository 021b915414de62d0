import { toIso } from '../time/time.ts';
import type { KnownAgent } from './known-agent.ts';

/** Kind of a request by its cost; `create` makes a session or cart, for which the shop is asked several times. */
export type RequestKind = 'read' | 'write' | 'create';

/** `refused`: a message that was read before it was refused. */
export type CountedKind = RequestKind | 'refused';

/**
 * Scope of a quota. `agent`: one name at one address. `address`: all names there, IPv6 by /64. `store`: all requests to a store;
 * when that is used up, each address still has its `share`, so that a busy agent does not starve the others.
 * `verified`: one proved identity, wherever it calls from, instead of the first two and the last; identities cost little, so
 * those at one address have a bound too. `trusted`: one agent platform at one store, instead of all others.
 * `purchase`: an open session or cart once another quota is used up; `purchases`: all of those that one address goes on with.
 */
type Counted =
  | 'agent'
  | 'address'
  | 'store'
  | 'share'
  | 'verified'
  | 'verified-address'
  | 'verified-share'
  | 'trusted'
  | 'purchase'
  | 'purchases';

export interface RatePolicy {
  name: string;
  /** Requests in each minute. */
  quota: number;
}

export type RatePolicies = Record<CountedKind, Record<Counted, RatePolicy>>;

export const WINDOW_MS = 60_000;

/** Windows that no process counts in at `now`: those that have ended before the last one, and those that only a wrong clock begins. */
export function computeOutdatedWindows(now: number): Record<'before' | 'beyond', string> {
  return { before: toIso(now - WINDOW_MS), beyond: toIso(now + 60 * WINDOW_MS) };
}

/** Per minute. One shopping person makes about ten requests: an address that hundreds share is not limited. */
const QUOTAS: Record<CountedKind, Record<Counted, number>> = {
  read: computeQuotas(60, { purchase: 60 }),
  write: computeQuotas(12, { purchase: 24 }),
  create: computeQuotas(6, { purchase: 6 }),
  refused: computeQuotas(30, { purchase: 0 }),
};

/** Quotas as multiples of an address's share of a store. */
function computeQuotas(share: number, { purchase }: { purchase: number }): Record<Counted, number> {
  return {
    share,
    agent: 10 * share,
    address: 20 * share,
    store: 100 * share,
    'verified-share': 10 * share,
    verified: 50 * share,
    'verified-address': 100 * share,
    trusted: 200 * share,
    purchase,
    purchases: 10 * share,
  };
}

/** The usual quotas times `factor`; at least one each. */
export function ratePolicies(factor: number): RatePolicies {
  const pickOfKind = (kind: CountedKind) =>
    Object.fromEntries(
      Object.entries(QUOTAS[kind]).map(([counted, quota]) => [
        counted,
        { name: `${counted}-${kind}`, quota: Math.max(1, Math.round(quota * factor)) },
      ]),
    ) as Record<Counted, RatePolicy>;
  return {
    read: pickOfKind('read'),
    write: pickOfKind('write'),
    create: pickOfKind('create'),
    refused: pickOfKind('refused'),
  };
}

/** A request before its admission. */
export interface Asking {
  kind: CountedKind;
  /** The client's address behind trusted proxies. */
  address: string;
  /** Name that the agent gives itself. */
  agent: string;
  /** Undefined for an agent that only names itself. */
  knownAgent?: KnownAgent | undefined;
  slug: string;
  /** Reads which session or cart the request goes on with; called only when a quota is used up. */
  readPurchase?: (() => AskedPurchase | undefined) | undefined;
  /** True to decide without counting. */
  isUncounted?: boolean;
}

export interface AskedPurchase {
  id: string;
  /** Resolves true for an open one of the store; asked only when a quota is used up. */
  isOpen(): Promise<boolean>;
}

export interface Admission {
  allowed: boolean;
  /** The policy with the least quota left; of a refusal, the one that refuses. */
  policy: RatePolicy;
  remaining: number;
  /** Time until the next window, 1 to 60. */
  resetSeconds: number;
  /** True for the first refusal by this count in this minute: only that is logged. */
  first: boolean;
}

/** Counts a request and decides on it. */
export type Admit = (asking: Asking) => Promise<Admission>;

/** Bucket of a store's own limit, and the quota of a minute that its calls are compared with. */
interface CallLimit {
  bucket: string;
  max: number;
}

/** Calls of one bucket in a minute, those of other processes included. */
interface CallCount {
  calls: number;
  add(): void;
}

/**
 * Hands the counts of the minute of `at`, in epoch milliseconds, to `decide`, which adds those that it admits: no other call
 * is counted in between.
 */
export type CountCalls = <Decision extends object>(
  limits: readonly (CallLimit | undefined)[],
  at: number,
  decide: (counts: readonly (CallCount | undefined)[]) => Decision,
) => Promise<Decision>;

/** Counts this process among those that call a shop, and returns how many they are: each may take one of so many parts. */
export type CountProcesses = () => number;
