import { Worker } from 'node:worker_threads';
import type { PlatformKind } from '../src/store-platforms/platform-kind.ts';
import { instant, instantPlatform } from './instant-platform.ts';

/** Delays vary like those of real shops; equal ones would make creates run in lockstep. */
export const DELAY_MS = { min: 40, max: 60 };

/** Parameter of the checkout URL with the store platform's own time, in microseconds. */
export const TOOK = /[?&]took_us=(\d+)/;

/**
 * Instant shop with delayed answers. The delay runs and is measured in its own thread: a late timer counts for the shop, a
 * wait for the service's event loop for the service.
 */
export function delayedPlatform(): PlatformKind<object> {
  let delay: (() => Promise<string>) | undefined;
  return {
    ...instant,
    connect() {
      delay ??= startDelays();
      return instantPlatform(delay);
    },
  };
}

function startDelays(): () => Promise<string> {
  const worker = new Worker(new URL('./delay-thread.ts', import.meta.url), { workerData: DELAY_MS });
  worker.unref();
  const waiting = new Map<number, (extra: string) => void>();
  let last = 0;
  worker.on('message', ({ id, tookMs }: { id: number; tookMs: number }) => {
    waiting.get(id)?.(`&took_us=${Math.round(tookMs * 1000)}`);
    waiting.delete(id);
  });
  return () =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      worker.postMessage(last);
    });
}
