export interface DiscoveryLimits {
  /** Fetches in a minute: all, to one origin, and for one asking address. */
  perMinute: number;
  perMinuteOfOrigin: number;
  perMinuteOfAddress: number;
  /** Fetches at the same time: all, and to one origin or for one address. */
  concurrent: number;
  concurrentOfOne: number;
}

/** The shares of which one fetch of a profile is taken. */
export interface Discovery {
  origin: string;
  /** The asking client's network, in words that are no origin; undefined for background work, which has no share of its own. */
  address: string | undefined;
}

const MINUTE_MS = 60_000;

/** Bounds the fetches of profiles, so that no asking address and no origin uses up what there is for all. */
export function discoveryBudget(limits: DiscoveryLimits, now: () => number) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  let running = 0;
  const takenBy = new Map<string, number>();
  const runningBy = new Map<string, number>();

  function startMinute(): void {
    if (now() >= startedAt && now() - startedAt < MINUTE_MS) return;
    startedAt = now();
    taken = 0;
    takenBy.clear();
  }

  function isWithin({ origin, address }: Discovery): boolean {
    if (taken >= limits.perMinute || running >= limits.concurrent) return false;
    if (countOf(takenBy, origin) >= limits.perMinuteOfOrigin) return false;
    if (address !== undefined && countOf(takenBy, address) >= limits.perMinuteOfAddress) return false;
    return sharesOf({ origin, address }).every((each) => countOf(runningBy, each) < limits.concurrentOfOne);
  }

  return {
    /** False when a bound is reached; else the fetch is counted, and `release` must follow it. */
    take(discovery: Discovery): boolean {
      startMinute();
      if (!isWithin(discovery)) return false;
      taken += 1;
      running += 1;
      for (const share of sharesOf(discovery)) {
        takenBy.set(share, countOf(takenBy, share) + 1);
        runningBy.set(share, countOf(runningBy, share) + 1);
      }
      return true;
    },

    release(discovery: Discovery): void {
      running -= 1;
      for (const share of sharesOf(discovery)) {
        const left = countOf(runningBy, share) - 1;
        if (left > 0) runningBy.set(share, left);
        else runningBy.delete(share);
      }
    },

    secondsLeft: () => Math.max(1, Math.min(60, Math.ceil((startedAt + MINUTE_MS - now()) / 1_000))),
  };
}

function sharesOf({ origin, address }: Discovery): string[] {
  return address === undefined ? [origin] : [origin, address];
}

function countOf(counts: ReadonlyMap<string, number>, share: string): number {
  return counts.get(share) ?? 0;
}
