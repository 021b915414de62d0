import { LRUCache } from 'lru-cache';
import { limitEntries } from '../commerce/paging/max-entries.ts';
import { toIso } from '../commerce/time/time.ts';
import { withTimeout } from '../commerce/time/with-timeout.ts';
import type { RateWindows } from '../storage/repositories/jobs/rate-windows.ts';

export interface RatePolicy {
  name: string;
  /** Requests in each minute. */
  quota: number;
}

/** A usual quota times the installation's `factor`; at least one. */
export function scaleQuota(name: string, quota: number, factor: number): RatePolicy {
  return { name, quota: Math.max(1, Math.round(quota * factor)) };
}

export const WINDOW_MS = 60_000;

/** Windows in which no process counts at `now`: windows before the last one, and windows that only a wrong clock begins. */
export function computeOutdatedWindows(now: number): Record<'before' | 'beyond', string> {
  return { before: toIso(now - WINDOW_MS), beyond: toIso(now + 60 * WINDOW_MS) };
}

export interface Counter {
  bucket: string;
  policy: RatePolicy;
  endsAt: number;
  here: number;
  /** Part of `here` that was published to other processes. */
  published: number;
  /** Admitted by other processes, as last published. */
  elsewhere: number;
  refusals: number;
}

export type RateCounters = ReturnType<typeof rateCounters>;

interface Counting {
  rateWindows: RateWindows;
  now: () => number;
  log: { warn(details: object, message: string): void };
}

/** About 800 bytes each, 40 MB in all. Evicted counts restart at zero. */
const MAX_COUNTERS = 50_000;
const SYNC_INTERVAL_MS = 250;
const EXCHANGE_TIMEOUT_MS = 1_000;
const ALONE_DURATION_MS = 5_000;
/** Exchanges before a decision; each lets a tenth of a quota pass. */
const MAX_EXCHANGES = 20;

/** Admissions of one quota that may stay unpublished. */
const computeMaxUnpublished = ({ quota }: RatePolicy) => Math.max(1, Math.floor(quota / 10));

