import { callSlots, type RunInSlot, type SlotLimits } from '../commerce/call/call-slots.ts';
import type { Admission, RatePolicy } from '../commerce/call/rate-limits.ts';
import type {
  MerchantKind,
  MerchantPlaces,
  MerchantPolicies,
  Party,
} from '../commerce/merchant/merchant-limits.ts';
import { countWithin } from './admission.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

interface Limiting {
  counters: RateCounters;
  /** Undefined without quotas. */
  policies: MerchantPolicies | undefined;
  places: MerchantPlaces;
  now: () => number;
}

export interface MerchantLimiter {
  /** Counts a request within its quotas; a refused one is not counted. Undefined without quotas. */
  count(party: Party, id: string, kind: MerchantKind): Promise<Admission | undefined>;
  /** Waits for a place; resolves with the function that leaves it. Throws `too_many_requests`. */
  enter(party: Party, id: string, kind: MerchantKind): Promise<() => void>;
}

/** Admits signed-in requests. Quotas are shared by all processes, places are of this one. */
export function createMerchantLimiter({ counters, policies, places, now }: Limiting): MerchantLimiter {
  const createPartyLines = (party: Party) => ({
    request: createLines(places[party].request),
    costly: createLines(places[party].costly),
    file: createLines(places[party].file),
  });
  const waiting = { account: createPartyLines('account'), organization: createPartyLines('organization') };
  return {
    async count(party, id, kind) {
      if (!policies) return undefined;
      const { request, file } = policies[party];
      const at = now();
      const findCounter = (policy: RatePolicy) => counters.getCounter(`${policy.name} ${id}`, policy, at);
      const counted: [Counter, ...Counter[]] = [findCounter(request)];
      if (kind === 'file') counted.push(findCounter(file));
      return counters.decide(
        () => counted,
        () => countWithin(counters, counted, at),
      );
    },
    enter: (party, id, kind) => waiting[party][kind](id),
  };
}

interface Line {
  inSlot: RunInSlot;
  requests: number;
}

/** A line for each account or organization; forgotten when its last request leaves. */
function createLines(limits: SlotLimits) {
  const linesById = new Map<string, Line>();
  return (id: string): Promise<() => void> => {
    const line = linesById.get(id) ?? { inSlot: callSlots(limits), requests: 0 };
    linesById.set(id, line);
    line.requests += 1;
    const leave = () => {
      line.requests -= 1;
      if (line.requests === 0) linesById.delete(id);
    };
    return new Promise((resolve, reject) => {
      const { promise: left, resolve: release } = Promise.withResolvers<void>();
      const stay = () => {
        resolve(release);
        return left;
      };
      line.inSlot(stay).catch(reject).finally(leave);
    });
  };
}
