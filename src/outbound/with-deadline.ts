interface Deadline {
  timeoutMs: number;
  /** Ends the work before its timeout. */
  stop?: AbortSignal | undefined;
}

/**
 * Settles within the timeout whatever the work does. The work's signal is aborted on timeout (TimeoutError), when `stop` is
 * aborted (its reason) and when the work fails, so that nothing stays allocated.
 */
export async function withDeadline<Result>(
  { timeoutMs, stop }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  stop?.throwIfAborted();
  const ended = new AbortController();
  const over = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    ended.abort(reason);
    over.reject(reason);
  };
  const stopped = () => end(stop?.reason);
  const timer = setTimeout(() => end(new DOMException('The deadline has passed', 'TimeoutError')), timeoutMs);
  stop?.addEventListener('abort', stopped, { once: true });
  try {
    return await Promise.race([work(ended.signal), over.promise]);
  } catch (error) {
    ended.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', stopped);
  }
}
