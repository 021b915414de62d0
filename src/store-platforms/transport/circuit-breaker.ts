import { UpstreamFailure } from './failures.ts';

export type CircuitCondition = 'closed' | 'open' | 'half_open';

const MAX_FAILURES_IN_A_ROW = 10;
export const CIRCUIT_REOPEN_DELAY_MS = 5_000;

/** Its cause is the shop's last failure: that the circuit is open says nothing of the shop. */
export class CircuitOpenError extends Error {
  declare readonly cause: UpstreamFailure | undefined;
}

/** Opens after a row of failures, then probes by one call, for whose end others wait. Monotonic clock: setting the wall clock must not extend it. */
export function createCircuitBreaker(onChange: (condition: CircuitCondition) => void = () => {}) {
  let condition: CircuitCondition = 'closed';
  let failures = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<unknown> | undefined;
  let lastFailure: UpstreamFailure | undefined;

  function changeCondition(next: CircuitCondition): void {
    if (next === condition) return;
    if (next === 'open') openedAt = performance.now();
    condition = next;
    onChange(next);
  }

  /** `settle` is called at the end, with whether the shop has failed. */
  async function run<Result>(work: () => Promise<Result>, settle: (hasFailed: boolean) => void) {
    let hasFailed = false;
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      hasFailed = error instanceof UpstreamFailure;
      if (error instanceof UpstreamFailure) lastFailure = error;
      if (hasFailed) failures += 1;
      throw error;
    } finally {
      settle(hasFailed);
    }
  }

  const openAfterRow = () => {
    if (failures >= MAX_FAILURES_IN_A_ROW && condition === 'closed') changeCondition('open');
  };
  const endProbe = (hasFailed: boolean) => {
    probe = undefined;
    changeCondition(hasFailed ? 'open' : 'closed');
  };

  /** Throws CircuitOpenError without running the work while the shop is left alone. */
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    while (probe) await probe.catch(() => undefined);
    if (condition === 'closed') return run(work, openAfterRow);
    if (performance.now() - openedAt < CIRCUIT_REOPEN_DELAY_MS)
      throw new CircuitOpenError('', { cause: lastFailure });
    changeCondition('half_open');
    // Asynchronous also for work that throws at once: the probe must not end before it is known.
    const answer = run(async () => work(), endProbe);
    probe = answer;
    return answer;
  };
}
