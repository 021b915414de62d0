import { CommerceError } from '../commerce/errors.ts';
import type { Lease } from '../storage/checkout-sessions.ts';
import type { Task, Tasks } from '../storage/tasks.ts';

/** What the doing of a task came to: `runAgainAt` (ISO) for what is done regularly. `progress` is kept until then. */
export interface TaskOutcome {
  runAgainAt?: string;
  progress?: unknown;
}

export interface TaskAtWork extends Task {
  /** Notes how far it is, for people to see and to go on from after a crash, and keeps the task. Throws when it was lost. */
  note(progress: unknown): Promise<void>;
}

/** How each kind of task is done. It may run again after a crash, and twice in a row: doing it again must be safe. */
export type TaskKinds = Record<string, (task: TaskAtWork) => Promise<TaskOutcome | undefined>>;

export interface TaskRunner {
  /** Does everything that is due now, and returns when nothing is. */
  drain(): Promise<void>;
  /** Looks for work now instead of at the next tick. */
  wake(): void;
  stop(): Promise<void>;
}

interface RunnerOptions {
  tasks: Tasks;
  kinds: TaskKinds;
  now: () => number;
  newId: () => string;
  /** Told of failures; never of secrets, which no error of a platform holds. */
  onError: (task: Task, error: unknown) => void;
}

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 2;
const LEASE_MS = 60_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30 * 60_000;

/** Runs tasks in this process, a few at once. Any number of processes may do so on one database. */
export function runTasks(options: RunnerOptions): TaskRunner {
  const working = new Set<Promise<void>>();
  let stopped = false;

  async function work(): Promise<void> {
    while (!stopped && (await doNext(options))) {
      // Until nothing is due.
    }
  }

  function start(): void {
    if (stopped || working.size >= AT_ONCE) return;
    const one: Promise<void> = work()
      .catch(() => undefined)
      .finally(() => working.delete(one));
    working.add(one);
  }

  const timer = setInterval(start, LOOK_EVERY_MS).unref();
  return {
    drain: work,
    wake: start,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(working);
    },
  };
}

/** False when nothing is due. */
async function doNext(options: RunnerOptions): Promise<boolean> {
  const { tasks, now, newId } = options;
  const by = newId();
  const lease = (): Lease => ({ by, now: iso(now()), until: iso(now() + LEASE_MS) });
  const task = await tasks.lease(lease());
  if (!task) return false;
  const note = async (progress: unknown) => {
    if (!(await tasks.note(task.id, lease(), progress)))
      throw new CommerceError('busy', 'Another process took over.');
  };
  try {
    const kind = options.kinds[task.kind];
    const outcome = (await kind?.({ ...task, note })) ?? {};
    await tasks.finish(task.id, by, {
      now: iso(now()),
      ...(outcome.runAgainAt === undefined ? {} : { runAt: outcome.runAgainAt }),
      ...(outcome.progress === undefined ? {} : { progress: outcome.progress }),
    });
  } catch (error) {
    options.onError(task, error);
    await tasks.fail(task.id, by, iso(now() + retryDelay(task, error)), messageOf(error));
  }
  return true;
}

function retryDelay(task: Task, error: unknown): number {
  const asked = error instanceof CommerceError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(asked, Math.min(FIRST_RETRY_MS * 2 ** (task.attempts - 1), LAST_RETRY_MS));
}

/** What people may read of a failure; the text of an unexpected one goes to the log only. */
function messageOf(error: unknown): string {
  return error instanceof CommerceError ? error.message : 'Internal error';
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
