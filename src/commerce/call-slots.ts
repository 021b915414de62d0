import { CommerceError } from './errors.ts';
import { waitInLine } from './wait-in-line.ts';

export interface SlotLimits {
  concurrency: number;
  /** Queue length; calls above it are refused at once. */
  waiting: number;
  maxWaitMs: number;
  /** Error of a call that gets no slot; `platform_unavailable` when left out. */
  refusal?: () => CommerceError;
}

/** Runs the work in a free slot; throws when the queue is full or the wait too long. */
export type RunInSlot = <Result>(work: () => Promise<Result>, call: SlotCall) => Promise<Result>;

interface SlotCall {
  /** Writes overtake reads: a buyer waits for them, and a lease may be held meanwhile. */
  isWrite: boolean;
  /** Aborted when every caller has given up. */
  stop: AbortSignal | undefined;
}

/**
 * Limits concurrent calls: those to one shop, so that a slow one neither takes up this process nor is overrun when it recovers,
 * and those of one merchant.
 */
export function callSlots({ concurrency, waiting, maxWaitMs, refusal = tooMany }: SlotLimits): RunInSlot {
  const writes = new Set<() => void>();
  const reads = new Set<() => void>();
  let running = 0;

  function releaseSlot(): void {
    const queue = writes.size > 0 ? writes : reads;
    const [next] = queue;
    if (!next) {
      running -= 1;
      return;
    }
    next();
  }

  function waitForSlot({ isWrite, stop }: SlotCall): Promise<void> {
    const queue = isWrite ? writes : reads;
    if (writes.size + reads.size >= waiting) return Promise.reject(refusal());
    return waitInLine(queue, { stop, maxWaitMs, refusal });
  }

  return async (work, call) => {
    call.stop?.throwIfAborted();
    if (running < concurrency) running += 1;
    else await waitForSlot(call);
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}

function tooMany(): CommerceError {
  const message = 'The store has as many requests as it can take right now. Try again in 2 seconds.';
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds: 2 });
}
