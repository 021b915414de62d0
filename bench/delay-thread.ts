import { parentPort, workerData } from 'node:worker_threads';

const { least, most }: { least: number; most: number } = workerData;

/** Answers each id after a while, with how long that really was. */
parentPort?.on('message', (id: number) => {
  const began = performance.now();
  const delayMs = least + Math.random() * (most - least);
  setTimeout(() => parentPort?.postMessage({ id, tookMs: performance.now() - began }), delayMs);
});
