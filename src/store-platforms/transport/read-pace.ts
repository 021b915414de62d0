/** Part of the shop's time that agents' searches and look-ups may take. */
const SHARE = 1 / 6;
/** Time at the shop that they may take at once, after a pause. */
const BURST_MS = 5_000;

/**
 * Token bucket over a shop's time, by which it is left to people: reads take a sixth of what it can do, whatever agents ask. A call
 * costs the time that its answer took, in parts of what the shop answers at once.
 */
export function readPace(now: () => number = () => performance.now()) {
  let left = BURST_MS;
  let countedAt = now();

  return {
    spend(ms: number): void {
      left -= ms;
    },

    /** Milliseconds until the next read may begin. */
    waitMs(): number {
      const at = now();
      left = Math.min(BURST_MS, left + (at - countedAt) * SHARE);
      countedAt = at;
      return left > 0 ? 0 : Math.ceil(-left / SHARE) + 1;
    },
  };
}
