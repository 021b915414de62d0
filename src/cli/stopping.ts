import { setTimeout as wait } from 'node:timers/promises';
import { sayError } from './terminal.ts';

/** Below the 30 seconds after which Kubernetes kills; longer than a change may take at a shop that is slow. */
export const STOP_TIMEOUT_MS = 25_000;

interface Stopping {
  signals: readonly NodeJS.Signals[];
  /** What it means to be told once more. */
  again: 'is_ignored' | 'ends_at_once';
  withinMs?: number;
  /** Is told at once, so many milliseconds before the closing begins. */
  drain?: { announce(): void; forMs: number };
}

const IMMEDIATELY: Required<Stopping>['drain'] = { announce: () => undefined, forMs: 0 };

/**
 * Stops the process gently when it is told to: first it says so, and still serves; then `close` takes nothing new and waits for
 * what is being done. What takes longer than `withinMs` from then on is cut off, with exit code 1.
 */
export function stopWhenTold(
  close: () => Promise<void>,
  { signals, again, withinMs = STOP_TIMEOUT_MS, drain = IMMEDIATELY }: Stopping,
): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return again === 'ends_at_once' ? process.exit(1) : undefined;
    stopping = true;
    drain.announce();
    void wait(drain.forMs).then(() => endAfter(close, withinMs));
  };
  for (const signal of signals) process.on(signal, stop);
}

async function endAfter(close: () => Promise<void>, withinMs: number): Promise<void> {
  setTimeout(() => {
    sayError(`The service did not stop within ${withinMs / 1000} seconds and is terminated.`);
    process.exit(1);
  }, withinMs).unref();
  try {
    await close();
    process.exit(0);
  } catch (error) {
    sayError(`The service did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
