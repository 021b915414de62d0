import { UpstreamFailure } from './failures.ts';

export type CircuitCondition = 'closed' | 'open' | 'half_open';

const MAX_FAILURES_IN_A_ROW = 10;
export const CIRCUIT_REOPEN_DELAY_MS = 5_000;

/** Its cause is the shop's last failure: that the circuit is open says nothing of the shop. */
export class CircuitOpenError extends Error {
  declare readonly cause: UpstreamFailure | undefined;
}

/**
 * Opens after a row of upstream failures; after the delay one call probes the shop, and calls that arrive meanwhile wait for its end.
 * Monotonic clock: setting the wall clock back must not extend the delay.
 */
export function createCircuitBreaker(onChange: (condition: CircuitCondition) => void = () => {}) {
  let condition: CircuitCondition = 'closed';
  let failures = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<void> | undefined;
  let lastFailure: UpstreamFailure | undefined;

  function changeCondition(next: CircuitCondition): void {
    if (next === condition) return;
    if (next === 'open') openedAt = performance.now();
    condition = next;
    onChange(next);
  }

  /** Stores a failure of the shop; false for any other error. */
  function recordFailure(error: unknown): boolean {
    if (!(error instanceof UpstreamFailure)) return false;
    lastFailure = error;
    return true;
  }

  async function runClosed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      if (recordFailure(error)) failures += 1;
      if (failures >= MAX_FAILURES_IN_A_ROW && condition === 'closed') changeCondition('open');
      throw error;
    }
  }

  async function runProbe<Result>(work: () => Promise<Result>): Promise<Result> {
    const ended = Promise.withResolvers<void>();
    probe = ended.promise;
    changeCondition('half_open');
    try {
      const result = await work();
      failures = 0;
      changeCondition('closed');
      return result;
    } catch (error) {
      changeCondition(recordFailure(error) ? 'open' : 'closed');
      throw error;
    } finally {
      probe = undefined;
      ended.resolve();
    }
  }

  /** Throws CircuitOpenError without running the work while the shop is left alone. */
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    while (probe) await probe;
    if (condition === 'closed') return runClosed(work);
    if (performance.now() - openedAt < CIRCUIT_REOPEN_DELAY_MS)
      throw new CircuitOpenError('', { cause: lastFailure });
    return runProbe(work);
  };
}
