import type {
  Admission,
  Admit,
  AskedPurchase,
  Asking,
  CountedKind,
  RatePolicies,
} from '../commerce/call/rate-limits.ts';
import { toNetwork } from '../commerce/network/network.ts';
import { computeLeft, countWithin, refuseBy, toAdmission } from './admission.ts';
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

/** Differs from every slug: none is empty. */
const NO_STORE = '';

/** Admits and counts requests within all quotas that apply; refused requests are not counted. */
export function rateLimiter(limiting: Limiting): Admit {
  const { counters, isStore, now } = limiting;
  return async (request) => {
    const asking = isStore(request.slug) ? request : { ...request, slug: NO_STORE };
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

/** Counts a request and reports on it; undefined for one that a quota refuses. */
function decide({ add }: RateCounters, counts: Counts, at: number, { isUncounted }: Asking) {
  if (getRefusing(counts)) return undefined;
  const { own, ofStore } = counts;
  for (const counter of isUncounted ? [] : [...own, ...(ofStore ? [ofStore.all, ofStore.share] : [])])
    add(counter);
  // An address's share instead of the store's count, which would reveal how busy the store is.
  return toAdmission(own, at);
}

function findCounts(
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
  const { purchase, purchases } = policies[kind];
  const at = now();
  const counts: [Counter, Counter] = [
    counters.getCounter(`${purchase.name} ${id}`, purchase, at),
    counters.getCounter(`${purchases.name} ${toNetwork(address)}`, purchases, at),
  ];
  const counted = await counters.decide(
    () => counts,
    () => countWithin(counters, counts, at),
  );
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
