import { LRUCache } from 'lru-cache';
import { type RatePolicy, WINDOW_MS } from '../commerce/rate-limits.ts';
import { withTimeout } from '../commerce/with-timeout.ts';
import type { RateWindows } from '../storage/repositories/rate-windows.ts';

/** One count in one window, as this process knows it. */
export interface Counter {
  bucket: string;
  policy: RatePolicy;
  endsAt: number;
  /** Admitted here. */
  here: number;
  /** How many of these the others have been told of. */
  told: number;
  /** Admitted by other processes, as they last told. */
  elsewhere: number;
  refusals: number;
}

export interface RateCounters {
  /** The count of this window, from zero where it is not known. */
  of(bucket: string, policy: RatePolicy, now: number): Counter;
  /** Counts one that is admitted. */
  add(counter: Counter): void;
  /** True when so much was admitted here without a word to the others that they must be heard first. */
  mustAsk(counter: Counter): boolean;
  /** Resolves when the others are told and heard, or cannot be: from then on this process counts alone for a while. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

interface Counting {
  rateWindows: RateWindows;
  now: () => number;
  log: { warn(details: object, message: string): void };
}

/** Some 800 bytes each, 40 MB in all: names of counts are short. Evicted counts restart at zero. */
const MAX_COUNTERS = 50_000;
const SYNC_INTERVAL_MS = 250;
const EXCHANGE_TIMEOUT_MS = 1_000;
const ALONE_DURATION_MS = 5_000;

/** What a process may admit of one quota before the others are told. */
const quietly = ({ quota }: RatePolicy) => Math.max(1, Math.floor(quota / 10));

/**
 * Counts in memory, and exchanges with the database what is many, every 250 ms and for all counts together: below a twentieth of
 * a quota nobody is told, and never is more than a tenth of it untold. So N processes admit at most N tenths above it.
 */
export function rateCounters({ rateWindows, now, log }: Counting): RateCounters {
  const kept = new LRUCache<string, Counter>({ max: MAX_COUNTERS });
  const untold = new Set<Counter>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const isAlone = () => closed || performance.now() < aloneUntil;

  function tellSoon(): void {
    if (timer !== undefined || isAlone()) return;
    timer = setTimeout(() => {
      timer = undefined;
      void ask();
    }, SYNC_INTERVAL_MS).unref();
  }

  /** One exchange at a time: who comes while one is under way waits for the next. */
  function ask(): Promise<void> {
    if (!running) return begin();
    next ??= running.then(begin);
    return next;
  }

  function begin(): Promise<void> {
    next = undefined;
    running = exchange().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function exchange(): Promise<void> {
    if (untold.size === 0 || isAlone()) return;
    const counters = [...untold];
    untold.clear();
    const additions = counters.map(({ bucket, endsAt, here, told }) => ({
      bucket,
      endsAt,
      count: here - told,
    }));
    try {
      const totals = await withTimeout({ timeoutMs: EXCHANGE_TIMEOUT_MS }, () => rateWindows.add(additions));
      counters.forEach((counter, index) => {
        counter.told += additions[index]?.count ?? 0;
        counter.elsewhere = Math.max(0, (totals[index] ?? 0) - counter.told);
      });
      await forgetNowAndThen();
    } catch (error) {
      aloneUntil = performance.now() + ALONE_DURATION_MS;
      for (const counter of counters) untold.add(counter);
      log.warn({ err: error }, 'Rates are counted by this process alone for a while');
    }
  }

  async function forgetNowAndThen(): Promise<void> {
    if (performance.now() - forgottenAt < WINDOW_MS) return;
    forgottenAt = performance.now();
    await rateWindows.forget(now());
  }

  return {
    of(bucket, policy, at) {
      const endsAt = (Math.floor(at / WINDOW_MS) + 1) * WINDOW_MS;
      const known = kept.get(bucket);
      if (known?.endsAt === endsAt) return known;
      const counter = { bucket, policy, endsAt, here: 0, told: 0, elsewhere: 0, refusals: 0 };
      kept.set(bucket, counter);
      return counter;
    },

    add(counter) {
      counter.here += 1;
      if (counter.here * 2 < quietly(counter.policy)) return;
      if (untold.size < MAX_COUNTERS) untold.add(counter);
      tellSoon();
    },

    mustAsk: (counter) => counter.here - counter.told >= quietly(counter.policy) && !isAlone(),
    ask,

    async close() {
      closed = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}
