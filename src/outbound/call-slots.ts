import { CommerceError } from '../commerce/errors.ts';

export interface SlotLimits {
  concurrency: number;
  /** Queue length; calls above it are refused at once. */
  waiting: number;
  maxWaitMs: number;
}

/** Runs the work in a free slot; throws `platform_unavailable` when the queue is full or the wait too long. */
export type RunInSlot = <Result>(work: () => Promise<Result>, call: Waiting) => Promise<Result>;

interface Waiting {
  /** True for writes, which overtake reads: a buyer waits for them, and a lease may be held meanwhile. */
  first: boolean;
  /** Aborted when every caller has given up. */
  stop: AbortSignal | undefined;
}

interface Turn {
  begin(): void;
}

/**
 * Limits the concurrent calls to one shop, so that a slow shop neither takes up this process nor is overrun when it recovers.
 */
export function callSlots({ concurrency, waiting, maxWaitMs }: SlotLimits): RunInSlot {
  const changes = new Set<Turn>();
  const reads = new Set<Turn>();
  let busy = 0;

  function pass(): void {
    const queue = changes.size > 0 ? changes : reads;
    const [next] = queue;
    if (!next) {
      busy -= 1;
      return;
    }
    queue.delete(next);
    next.begin();
  }

  function turn({ first, stop }: Waiting): Promise<void> {
    const queue = first ? changes : reads;
    if (changes.size + reads.size >= waiting) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        queue.delete(mine);
        settled();
        reject(reason);
      };
      const stopped = () => leave(stop?.reason);
      const timer = setTimeout(() => leave(tooMany()), maxWaitMs);
      const settled = () => {
        clearTimeout(timer);
        stop?.removeEventListener('abort', stopped);
      };
      const mine: Turn = {
        begin() {
          settled();
          resolve();
        },
      };
      stop?.addEventListener('abort', stopped, { once: true });
      queue.add(mine);
    });
  }

  return async (work, call) => {
    call.stop?.throwIfAborted();
    if (busy < concurrency) busy += 1;
    else await turn(call);
    try {
      return await work();
    } finally {
      pass();
    }
  };
}

function tooMany(): CommerceError {
  const message = 'The store has as many requests as it can take right now. Try again in 2 seconds.';
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds: 2 });
}
