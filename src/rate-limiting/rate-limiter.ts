import {
  type Admission,
  type Admit,
  type AskedPurchase,
  type Asking,
  type CountedKind,
  type RatePolicies,
  WINDOW_MS,
} from '../commerce/call/rate-limits.ts';
import { toNetwork } from '../commerce/network/network.ts';
import { computeLeft, countWithin, pickNarrower, refuseBy, toAdmission } from './admission.ts';
import { decideByCounts } from './decide-by-counts.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

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

type Decision = { at: number } & ({ refusing: Counter } | { admitting: Counter });

const MAX_RECENT = 2_000;
/** Differs from every slug: none is empty. */
const NO_STORE = '';

/** Admits and counts requests within all quotas that apply; refused requests are not counted. */
export function rateLimiter(limiting: Limiting): Admit {
  const { counters, isStore, now } = limiting;
  const recent = new Map<string, Counts>();

  /** Caches the counts of an agent: most agents send several requests within a minute. */
  function collectCounts(asking: Asking, at: number): Counts {
    const { kind, address, agent, knownAgent, slug } = asking;
    const key = `${kind}\n${address}\n${knownAgent ? `known ${knownAgent.id}` : agent}\n${slug}`;
    const cached = recent.get(key);
    if (cached && at < cached.own[0].endsAt && at >= cached.own[0].endsAt - WINDOW_MS) return cached;
    const counts = lookUp(limiting, asking, at);
    if (recent.size >= MAX_RECENT) recent.clear();
    recent.set(key, counts);
    return counts;
  }

  /** Returns the count that refuses, or the narrowest of those that admit; undefined when other processes' counts are needed. */
  function decide(asking: Asking, mayExchange: boolean): Decision | undefined {
    const at = now();
    const counts = collectCounts(asking, at);
    const refusing = getRefusing(counts);
    if (refusing) return { refusing, at };
    if (asking.isUncounted) return { admitting: counts.own[0], at };
    if (mayExchange && getBinding(counts).some(counters.mustExchange)) return undefined;
    for (const counter of counts.own) counters.add(counter);
    if (counts.ofStore) {
      counters.add(counts.ofStore.all);
      counters.add(counts.ofStore.share);
    }
    // An address's share instead of the store's count, which would reveal how busy the store is.
    return { admitting: counts.own.reduce(pickNarrower), at };
  }

  return async (request) => {
    const asking = isStore(request.slug) ? request : { ...request, slug: NO_STORE };
    const decision = await decideByCounts(counters, (mayExchange) => decide(asking, mayExchange));
    if ('admitting' in decision) return toAdmission(decision.admitting, decision.at);
    const purchase = request.readPurchase?.();
    const continued = purchase && (await goOn(limiting, asking, purchase));
    return continued ?? refuseBy(decision.refusing, decision.at);
  };
}

function lookUp(
  { counters, policies }: Limiting,
  { kind, address, agent, knownAgent, slug }: Asking,
  at: number,
): Counts {
  const network = toNetwork(address);
  const getCounter = (counted: keyof RatePolicies[CountedKind], bucket: string) =>
    counters.getCounter(`${counted}-${kind} ${bucket}`, policies[kind][counted], at);
  if (knownAgent?.isTrusted)
    return { own: [getCounter('trusted', `${slug} ${knownAgent.id}`)], ofStore: undefined };
  const all = getCounter('store', slug);
  if (!knownAgent) {
    return {
      own: [getCounter('agent', `${network} ${agent}`), getCounter('address', network)],
      ofStore: { all, share: getCounter('share', `${slug} ${network}`) },
    };
  }
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
  const counted = await decideByCounts(counters, (mayExchange) => {
    const { purchase, purchases } = policies[kind];
    const ofPurchase = counters.getCounter(`${purchase.name} ${id}`, purchase, now());
    const ofAddress = counters.getCounter(`${purchases.name} ${toNetwork(address)}`, purchases, now());
    return countWithin(counters, [ofPurchase, ofAddress], now(), mayExchange);
  });
  return counted.allowed && (await isOpen()) ? counted : undefined;
}

function getBinding({ own, ofStore }: Counts): readonly Counter[] {
  return ofStore ? [...own, computeLeft(ofStore.all) > 0 ? ofStore.all : ofStore.share] : own;
}

/** A store that all together have used up refuses only those who had their share of it. */
function getRefusing({ own, ofStore }: Counts): Counter | undefined {
  const refusing = own.findLast((counter) => computeLeft(counter) === 0);
  if (refusing || !ofStore) return refusing;
  return computeLeft(ofStore.all) === 0 && computeLeft(ofStore.share) === 0 ? ofStore.all : undefined;
}
