import { networkOf } from '../commerce/network.ts';
import {
  type Admission,
  type Admit,
  type Asking,
  type RatePolicies,
  WINDOW_MS,
} from '../commerce/rate-limits.ts';
import { admissionBy, leftOf, narrower, refusalBy } from './admission.ts';
import { afterExchanges } from './after-exchanges.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

interface Limiting {
  counters: RateCounters;
  policies: RatePolicies;
  /** False for an unknown slug: all unknown slugs share one count. */
  isStore(slug: string): boolean;
  now: () => number;
}

interface Counts {
  agent: Counter;
  address: Counter;
  store: Counter;
  share: Counter;
}

const MAX_RECENT = 2_000;
/** Differs from every slug: none is empty. */
const NO_STORE = '';

/** Admits and counts requests within all quotas that apply; refused requests are not counted. */
export function rateLimiter({ counters, policies, isStore, now }: Limiting): Admit {
  const recent = new Map<string, Counts>();

  /** Caches the four counts of an agent: most agents send several requests within a minute. */
  function countsOf(asking: Asking, at: number): Counts {
    const key = `${asking.kind}\n${asking.address}\n${asking.agent}\n${asking.slug}`;
    const known = recent.get(key);
    if (known && at < known.store.endsAt && at >= known.store.endsAt - WINDOW_MS) return known;
    const counts = lookUp(asking, at);
    if (recent.size >= MAX_RECENT) recent.clear();
    recent.set(key, counts);
    return counts;
  }

  function lookUp({ kind, address, agent, slug }: Asking, at: number): Counts {
    const network = networkOf(address);
    const { agent: byAgent, address: byAddress, store, share } = policies[kind];
    return {
      agent: counters.of(`${byAgent.name} ${network} ${agent}`, byAgent, at),
      address: counters.of(`${byAddress.name} ${network}`, byAddress, at),
      store: counters.of(`${store.name} ${slug}`, store, at),
      share: counters.of(`${share.name} ${slug} ${network}`, share, at),
    };
  }

  /** Undefined when other processes' counts are needed first. */
  function decide(asking: Asking, mayExchange: boolean): Admission | undefined {
    const at = now();
    const counts = countsOf(asking, at);
    const refusing = refusingOf(counts);
    if (refusing) return refusalBy(refusing, at);
    if (mayExchange && mustExchange(counts)) return undefined;
    counters.add(counts.agent);
    counters.add(counts.address);
    counters.add(counts.store);
    counters.add(counts.share);
    // An address's share instead of the store's count, which would reveal how busy the store is.
    return admissionBy(narrower(counts.agent, counts.address), at);
  }

  function mustExchange({ agent, address, store, share }: Counts): boolean {
    const binding = leftOf(store) > 0 ? store : share;
    return counters.mustExchange(agent) || counters.mustExchange(address) || counters.mustExchange(binding);
  }

  return async (asked) => {
    const asking = isStore(asked.slug) ? asked : { ...asked, slug: NO_STORE };
    const decided = decide(asking, true);
    return decided ?? afterExchanges(counters, (mayExchange) => decide(asking, mayExchange));
  };
}

/** A store that all together have used up refuses only those who had their share of it. */
function refusingOf({ agent, address, store, share }: Counts): Counter | undefined {
  if (leftOf(address) === 0) return address;
  if (leftOf(agent) === 0) return agent;
  return leftOf(store) === 0 && leftOf(share) === 0 ? store : undefined;
}
