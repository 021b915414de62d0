/** What a request costs: a read, a change of what is there, or a new session or cart, for which a shop is asked several times. */
export type RequestKind = 'read' | 'write' | 'create';

/**
 * Who is counted. `agent`: of one name at one address. `address`: whatever it calls itself, IPv6 by /64. `store`: all who ask
 * one store; when these are used up, each address still has its `share` of that store, so that the busy do not starve the others.
 */
export type Counted = 'agent' | 'address' | 'store' | 'share';

export interface RatePolicy {
  name: string;
  /** So many in each minute. */
  quota: number;
}

export type RatePolicies = Record<RequestKind, Record<Counted, RatePolicy>>;

export const WINDOW_MS = 60_000;

/** Each minute. A person who shops asks some ten times a minute: an address of hundreds of them is not stopped. */
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

/** One request that asks to be let in. */
export interface Asking {
  kind: RequestKind;
  /** The client's, as the service knows it for certain. */
  address: string;
  /** What it calls itself. */
  agent: string;
  slug: string;
}

export interface Admission {
  allowed: boolean;
  /** The narrowest of those that apply; of a refusal the one that refuses. */
  policy: RatePolicy;
  remaining: number;
  /** Until the next minute's quota, at least 1 and at most 60. */
  resetSeconds: number;
  /** True for the first refusal of its kind in this minute: the others are not worth a word in any log. */
  first: boolean;
}

/** Counts a request and says whether it may go on. Waits only where another process must be heard first. */
export type Admit = (asking: Asking) => Admission | Promise<Admission>;
