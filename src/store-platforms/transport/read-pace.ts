import type { CountProcesses } from '../../commerce/call/rate-limits.ts';

/** Part of the shop's time that agents' searches and look-ups may take. */
const SHARE = 1 / 6;
/** Time at the shop that they may take at once, after a pause. */
const BURST_MS = 5_000;

interface Pace {
  /** Called for each read. */
  countProcesses?: CountProcesses | undefined;
  now?: () => number;
}

/**
 * Token bucket over a shop's time, by which it is left to people: reads take a sixth of what it can do, whatever agents ask in however many
 * processes. A call costs the time that its answer took, in parts of what the shop answers at once.
 */
export function readPace({ countProcesses = () => 1, now = () => performance.now() }: Pace = {}) {
  let processes = 1;
  let left = BURST_MS;
  let countedAt = now();

  return {
    /** Processes among which the shop is shared, as last counted. */
    processes: () => processes,

    spend(ms: number): void {
      left -= ms;
      processes = countProcesses();
    },

    /** Milliseconds until the next read may begin. */
    waitMs(): number {
      const at = now();
      const share = SHARE / processes;
      left = Math.min(BURST_MS / processes, left + (at - countedAt) * share);
      countedAt = at;
      return left > 0 ? 0 : Math.ceil(-left / share) + 1;
    },
  };
}
