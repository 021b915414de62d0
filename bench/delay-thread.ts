import { parentPort, workerData } from 'node:worker_threads';

const { min, max }: { min: number; max: number } = workerData;

/** Answers each id after a delay, with the delay that really passed. */
parentPort?.on('message', (id: number) => {
  const began = performance.now();
  const delayMs = min + Math.random() * (max - min);
  setTimeout(() => parentPort?.postMessage({ id, tookMs: performance.now() - began }), delayMs);
});
