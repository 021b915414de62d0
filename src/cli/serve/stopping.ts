import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../service.ts';
import { sayError } from '../shell/terminal.ts';

/** Below Kubernetes' 30 seconds, and longer than a change at a slow shop. */
export const STOP_TIMEOUT_MS = 25_000;

interface Stopping {
  signals: readonly NodeJS.Signals[];
  secondSignal: 'ignored' | 'exits';
  withinMs?: number;
  /** `announce` runs at once, and closing begins after `forMs`. */
  drain?: { announce(): void; forMs: number };
  /** Gets a line when the signal comes, and one before the exit: a process without them was killed. */
  log?: Pick<Service['log'], 'info'>;
}

/** Stops gracefully on a signal: drains, then closes. Exits with code 1 when closing takes longer than `withinMs`. */
export function stopOnSignals(close: () => Promise<void>, options: Stopping): void {
  const { signals, secondSignal, withinMs = STOP_TIMEOUT_MS, drain, log } = options;
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return secondSignal === 'exits' ? process.exit(1) : undefined;
    stopping = true;
    log?.info({ signal }, 'ucp-host is stopping');
    drain?.announce();
    await wait(drain?.forMs ?? 0);
    setTimeout(() => {
      sayError(`The service did not stop within ${withinMs / 1000} seconds and is terminated.`);
      process.exit(1);
    }, withinMs).unref();
    try {
      await close();
      log?.info({}, 'ucp-host has stopped');
      process.exit(0);
    } catch (error) {
      sayError(`The service did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
      process.exit(1);
    }
  };
  for (const signal of signals) process.on(signal, stop);
}
