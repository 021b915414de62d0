import type { StoreContext } from './store-context.ts';

const POLL_INTERVAL_MS = 50;

/** Repeats `attempt` until it returns a value; undefined when the time is over. */
export async function poll<Found>(
  { wait }: Pick<StoreContext, 'wait'>,
  timeoutMs: number,
  attempt: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  // Monotonic clock: setting the wall clock back must not extend the wait.
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined || performance.now() >= deadline) return result;
    await wait(POLL_INTERVAL_MS);
  }
}
