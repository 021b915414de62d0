/** Part of the time in which agents' searches and look-ups may be under way at a shop. */
const SHARE = 1 / 6;
/** Time that they may take at once, after a pause. */
const BURST_MS = 5_000;

interface Pace {
  /** Processes among which the shop's time is divided. */
  getProcesses?: () => number;
  now?: () => number;
}

export type ReadPace = ReturnType<typeof createReadPace>;

/**
 * Leaves a shop's time to people, whatever agents ask: a token bucket over the time in which reads are under way. People wait meanwhile
 * for a shop with one worker.
 */
export function createReadPace({ getProcesses = () => 1, now = () => performance.now() }: Pace = {}) {
  let running = 0;
  let leftMs = BURST_MS;
  let countedAt = now();

  /** Brings the bucket up to now. */
  function count(): number {
    const at = now();
    const share = SHARE / getProcesses();
    const gainedMs = (at - countedAt) * (running > 0 ? share - 1 : share);
    leftMs = Math.min(BURST_MS / getProcesses(), leftMs + gainedMs);
    countedAt = at;
    return share;
  }

  return {
    begin(): void {
      count();
      running += 1;
    },

    end(): void {
      count();
      running -= 1;
    },

    /** Milliseconds until the next read may begin. */
    waitMs(): number {
      const share = count();
      return leftMs > 0 ? 0 : Math.ceil(-leftMs / share) + 1;
    },
  };
}
