import { CommerceError } from '../../commerce/errors.ts';

const MIB = 1024 * 1024;
/** An answer of usual size costs nothing; a page of a hundred products is seldom larger. */
const FREE_BYTES = MIB;
const BURST_BYTES = 20 * MIB;
const BYTES_PER_SECOND = 2 * MIB;

/**
 * Bounds the cost of one shop's large answers to this process: to parse one of 10 MB holds up the requests of all stores for tens of
 * milliseconds. Counts the characters beyond the first million of each answer.
 */
export function largeAnswers(now: () => number = () => performance.now()) {
  let left = BURST_BYTES;
  let countedAt = now();

  function refill(): void {
    const at = now();
    left = Math.min(BURST_BYTES, left + ((at - countedAt) / 1_000) * BYTES_PER_SECOND);
    countedAt = at;
  }

  return {
    /** Throws `platform_unavailable` with the seconds to wait when the shop's large answers have used up their share. */
    refuseWhenUsedUp(): void {
      refill();
      if (left > 0) return;
      const retryAfterSeconds = Math.ceil(1 - left / BYTES_PER_SECOND);
      const message = `The store's answers are too large to read more of them now. Try again in ${retryAfterSeconds} seconds.`;
      throw new CommerceError('platform_unavailable', message, { retryAfterSeconds });
    },

    count(bytes: number): void {
      left -= Math.max(0, bytes - FREE_BYTES);
    },
  };
}
