import { networkOf } from '../commerce/network.ts';
import {
  type Admission,
  type Admit,
  type Asking,
  type RatePolicies,
  WINDOW_MS,
} from '../commerce/rate-limits.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

interface Limiting {
  counters: RateCounters;
  policies: RatePolicies;
  /** False for a slug that no request has found a store by: all such are counted together. */
  isStore(slug: string): boolean;
  now: () => number;
}

interface Counts {
  agent: Counter;
  address: Counter;
  store: Counter;
  share: Counter;
}

/** Rounds of asking the other processes, each of which lets a tenth of a quota pass. */
const MAX_ROUNDS = 20;
const MOST_RECENT = 2_000;
/** No slug is empty. */
const NO_STORE = '';

/** Lets in what is within every quota that applies, and then counts it; what is refused is not counted. */
export function rateLimiter({ counters, policies, isStore, now }: Limiting): Admit {
  const recent = new Map<string, Counts>();

  /** Most ask again within the minute: their four counts are found at once. */
  function countsOf(asking: Asking, at: number): Counts {
    const key = `${asking.kind}\n${asking.address}\n${asking.agent}\n${asking.slug}`;
    const known = recent.get(key);
    if (known && at < known.store.endsAt && at >= known.store.endsAt - WINDOW_MS) return known;
    const counts = lookUp(asking, at);
    if (recent.size >= MOST_RECENT) recent.clear();
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

  function decide(asking: Asking, mayAsk: boolean): Admission | 'ask' {
    const at = now();
    const counts = countsOf(asking, at);
    const refusing = refusingOf(counts);
    if (refusing) return refusal(refusing, at);
    if (mayAsk && mustHearOthers(counts)) return 'ask';
    counters.add(counts.agent);
    counters.add(counts.address);
    counters.add(counts.store);
    counters.add(counts.share);
    return admission(counts, at);
  }

  function mustHearOthers({ agent, address, store, share }: Counts): boolean {
    const binding = leftOf(store) > 0 ? store : share;
    return counters.mustAsk(agent) || counters.mustAsk(address) || counters.mustAsk(binding);
  }

  async function decideTogether(asking: Asking): Promise<Admission> {
    for (let round = 1; ; round += 1) {
      await counters.ask();
      const decided = decide(asking, round < MAX_ROUNDS);
      if (decided !== 'ask') return decided;
    }
  }

  return (asked) => {
    const asking = isStore(asked.slug) ? asked : { ...asked, slug: NO_STORE };
    const decided = decide(asking, true);
    return decided === 'ask' ? decideTogether(asking) : decided;
  };
}

function leftOf({ policy, here, elsewhere }: Counter): number {
  return Math.max(0, policy.quota - here - elsewhere);
}

/** A store that all together have used up refuses only those who had their share of it. */
function refusingOf({ agent, address, store, share }: Counts): Counter | undefined {
  if (leftOf(address) === 0) return address;
  if (leftOf(agent) === 0) return agent;
  return leftOf(store) === 0 && leftOf(share) === 0 ? store : undefined;
}

function refusal(counter: Counter, at: number): Admission {
  counter.refusals += 1;
  return {
    allowed: false,
    policy: counter.policy,
    remaining: 0,
    resetSeconds: secondsTo(counter, at),
    first: counter.refusals === 1,
  };
}

/** How busy others are at a store is nobody's business. */
function admission({ agent, address }: Counts, at: number): Admission {
  const narrowest = leftOf(address) < leftOf(agent) ? address : agent;
  return {
    allowed: true,
    policy: narrowest.policy,
    remaining: leftOf(narrowest),
    resetSeconds: secondsTo(narrowest, at),
    first: false,
  };
}

function secondsTo({ endsAt }: Counter, at: number): number {
  return Math.max(1, Math.ceil((endsAt - at) / 1_000));
}
