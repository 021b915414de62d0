import type { KnownAgent } from '../commerce/call/known-agent.ts';
import { toNetwork } from '../commerce/network/network.ts';
import {
  type Admission,
  type Counter,
  computeLeft,
  countWithin,
  type RateCounters,
  type RatePolicy,
  refuseBy,
  scaleQuota,
  toAdmission,
} from './rate-counters.ts';

/** Kind of a request by its cost; `create` makes a session or cart, for which the shop is asked several times. */
export type RequestKind = 'read' | 'write' | 'create';

/** `refused`: a message that was read before it was refused. */
export type CountedKind = RequestKind | 'refused';

export type RatePolicies = Record<CountedKind, Record<Counted, RatePolicy>>;

/** Per minute. One shopping person makes about ten requests: an address that hundreds share is not limited. */
const QUOTAS: Record<CountedKind, Quotas> = {
  read: computeQuotas(60, { purchase: 60 }),
  write: computeQuotas(12, { purchase: 24 }),
  create: computeQuotas(6, { purchase: 6 }),
  refused: computeQuotas(30, { purchase: 0 }),
};

/**
 * Quotas by scope, as multiples of an address's share of a store.
 * `agent`: one name at one address. `address`: all names there, IPv6 by /64. `store`: all requests to a store;
 * when that is used up, each address still has its `share`, so that a busy agent does not starve the others.
 * `verified`: one proved identity, wherever it calls from, instead of the first two and the last; identities cost little, so
 * those at one address have a bound too. `trusted`: one agent platform at one store, instead of all others.
 * `purchase`: an open session or cart once another quota is used up; `purchases`: all open sessions and carts that one address continues.
 */
function computeQuotas(share: number, { purchase }: { purchase: number }) {
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

type Quotas = ReturnType<typeof computeQuotas>;
type Counted = keyof Quotas;

export function ratePolicies(factor: number): RatePolicies {
  const policies = Object.entries(QUOTAS).map(([kind, quotas]) => {
    const entries = Object.entries(quotas);
    const scaled = entries.map(([name, quota]) => [name, scaleQuota(`${name}-${kind}`, quota, factor)]);
    return [kind, Object.fromEntries(scaled)];
  });
  return Object.fromEntries(policies);
}

interface Asking {
  kind: CountedKind;
  /** The client's address behind trusted proxies. */
  address: string;
  agent: string;
  /** Undefined for an agent that only names itself. */
  knownAgent?: KnownAgent | undefined;
  slug: string;
  /** Reads which session or cart the request goes on with; called only when a quota is used up. */
  readPurchase?: (() => AskedPurchase | undefined) | undefined;
  /** True to decide without counting. */
  isUncounted?: boolean;
}

interface AskedPurchase {
  id: string;
  /** Resolves true for an open one of the store; asked only when a quota is used up. */
  isOpen(): Promise<boolean>;
}

export type Admit = (asking: Asking) => Promise<Admission>;

interface Limiting {
  counters: RateCounters;
  policies: RatePolicies;
  /** False for an unknown slug: all unknown slugs share one count. */
  isStore(slug: string): boolean;
  now: () => number;
}

/** Counts of a request. Those of the store bind only when both are used up; a platform that is trusted for has none. */
interface Counts {
  own: readonly [Counter, ...Counter[]];
  ofStore: { all: Counter; share: Counter } | undefined;
}

/** Admits and counts requests within all quotas that apply; refused requests are not counted. */
export function rateLimiter(limiting: Limiting): Admit {
  const { counters, isStore, now } = limiting;
  return async (request) => {
    // No slug is empty.
    const asking = isStore(request.slug) ? request : { ...request, slug: '' };
    const at = now();
    const counts = findCounts(limiting, asking, at);
    const admission = await counters.decide(
      () => (asking.isUncounted ? [] : getBinding(counts)),
      () => decide(counters, counts, at, asking),
    );
    if (admission) return admission;
    const purchase = request.readPurchase?.();
    const continued = purchase && (await goOn(limiting, asking, purchase));
    return continued ?? refuseBy(getRefusing(counts) ?? counts.own[0], at);
  };
}

/** Counts a request and reports on it; undefined when a quota refuses the request. */
function decide({ add }: RateCounters, counts: Counts, at: number, { isUncounted }: Asking) {
  if (getRefusing(counts)) return undefined;
  const { own, ofStore } = counts;
  for (const counter of isUncounted ? [] : [...own, ...(ofStore ? [ofStore.all, ofStore.share] : [])])
    add(counter);
  // An address's share instead of the store's count, which would reveal how busy the store is.
  return toAdmission(own, at);
}

function findCounts({ counters, policies }: Limiting, asking: Asking, at: number): Counts {
  const { kind, address, agent, knownAgent, slug } = asking;
  const network = toNetwork(address);
  const getCounter = (counted: Counted, bucket: string) =>
    counters.getCounter(`${counted}-${kind} ${bucket}`, policies[kind][counted], at);
  if (knownAgent?.isTrusted)
    return { own: [getCounter('trusted', `${slug} ${knownAgent.id}`)], ofStore: undefined };
  const all = getCounter('store', slug);
  if (!knownAgent)
    return {
      own: [getCounter('agent', `${network} ${agent}`), getCounter('address', network)],
      ofStore: { all, share: getCounter('share', `${slug} ${network}`) },
    };
  return {
    own: [getCounter('verified', knownAgent.id), getCounter('verified-address', network)],
    ofStore: { all, share: getCounter('verified-share', `${slug} ${network}`) },
  };
}

/** Admits what goes on with an open purchase. The address pays for asking whether it is open, too. */
async function goOn(
  { counters, policies, now }: Limiting,
  { kind, address }: Asking,
  { id, isOpen }: AskedPurchase,
): Promise<Admission | undefined> {
  const { purchase, purchases } = policies[kind];
  const at = now();
  const counts: [Counter, Counter] = [
    counters.getCounter(`${purchase.name} ${id}`, purchase, at),
    counters.getCounter(`${purchases.name} ${toNetwork(address)}`, purchases, at),
  ];
  const counted = await countWithin(counters, counts, at);
  return counted.allowed && (await isOpen()) ? counted : undefined;
}

function getBinding({ own, ofStore }: Counts): readonly Counter[] {
  return ofStore ? [...own, computeLeft(ofStore.all) > 0 ? ofStore.all : ofStore.share] : own;
}

/** A store whose quota is used up refuses only callers that had their share of it. */
function getRefusing({ own, ofStore }: Counts): Counter | undefined {
  const refusing = own.findLast((counter) => computeLeft(counter) === 0);
  if (refusing || !ofStore) return refusing;
  return computeLeft(ofStore.all) === 0 && computeLeft(ofStore.share) === 0 ? ofStore.all : undefined;
}
