interface Timeout<Result> {
  timeoutMs: number;
  /** Ends the work before its timeout. */
  stop?: AbortSignal | undefined;
  /** Returns the result on timeout, or throws; throws a TimeoutError by default. */
  late?: () => Result;
}

/**
 * Settles within the timeout whatever the work does. The work's signal is aborted on timeout, when `stop` is aborted (its
 * reason) and when the work fails, so that nothing stays allocated.
 */
export async function withTimeout<Result>(
  { timeoutMs, stop, late = throwTimeout }: Timeout<Result>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  stop?.throwIfAborted();
  const ended = new AbortController();
  const { promise: over, resolve, reject } = Promise.withResolvers<Result>();
  const end = (outcome: () => Result) => {
    try {
      resolve(outcome());
      ended.abort();
    } catch (error) {
      ended.abort(error);
      reject(error);
    }
  };
  const onAbort = () =>
    end(() => {
      throw stop?.reason;
    });
  const timer = setTimeout(() => end(late), timeoutMs);
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
