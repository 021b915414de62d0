import { once } from 'node:events';
import { type Transferable, Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';

const MAX_WAITING = 50;
const WAIT_TIMEOUT_MS = 5_000;
const RUN_TIMEOUT_MS = 5_000;
/** A task whose thread got less than half of the processor's time has as much time again, so often. */
const MAX_EXTENSIONS = 10;
const START_TIMEOUT_MS = 30_000;
/** With Node's own young generation a thread kept 50 MB more of the garbage of large answers. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 6 };

interface ThreadLimits {
  /** Tasks that may wait. A further one takes the place of one of the shop with the most, or is `busy` at once. */
  maxWaiting?: number;
  waitTimeoutMs?: number;
  runTimeoutMs?: number;
}

/** `too_slow`: the task exceeded its timeout or broke the thread. `busy`: too many wait, it waited too long or cannot be sent, and was not begun. */
type Outcome<Result> = { result: Result } | 'too_slow' | 'busy';

interface Job<Task, Result> {
  shop: string;
  task: Task;
  transferred: readonly Transferable[];
  settle(outcome: Outcome<Result>): void;
  timer: NodeJS.Timeout;
}

/** Works on what shops sent in one thread, one task at a time, shops in rotation, behind requests. `entry` is a module that calls `answerTasks`. */
export function createShopThread<Task, Result>(
  entry: URL,
  {
    maxWaiting = MAX_WAITING,
    waitTimeoutMs = WAIT_TIMEOUT_MS,
    runTimeoutMs = RUN_TIMEOUT_MS,
  }: ThreadLimits = {},
) {
  const waiting = new Set<Job<Task, Result>>();
  const servedAt = new LRUCache<string, number>({ max: maxWaiting });
  let thread: Worker | undefined;
  let isRunning = false;

  /** Memory that is `transferred` is gone here once the task has begun. */
  function run(
    shop: string,
    task: Task,
    transferred: readonly Transferable[] = [],
  ): Promise<Outcome<Result>> {
    if (waiting.size >= maxWaiting && !makeRoom(waiting, shop)) return Promise.resolve('busy');
    const { promise, resolve } = Promise.withResolvers<Outcome<Result>>();
    const timer = setTimeout(() => {
      waiting.delete(job);
      resolve('busy');
    }, waitTimeoutMs);
    const job: Job<Task, Result> = { shop, task, transferred, settle: resolve, timer };
    waiting.add(job);
    void drain();
    return promise;
  }

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.size > 0) {
      thread ??= await open();
      const job = takeNext(waiting, servedAt);
      job?.settle(thread === undefined ? 'busy' : await runIn(thread, job));
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

  async function runIn(worker: Worker, job: Job<Task, Result>): Promise<Outcome<Result>> {
    const outcome = await awaitOutcome(worker, job, runTimeoutMs);
    if (outcome === 'too_slow') {
      thread = undefined;
      await worker.terminate();
    }
    return outcome;
  }

  return { run, close: async () => void (await thread?.terminate()) };
}

/** Ends the newest job of the shop with the most; false when the new one's shop would have as many. */
function makeRoom(
  waiting: Set<Pick<Job<unknown, never>, 'shop' | 'timer' | 'settle'>>,
  shop: string,
): boolean {
  const jobs = Map.groupBy(waiting, (job) => job.shop);
  const [jobsOfBusiest = []] = [...jobs.values()].toSorted((one, other) => other.length - one.length);
  const last = jobsOfBusiest.at(-1);
  if (!last || jobsOfBusiest.length <= (jobs.get(shop)?.length ?? 0) + 1) return false;
  waiting.delete(last);
  clearTimeout(last.timer);
  last.settle('busy');
  return true;
}

/** Takes the oldest job of the shop that was served longest ago. */
function takeNext<Next extends Pick<Job<unknown, never>, 'shop' | 'timer'>>(
  waiting: Set<Next>,
  servedAt: LRUCache<string, number>,
): Next | undefined {
  const getLastServed = ({ shop }: Next) => servedAt.peek(shop) ?? 0;
  const [next] = [...waiting].toSorted((one, other) => getLastServed(one) - getLastServed(other));
  if (!next) return undefined;
  waiting.delete(next);
  clearTimeout(next.timer);
  servedAt.set(next.shop, performance.now());
  return next;
}

async function awaitOutcome<Task, Result>(
  worker: Worker,
  { task, transferred }: Job<Task, Result>,
  timeoutMs: number,
): Promise<Outcome<Result>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Result>>();
  const timer = limitProcessorTime(worker, timeoutMs, () => resolve('too_slow'));
  const onFailed = () => resolve('too_slow');
  worker.once('exit', onFailed).once('message', resolve);
  try {
    worker.postMessage(task, transferred);
  } catch {
    // The memory is still here.
    resolve('busy');
  }
  const outcome = await promise;
  timer.stop();
  worker.off('exit', onFailed).off('message', resolve);
  return outcome;
}

/**
 * Calls `onExceeded` once a thread has worked for about this time. Requests come first: on a busy machine the thread works less than
 * the clock says.
 */
function limitProcessorTime(worker: Worker, limitMs: number, onExceeded: () => void): { stop(): void } {
  let looks = 0;
  const began = worker.cpuUsage();
  const look = async () => {
    looks += 1;
    const { user, system } = await worker.cpuUsage(await began).catch(() => WORKED_ENOUGH);
    if ((user + system) / 1_000 >= limitMs / 2 || looks > MAX_EXTENSIONS) onExceeded();
    else timer.refresh();
  };
  const timer = setTimeout(() => void look(), limitMs);
  return { stop: () => clearTimeout(timer) };
}

const WORKED_ENOUGH = { user: Number.POSITIVE_INFINITY, system: 0 };

/** Resolves undefined when the thread does not start; the next task tries again. */
async function start(entry: URL): Promise<Worker | undefined> {
  const worker = new Worker(new URL('./start-thread.ts', import.meta.url), {
    workerData: entry.href,
    resourceLimits: HEAP,
  });
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
