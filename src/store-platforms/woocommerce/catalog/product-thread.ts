import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Product } from '../../../commerce/product/products.ts';
import type { CatalogEntry } from './wire.ts';

const MAX_WAITING = 50;
const WAIT_TIMEOUT_MS = 5_000;
const RUN_TIMEOUT_MS = 5_000;
const START_TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 128;

type Outcome = Product[] | 'too_slow' | 'busy';

interface Job {
  entries: readonly CatalogEntry[];
  currency: string;
  settle(outcome: Outcome): void;
  timer: NodeJS.Timeout;
  isOver: boolean;
}

/**
 * Converts pages of products in one thread, one at a time, shops in rotation. Resolves `too_slow` when a page exceeded the
 * timeout or broke the thread, and `busy` when it waited too long.
 */
export function productThread({
  entry = new URL('./convert-in-thread.ts', import.meta.url),
  waitTimeoutMs = WAIT_TIMEOUT_MS,
  runTimeoutMs = RUN_TIMEOUT_MS,
} = {}) {
  const waiting = new Map<string, Job[]>();
  let count = 0;
  let thread: Worker | undefined;
  let isRunning = false;

  function convert(shop: string, entries: readonly CatalogEntry[], currency: string): Promise<Outcome> {
    if (count >= MAX_WAITING) return Promise.resolve('busy');
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = setTimeout(() => {
      job.isOver = true;
      resolve('busy');
    }, waitTimeoutMs);
    const job: Job = { entries, currency, settle: resolve, timer, isOver: false };
    waiting.set(shop, [...(waiting.get(shop) ?? []), job]);
    count += 1;
    void drain();
    return promise;
  }

  /** Takes the oldest page of the shop that was served longest ago. */
  function take(): Job | undefined {
    const [shop, jobs = []] = waiting.entries().next().value ?? [];
    if (shop === undefined) return undefined;
    const [job, ...rest] = jobs;
    waiting.delete(shop);
    if (rest.length > 0) waiting.set(shop, rest);
    count -= 1;
    return job;
  }

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let job = take(); job; job = take()) {
      thread ??= await open();
      if (!job.isOver) job.settle(thread === undefined ? 'busy' : await run(thread, job));
    }
    isRunning = false;
  }

  async function open(): Promise<Worker | undefined> {
    const worker = await start(entry);
    worker?.once('exit', () => {
      if (thread === worker) thread = undefined;
    });
    return worker;
  }

  async function run(worker: Worker, { entries, currency, timer: waited }: Job): Promise<Outcome> {
    clearTimeout(waited);
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = setTimeout(() => resolve('too_slow'), runTimeoutMs);
    const failed = () => resolve('too_slow');
    worker.once('exit', failed).once('message', resolve);
    worker.postMessage({ entries, currency });
    const outcome = await promise;
    clearTimeout(timer);
    worker.off('exit', failed).off('message', resolve);
    if (outcome === 'too_slow') {
      thread = undefined;
      await worker.terminate();
    }
    return outcome;
  }

  return { convert, close: async () => void (await thread?.terminate()) };
}

/** Resolves undefined when the thread does not start; the next page tries again. */
async function start(entry: URL): Promise<Worker | undefined> {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  worker.on('error', () => undefined);
  worker.unref();
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
    return worker;
  } catch {
    await worker.terminate();
    return undefined;
  }
}
