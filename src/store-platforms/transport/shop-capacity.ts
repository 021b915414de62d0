/** How a call to the shop ended: `overrun` when the shop refused it for want of room, or did not answer in time. */
export type CallEnd = 'answered' | 'failed' | 'overrun';

const SMOOTHING = 0.2;
/** Calls after which the limit is decided anew; at least as many as the limit. */
const MIN_CALLS = 4;
/** A queue that costs less is not felt at the shop. */
const SLACK_MS = 20;
const BACKOFF = 0.7;
/** Mean duration in parts of that of a call alone. Below the first one the shop has room, above the second one calls queue in it. */
const HAS_ROOM = 1.25;
const IS_CROWDED = 1.5;

/**
 * Learns how many calls a shop bears at once: the limit begins at one, doubles and later grows while calls are as quick as one alone,
 * falls when they queue, and halves when the shop refuses a call or does not answer it.
 */
export function createShopCapacity(maxConcurrency: number) {
  /** Mean duration of a call alone, by operation. */
  const alone = new Map<string, number>();
  const running = new Set<RunningCall>();
  let limit = 1;
  /** Highest limit at which the shop was as quick as for a call alone. */
  let proven = 1;
  let isSlowStart = true;
  let meanMs = 0;
  let window = createWindow();

  function setLimit(next: number): void {
    limit = Math.max(1, Math.min(maxConcurrency, Math.floor(next)));
    proven = Math.min(proven, limit);
    window = createWindow();
  }

  function decide(): void {
    const slowness = window.slowness / window.calls;
    if (slowness > IS_CROWDED) {
      isSlowStart = false;
      setLimit(limit * BACKOFF);
    } else if (slowness < HAS_ROOM && window.isFull) {
      proven = limit;
      setLimit(isSlowStart ? limit * 2 : limit + 1);
    } else window = createWindow();
  }

  function learn({ operation, isAlone }: RunningCall, durationMs: number): void {
    meanMs = computeSmoothed(meanMs, durationMs);
    const shortest = alone.get(operation);
    if (shortest === undefined && alone.size >= MAX_OPERATIONS) alone.clear();
    alone.set(
      operation,
      isAlone ? computeSmoothed(shortest, durationMs) : Math.min(shortest ?? durationMs, durationMs),
    );
    window.calls += 1;
    window.slowness +=
      isAlone || shortest === undefined || durationMs - shortest < SLACK_MS ? 1 : durationMs / shortest;
    if (window.calls >= Math.max(MIN_CALLS, limit)) decide();
  }

  return {
    limit: () => limit,
    proven: () => proven,

    /** Mean milliseconds of the last calls; 0 before the first. */
    meanMs: () => meanMs,

    /** Counts a call that begins; the returned function counts its end. `isNeeded`: another call waits for its slot. */
    begin(operation: string): (end: CallEnd, durationMs: number, isNeeded: boolean) => void {
      const call = { operation, isAlone: running.size === 0 };
      for (const other of running) other.isAlone = false;
      running.add(call);
      const isFull = running.size >= limit;
      return (end, durationMs, isNeeded) => {
        running.delete(call);
        if (isNeeded && isFull) window.isFull = true;
        if (end === 'answered') learn(call, durationMs);
        if (end !== 'overrun') return;
        isSlowStart = false;
        setLimit(limit / 2);
      };
    },
  };
}

interface RunningCall {
  operation: string;
  /** False once another call has run at the same time. */
  isAlone: boolean;
}

const MAX_OPERATIONS = 100;

function createWindow() {
  return { calls: 0, slowness: 0, isFull: false };
}

function computeSmoothed(mean: number | undefined, value: number): number {
  return mean === undefined || mean === 0 ? value : mean + SMOOTHING * (value - mean);
}
