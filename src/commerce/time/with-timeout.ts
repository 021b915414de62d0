interface Timeout<Result> {
  /** Infinity: none. */
  timeoutMs: number;
  stop?: AbortSignal | undefined;
  /** Returns the result on timeout, or throws; throws a TimeoutError by default. */
  late?: () => Result;
}

/** Settles within the timeout. The signal of the work is aborted then, with `stop`, and when it fails: nothing stays allocated. */
export async function withTimeout<Result>(
  { timeoutMs, stop, late = throwTimeout }: Timeout<Result>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  stop?.throwIfAborted();
  const ended = new AbortController();
  const { promise: over, resolve, reject } = Promise.withResolvers<Result>();
  const onTimeout = () => {
    try {
      resolve(late());
      ended.abort();
    } catch (error) {
      reject(error);
    }
  };
  const onAbort = () => reject(stop?.reason);
  const timer = Number.isFinite(timeoutMs) ? setTimeout(onTimeout, timeoutMs) : undefined;
  stop?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(ended.signal), over]);
  } catch (error) {
    ended.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onAbort);
  }
}

function throwTimeout(): never {
  throw new DOMException('The deadline has passed', 'TimeoutError');
}
