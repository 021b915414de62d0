import type { JobRunner } from './runner.ts';

export interface BackgroundWork {
  /** From now on everything that is due is done by itself. */
  start(): void;
  /** One round of housekeeping, and all tasks that are due then. */
  drain(): Promise<void>;
  /** Tells sites at once that they are paired no more; does nothing where background work is done by hand. */
  notifyUnpairedSites(): void;
  stop(): Promise<void>;
}

const SWEEP_INTERVAL_MS = 60_000;

interface BackgroundWorkOptions {
  runner: JobRunner;
  sweep: () => Promise<void>;
  /** Tells sites that they are paired no more. */
  notifyUnpairedSites: () => Promise<void>;
  onFailedSweep: (error: unknown) => void;
}

/** All that a process does without being asked: the tasks, and the sweeps. */
export function backgroundWork({
  runner,
  sweep,
  notifyUnpairedSites,
  onFailedSweep,
}: BackgroundWorkOptions): BackgroundWork {
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** One round after the other, however long one takes. */
  function inTurn(...round: (() => Promise<void>)[]): Promise<void> {
    for (const step of round) sweeping = sweeping.then(step).catch(onFailedSweep);
    return sweeping;
  }
  const sweepInTurn = () => inTurn(sweep, notifyUnpairedSites);

  return {
    start() {
      if (timer) return;
      timer = setInterval(() => void sweepInTurn(), SWEEP_INTERVAL_MS).unref();
      void sweepInTurn().then(runner.wake);
      runner.start();
    },
    async drain() {
      await sweepInTurn();
      await runner.drain();
    },
    notifyUnpairedSites() {
      if (timer) void inTurn(notifyUnpairedSites);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await Promise.all([sweeping, runner.stop()]);
    },
  };
}
