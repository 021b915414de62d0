/** Kind of a request by its cost; `create` makes a session or cart, for which the shop is asked several times. */
export type RequestKind = 'read' | 'write' | 'create';

/**
 * Scope of a quota. `agent`: one name at one address. `address`: all names there, IPv6 by /64. `store`: all requests to a store;
 * when that is used up, each address still has its `share`, so that a busy agent does not starve the others.
 */
type Counted = 'agent' | 'address' | 'store' | 'share';

export interface RatePolicy {
  name: string;
  /** Requests in each minute. */
  quota: number;
}

export type RatePolicies = Record<RequestKind, Record<Counted, RatePolicy>>;

export const WINDOW_MS = 60_000;

/** Per minute. One shopping person makes about ten requests: an address that hundreds share is not limited. */
const QUOTAS: Record<RequestKind, Record<Counted, number>> = {
  read: { agent: 600, address: 1_200, store: 6_000, share: 60 },
  write: { agent: 120, address: 240, store: 1_200, share: 12 },
  create: { agent: 60, address: 120, store: 600, share: 6 },
};

/** The usual quotas times `factor`; at least one each. */
export function ratePolicies(factor: number): RatePolicies {
  const of = (kind: RequestKind, counted: Counted): RatePolicy => ({
    name: `${counted}-${kind}`,
    quota: Math.max(1, Math.round(QUOTAS[kind][counted] * factor)),
  });
  const ofKind = (kind: RequestKind) => ({
    agent: of(kind, 'agent'),
    address: of(kind, 'address'),
    store: of(kind, 'store'),
    share: of(kind, 'share'),
  });
  return { read: ofKind('read'), write: ofKind('write'), create: ofKind('create') };
}

/** A request before its admission. */
export interface Asking {
  kind: RequestKind;
  /** The client's address behind trusted proxies. */
  address: string;
  /** Name that the agent gives itself. */
  agent: string;
  slug: string;
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
export interface CallCount {
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
