import type { JobRunner } from './runner.ts';

export interface BackgroundWork {
  /** Begins to run due jobs. */
  start(): void;
  /** Runs one round of housekeeping, then all due jobs. */
  drain(): Promise<void>;
  /** Sends waiting unpair notifications now; does nothing before `start`. */
  notifyUnpairedSites(): void;
  stop(): Promise<void>;
}

const SWEEP_INTERVAL_MS = 60_000;

interface BackgroundWorkOptions {
  runner: JobRunner;
  sweep: () => Promise<void>;
  notifyUnpairedSites: () => Promise<void>;
  onFailedSweep: (error: unknown) => void;
}

/** The job runner and the sweeps of a process. */
export function backgroundWork({
  runner,
  sweep,
  notifyUnpairedSites,
  onFailedSweep,
}: BackgroundWorkOptions): BackgroundWork {
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** Runs rounds one after the other, however long one takes. */
  function enqueue(...round: (() => Promise<void>)[]): Promise<void> {
    for (const step of round) sweeping = sweeping.then(step).catch(onFailedSweep);
    return sweeping;
  }
  const sweepNext = () => enqueue(sweep, notifyUnpairedSites);

  return {
    start() {
      if (timer) return;
      timer = setInterval(() => void sweepNext(), SWEEP_INTERVAL_MS).unref();
      void sweepNext().then(runner.wake);
      runner.start();
    },
    async drain() {
      await sweepNext();
      await runner.drain();
    },
    notifyUnpairedSites() {
      if (timer) void enqueue(notifyUnpairedSites);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await Promise.all([sweeping, runner.stop()]);
    },
  };
}
