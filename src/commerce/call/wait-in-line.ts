interface Waiting {
  /** Aborted when every caller has given up. */
  stop: AbortSignal | undefined;
  maxWaitMs: number;
  /** Error of a wait that is too long. */
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
