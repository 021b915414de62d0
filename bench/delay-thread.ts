import { parentPort, workerData } from 'node:worker_threads';

/** Answers each id after a while, with how long that really was. */
parentPort?.on('message', (id: number) => {
  const began = performance.now();
  setTimeout(() => parentPort?.postMessage({ id, tookMs: performance.now() - began }), Number(workerData));
});
