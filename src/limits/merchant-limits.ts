import { toTooManyRequestsError } from '../commerce/errors.ts';
import { createSlots, type EnterSlot } from './call-slots.ts';
import { type Admission, type Counter, countWithin, type RateCounters, scaleQuota } from './rate-counters.ts';

/** Kind of a signed-in request: a whole list as a file, a read of much, or any other. */
export type MerchantKind = 'request' | 'costly' | 'file';

export type Party = 'account' | 'organization';

/** Per minute. An open page of the console asks about once a second at most. */
const QUOTAS: Record<Party, Record<'request' | 'file', number>> = {
  account: { request: 600, file: 10 },
  organization: { request: 2_400, file: 40 },
};

const CONCURRENCY: Record<Party, Record<MerchantKind, number>> = {
  account: { request: 4, costly: 1, file: 1 },
  organization: { request: 8, costly: 2, file: 2 },
};

/** A line is as long as the connections of an address; a page of the console opens about six requests. */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

const NOUNS: Record<MerchantKind, string> = { request: 'requests', costly: 'costly requests', file: 'files' };

interface Limiting {
  counters: RateCounters;
  /** Multiplies the usual quotas, each of which stays at least 1; 0: no quotas. */
  factor: number;
  now: () => number;
}

export type MerchantLimiter = ReturnType<typeof createMerchantLimiter>;

/** Admits signed-in requests. Quotas are shared by all processes, places are of this one. */
export function createMerchantLimiter({ counters, factor, now }: Limiting) {
  /** Lines of accounts and organizations; forgotten when the last request leaves. */
  const lines = new Map<string, { enter: EnterSlot; requests: number }>();
  return {
    /** Counts a request within its quotas; a refused one is not counted. Undefined without quotas. */
    async count(party: Party, id: string, kind: MerchantKind): Promise<Admission | undefined> {
      if (factor === 0) return undefined;
      const at = now();
      const findCounter = (counted: 'request' | 'file') => {
        const policy = scaleQuota(`${party}-${counted}`, QUOTAS[party][counted], factor);
        return counters.getCounter(`${policy.name} ${id}`, policy, at);
      };
      const counted: [Counter, ...Counter[]] = [findCounter('request')];
      if (kind === 'file') counted.push(findCounter('file'));
      return countWithin(counters, counted, at);
    },

    /** Waits for a place; resolves with the function that leaves it. Throws `too_many_requests`. */
    async enter(party: Party, id: string, kind: MerchantKind): Promise<() => void> {
      const key = `${party} ${kind} ${id}`;
      const line = lines.get(key) ?? { enter: createLine(party, kind), requests: 0 };
      lines.set(key, line);
      line.requests += 1;
      const forget = () => {
        line.requests -= 1;
        if (line.requests === 0) lines.delete(key);
      };
      const leave = await line.enter().catch((error) => {
        forget();
        throw error;
      });
      return () => {
        leave();
        forget();
      };
    },
  };
}

function createLine(party: Party, kind: MerchantKind): EnterSlot {
  const message = `Too many ${NOUNS[kind]} at once. Send the next one when an earlier one is answered, or try again in ${RETRY_SECONDS} seconds.`;
  return createSlots({
    concurrency: CONCURRENCY[party][kind],
    waiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    refusal: () => toTooManyRequestsError(message, RETRY_SECONDS),
  });
}
