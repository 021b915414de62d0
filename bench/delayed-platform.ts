import { Worker } from 'node:worker_threads';
import type { PlatformKind } from '../src/store-platforms/platform-kind.ts';
import { instant, instantPlatform } from './instant-platform.ts';

/** Between the two, as real shops differ: answers that all take as long make creates march in step. */
export const DELAY_MS = { least: 40, most: 60 };

/** Stands in the checkout address: how long the platform itself took, in microseconds. */
export const TOOK = /[?&]took_us=(\d+)/;

/**
 * The same shop with an answer that takes its time. The time passes in a thread of its own, which also measures it: a late
 * timer there is the platform's, while an answer that must wait for the service's own loop is the service's.
 */
export function delayedPlatform(): PlatformKind<object> {
  const worker = new Worker(new URL('./delay-thread.ts', import.meta.url), { workerData: DELAY_MS });
  worker.unref();
  const waiting = new Map<number, (extra: string) => void>();
  let last = 0;
  worker.on('message', ({ id, tookMs }: { id: number; tookMs: number }) => {
    waiting.get(id)?.(`&took_us=${Math.round(tookMs * 1000)}`);
    waiting.delete(id);
  });
  const answer = () =>
    new Promise<string>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      worker.postMessage(last);
    });
  return { ...instant, connect: () => instantPlatform(answer) };
}
