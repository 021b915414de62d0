import type { TaskRunner } from './run-tasks.ts';

export interface Upkeep {
  /** From now on everything that is due is done by itself. */
  start(): void;
  /** One round of housekeeping, and all tasks that are due then. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const SWEEP_EVERY_MS = 60_000;

interface UpkeepOptions {
  runner: TaskRunner;
  sweep: () => Promise<void>;
  /** Tells sites that they are paired no more. */
  farewell: () => Promise<void>;
  onFailedSweep: (error: unknown) => void;
}

/** All that a process does without being asked: the tasks, and the sweeps. */
export function upkeep({ runner, sweep, farewell, onFailedSweep }: UpkeepOptions): Upkeep {
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** One round after the other, however long one takes. */
  function sweepInTurn(): Promise<void> {
    sweeping = sweeping.then(sweep).then(farewell).catch(onFailedSweep);
    return sweeping;
  }

  return {
    start() {
      if (timer) return;
      timer = setInterval(() => void sweepInTurn(), SWEEP_EVERY_MS).unref();
      void sweepInTurn().then(runner.wake);
      runner.start();
    },
    async drain() {
      await sweepInTurn();
      await runner.drain();
    },
    async stop() {
      clearInterval(timer);
      await Promise.all([sweeping, runner.stop()]);
    },
  };
}
