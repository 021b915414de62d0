interface Deadline {
  timeoutMs: number;
  /** Ends the work before its deadline. */
  stop?: AbortSignal | undefined;
}

/**
 * Settles by the deadline whatever the work does. At the deadline (TimeoutError), when `stop` is aborted (its reason) and when
 * the work fails, the signal that the work was given is aborted, so that nothing stays taken.
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
