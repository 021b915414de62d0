import { CommerceError } from '../errors.ts';
import { waitInLine } from './wait-in-line.ts';

export interface SlotLimits {
  concurrency: number;
  /** Queue length; calls above it are refused at once. */
  waiting: number;
  maxWaitMs: number;
  /** Error of a call that gets no slot; `platform_unavailable` when left out. */
  refusal?: () => CommerceError;
}

/**
 * Runs the work in a free slot; throws when the queue is full or the wait too long. `stop` is aborted when every caller has
 * given up.
 */
export type RunInSlot = <Result>(work: () => Promise<Result>, stop?: AbortSignal) => Promise<Result>;

/** Limits concurrent calls, first come first served: the look-ups of names, and the calls of one merchant. */
export function callSlots({
  concurrency,
  waiting,
  maxWaitMs,
  refusal = createTooManyError,
}: SlotLimits): RunInSlot {
  const line = new Set<() => void>();
  let running = 0;

  function releaseSlot(): void {
    const [next] = line;
    if (next) next();
    else running -= 1;
  }

  return async (work, stop) => {
    stop?.throwIfAborted();
    if (running < concurrency) running += 1;
    else if (line.size >= waiting) throw refusal();
    else await waitInLine(line, { stop, maxWaitMs, refusal });
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}

function createTooManyError(): CommerceError {
  const message = 'The store has as many requests as it can take right now. Try again in 2 seconds.';
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds: 2 });
}
