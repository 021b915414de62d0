import { CommerceError } from '../commerce/errors.ts';

export interface SlotLimits {
  concurrency: number;
  waiting: number;
  maxWaitMs: number;
  /** Error of a call that gets no slot; `platform_unavailable` when left out. */
  refusal?: () => CommerceError;
}

/** Waits for a free slot, and resolves with the function that leaves it; throws when the queue is full or the wait too long. */
export type EnterSlot = (stop?: AbortSignal) => Promise<() => void>;

/** Limits concurrent calls, first come first served. `stop` is aborted when every caller has given up. */
export function createSlots(limits: SlotLimits): EnterSlot {
  const { concurrency, waiting, maxWaitMs, refusal = createTooManyError } = limits;
  const line = new Set<() => void>();
  let running = 0;

  function leave(): void {
    const [next] = line;
    if (next) next();
    else running -= 1;
  }

  return async (stop) => {
    stop?.throwIfAborted();
    if (running < concurrency) running += 1;
    else if (line.size >= waiting) throw refusal();
    else await waitInLine(line, { stop, maxWaitMs, refusal });
    return leave;
  };
}

export type RunInSlot = <Result>(work: () => Promise<Result>, stop?: AbortSignal) => Promise<Result>;

export function callSlots(limits: SlotLimits): RunInSlot {
  const enter = createSlots(limits);
  return async (work, stop) => {
    const leave = await enter(stop);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

function createTooManyError(): CommerceError {
  const message = 'The store has as many requests as it can take right now. Try again in 2 seconds.';
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds: 2 });
}

interface Waiting {
  stop: AbortSignal | undefined;
  maxWaitMs: number;
  refusal(): Error;
}

/** Waits until the function that this adds to the line is called. Leaves the line when it rejects: stopped, or too late. */
export function waitInLine(line: Set<() => void>, { stop, maxWaitMs, refusal }: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      line.delete(begin);
      clearTimeout(timer);
      stop?.removeEventListener('abort', onAbort);
    };
    const leave = (reason: unknown) => {
      settle();
      reject(reason);
    };
    const onAbort = () => leave(stop?.reason);
    const timer = setTimeout(() => leave(refusal()), maxWaitMs);
    const begin = () => {
      settle();
      resolve();
    };
    stop?.addEventListener('abort', onAbort, { once: true });
    line.add(begin);
  });
}
