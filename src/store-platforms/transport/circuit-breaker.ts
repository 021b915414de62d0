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

  async function run<Result>(work: () => Promise<Result>, isProbe: boolean): Promise<Result> {
    try {
      const result = await work();
      failures = 0;
      if (isProbe) changeCondition('closed');
      return result;
    } catch (error) {
      recordFailure(error, isProbe);
      throw error;
    }
  }

  function recordFailure(error: unknown, isProbe: boolean): void {
    const failure = error instanceof UpstreamFailure ? error : undefined;
    if (failure) failures += 1;
    lastFailure = failure ?? lastFailure;
    if (isProbe) changeCondition(failure ? 'open' : 'closed');
    else if (failures >= MAX_FAILURES_IN_A_ROW && condition === 'closed') changeCondition('open');
  }

  /** Throws CircuitOpenError without running the work while the shop is left alone. */
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    while (probe) await probe;
    if (condition === 'closed') return run(work, false);
    if (performance.now() - openedAt < CIRCUIT_REOPEN_DELAY_MS)
      throw new CircuitOpenError('', { cause: lastFailure });
    changeCondition('half_open');
    const answer = run(work, true);
    const endProbe = () => {
      probe = undefined;
    };
    probe = answer.then(endProbe, endProbe);
    return answer;
  };
}
