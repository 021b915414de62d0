import { CommerceError } from '../../commerce/errors.ts';

const MIB = 1024 * 1024;
/** Answers up to this size cost nothing; a page of a hundred products is seldom larger. */
const FREE_BYTES = MIB;
const BURST_BYTES = 20 * MIB;
const BYTES_PER_SECOND = 2 * MIB;

/**
 * Token bucket over the size of one shop's large answers: 10 MB occupy a processor for tens of milliseconds. Counts bytes beyond
 * the first MiB of each answer.
 */
export function createLargeAnswers(now: () => number = () => performance.now()) {
  let left = BURST_BYTES;
  let countedAt = now();

  function refill(): void {
    const at = now();
    left = Math.min(BURST_BYTES, left + ((at - countedAt) / 1_000) * BYTES_PER_SECOND);
    countedAt = at;
  }

  return {
    /** Throws `platform_unavailable` with the seconds to wait when the bucket is empty. */
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

/** Above every real answer of 10 MB: a page of 100 products with 100 variants each has 300,000 members. */
export const MAX_JSON_PARTS = 500_000;
