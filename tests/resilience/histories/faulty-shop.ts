import assert from 'node:assert/strict';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import type { Fault } from './histories.ts';

/** Fault: the shop does what it was asked, but answers after the timeout, without real waiting. */
export interface SlowFetch {
  fetch: typeof fetch;
  /** Lets the next call time out. */
  next(): void;
  forget(): void;
}

export function slowFetch(): SlowFetch {
  let slow = false;
  return {
    async fetch(input, init) {
      const isSlow = slow;
      slow = false;
      const answer = await fetch(input, init);
      if (!isSlow) return answer;
      await answer.text();
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    },
    next() {
      slow = true;
    },
    forget() {
      slow = false;
    },
  };
}

interface FaultyShop {
  control: RunningShop['control'];
  slow: SlowFetch;
  /** Calls the shop so that the service sees its recovery. */
  visit(): Promise<number>;
}

/** Runs `act` during a fault of the shop, and ends the fault. */
export async function withFault<Result>(
  { control, slow, visit }: FaultyShop,
  fault: Fault,
  act: () => Promise<Result>,
): Promise<Result> {
  if (fault === 'none') return act();
  if (fault === 'too_slow') slow.next();
  else if (fault === 'down_for_long') control.inject({ kind: 'down', times: 4 });
  else control.inject({ kind: fault, times: 1 });
  try {
    return await act();
  } finally {
    control.clearFaults();
    slow.forget();
    assert.equal(await visit(), 200, 'the shop is well again');
  }
}
