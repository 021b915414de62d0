import assert from 'node:assert/strict';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import type { Trouble } from './histories.ts';

/** A shop that does what it was asked, and is then not waited for any longer: without anybody waiting. */
export interface SlowFetch {
  fetch: typeof fetch;
  /** The next call takes too long. */
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

interface TroubledShop {
  control: RunningShop['control'];
  slow: SlowFetch;
  /** Asks it for something, so that the service sees that it is well again. */
  visit(): Promise<number>;
}

/** Does something while the shop is in trouble, which is over then. */
export async function inTrouble<Result>(
  { control, slow, visit }: TroubledShop,
  trouble: Trouble,
  act: () => Promise<Result>,
): Promise<Result> {
  if (trouble === 'none') return act();
  if (trouble === 'too_slow') slow.next();
  else if (trouble === 'down_for_long') control.inject({ kind: 'down', times: 4 });
  else control.inject({ kind: trouble, times: 1 });
  try {
    return await act();
  } finally {
    control.clearFaults();
    slow.forget();
    assert.equal(await visit(), 200, 'the shop is well again');
  }
}
