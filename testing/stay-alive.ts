import { isMainThread } from 'node:worker_threads';

const FOREVER_MS = 2 ** 31 - 1;

/** Keeps a test process alive while a test waits for an unreferenced timer alone; `--test-force-exit` ends it after the last test. */
if (isMainThread) setInterval(() => undefined, FOREVER_MS);