/** Exchanges counts in batches; at most a tenth of a quota stays unpublished, so N processes admit at most N tenths above it. */
export function rateCounters({ rateWindows, now, log }: Counting) {
  const counters = new LRUCache<string, Counter>(limitEntries(MAX_COUNTERS));
  const unpublished = new Set<Counter>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const isAlone = () => closed || performance.now() < aloneUntil;

  function exchangeSoon(): void {
    if (timer !== undefined || isAlone()) return;
    timer = setTimeout(() => {
      timer = undefined;
      void exchange();
    }, SYNC_INTERVAL_MS).unref();
  }

  /**
   * Exchanges counts with the other processes; on failure this process counts alone for a while. One exchange runs at a time:
   * a caller during one waits for the next.
   */
  function exchange(): Promise<void> {
    if (!running) return begin();
    next ??= running.then(begin);
    return next;
  }

  function begin(): Promise<void> {
    next = undefined;
    running = publish().finally(() => {
      running = undefined;
    });
    return running;
  }

  const mustExchange = (counter: Counter | undefined) =>
    counter !== undefined && counter.here - counter.published >= computeMaxUnpublished(counter.policy);

  async function publish(): Promise<void> {
    if (unpublished.size === 0 || isAlone()) return;
    const published = [...unpublished];
    unpublished.clear();
    const additions = published.map((each) => {
      return { bucket: each.bucket, endsAt: each.endsAt, count: each.here - each.published };
    });
    try {
      const totals = await withTimeout({ timeoutMs: EXCHANGE_TIMEOUT_MS }, () => rateWindows.add(additions));
      published.forEach((counter, index) => {
        counter.published += additions[index]?.count ?? 0;
        counter.elsewhere = Math.max(0, (totals[index] ?? 0) - counter.published);
      });
      await forgetNowAndThen();
    } catch (error) {
      aloneUntil = performance.now() + ALONE_DURATION_MS;
      for (const counter of published) unpublished.add(counter);
      log.warn({ err: error }, 'Rates are counted by this process alone for a while');
    }
  }

  async function forgetNowAndThen(): Promise<void> {
    if (performance.now() - forgottenAt < WINDOW_MS) return;
    forgottenAt = performance.now();
    await rateWindows.forget(computeOutdatedWindows(now()));
  }

  return {
    /** Finds or starts the count of the current window. */
    getCounter(bucket: string, policy: RatePolicy, at: number): Counter {
      const endsAt = (Math.floor(at / WINDOW_MS) + 1) * WINDOW_MS;
      const current = counters.get(bucket);
      if (current?.endsAt === endsAt) return current;
      const counter = { bucket, policy, endsAt, here: 0, published: 0, elsewhere: 0, refusals: 0 };
      counters.set(bucket, counter);
      return counter;
    },

    /** Counts an admitted request; 0 only learns what others have counted, and -1 takes one back. */
    add(counter: Counter, amount = 1): void {
      counter.here += amount;
      if (Math.max(counter.here, counter.published) * 2 < computeMaxUnpublished(counter.policy)) return;
      if (unpublished.size < MAX_COUNTERS) unpublished.add(counter);
      exchangeSoon();
    },

    /** Decides once no count has too many unpublished admissions. `decide` compares and adds in that same turn of the event loop. */
    async decide<Decision>(getCounts: () => readonly (Counter | undefined)[], decide: () => Decision) {
      for (let exchanges = 0; exchanges < MAX_EXCHANGES; exchanges += 1) {
        if (isAlone() || !getCounts().some(mustExchange)) break;
        await exchange();
      }
      return decide();
    },

    exchange,

    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}

/**
 * Hands the calls of each bucket of a store's own limits in the minute of `at`, over all processes, to `decide`: no other call is
 * counted before it has added its own. `max`: the quota of a minute that the calls are compared with.
 */
export type CountCalls = <Decision extends object>(
  limits: readonly ({ bucket: string; max: number } | undefined)[],
  at: number,
  decide: (counts: readonly ({ calls: number; add(): void } | undefined)[]) => Decision,
) => Promise<Decision>;

export const countCalls =
  ({ getCounter, add, ...counters }: RateCounters): CountCalls =>
  (limits, at, decide) => {
    const limitCounters = limits.map(
      (limit) => limit && getCounter(limit.bucket, { name: 'rule', quota: limit.max }, at),
    );
    const toCount = (counter: Counter | undefined) =>
      counter && { calls: counter.here + counter.elsewhere, add: () => add(counter) };
    return counters.decide(
      () => limitCounters,
      () => decide(limitCounters.map(toCount)),
    );
  };

export type Admission = ReturnType<typeof toAdmission>;

export function computeLeft({ policy, here, elsewhere }: Counter): number {
  return Math.max(0, policy.quota - here - elsewhere);
}

export function refuseBy(counter: Counter, at: number): Admission {
  counter.refusals += 1;
  return { ...toAdmission([counter], at), allowed: false, first: counter.refusals === 1 };
}

/** Reports the count of an admitted request that has the least left. */
export function toAdmission(counters: readonly [Counter, ...Counter[]], at: number) {
  const narrowest = counters.reduce((one, other) => (computeLeft(other) < computeLeft(one) ? other : one));
  return {
    allowed: true,
    /** The policy with the least quota left, or the policy that refuses. */
    policy: narrowest.policy,
    remaining: computeLeft(narrowest),
    /** Time until the next window, 1 to 60. */
    resetSeconds: Math.max(1, Math.ceil((narrowest.endsAt - at) / 1_000)),
    /** True for the first refusal by this count in this minute: only that is logged. */
    first: false,
  };
}

/** Counts a request within all of these quotas, or refuses it. */
export function countWithin(
  { decide, add }: RateCounters,
  counters: readonly [Counter, ...Counter[]],
  at: number,
): Promise<Admission> {
  return decide(
    () => counters,
    () => {
      const refusing = counters.find((counter) => computeLeft(counter) === 0);
      if (refusing) return refuseBy(refusing, at);
      for (const counter of counters) add(counter);
      return toAdmission(counters, at);
    },
  );
}
