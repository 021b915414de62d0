import { CommerceError } from '../commerce/errors.ts';
import type { Lease } from '../storage/leases.ts';
import type { Task, Tasks } from '../storage/tasks.ts';
import type { TaskAtWork, TaskKind, TaskKinds, TaskOutcome } from './task-kind.ts';

export interface Work {
  tasks: Tasks;
  kinds: TaskKinds;
  now: () => number;
  newId: () => string;
  /** Told of failures; never of secrets, which no error of a platform holds. */
  onError: (task: Task, error: unknown) => void;
  /** Stands around each task that is done. */
  around?: AroundTask;
}

/** `isGivenBack` says whether an error is none: the process ends, and another one goes on. */
export type AroundTask = <Outcome>(
  task: Task,
  work: () => Promise<Outcome>,
  isGivenBack: (error: unknown) => boolean,
) => Promise<Outcome>;

const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
/** Who has not noted anything for so long hangs, and loses its task. */
const LONGEST_SILENCE_MS = 15 * 60_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30 * 60_000;

/** The process ends: what is noted is noted, another one goes on. */
const ENDING = new Error('The process is about to end.');

/** Does the next task of these kinds. False when nothing is due. `ending` is asked whenever the work notes something. */
export async function doNextTask(
  work: Work,
  names: readonly string[],
  ending: () => boolean,
): Promise<boolean> {
  const by = work.newId();
  const lease = (): Lease => ({ by, now: iso(work.now()), until: iso(work.now() + LEASE_MS) });
  const task = await work.tasks.lease(lease(), names);
  const kind = task && work.kinds[task.kind];
  if (!kind) return false;
  const kept = keepLease(work, task, lease);
  try {
    const run = () => kind.run({ ...task, note: kept.noting(ending) });
    const outcome = await (work.around ? work.around(task, run, (error) => error === ENDING) : run());
    await work.tasks.finish(task.id, by, { now: iso(work.now()), ...nextOf(outcome) });
  } catch (error) {
    await giveBack(work, { task, kind, by }, error);
  } finally {
    kept.stop();
  }
  return true;
}

function nextOf(outcome: TaskOutcome | undefined): { runAt?: string; progress?: unknown } {
  return {
    ...(outcome?.runAgainAt === undefined ? {} : { runAt: outcome.runAgainAt }),
    ...(outcome?.progress === undefined ? {} : { progress: outcome.progress }),
  };
}

/** A platform may take longer over a call than a lease lasts: it is renewed while the work goes on. */
function keepLease({ tasks, now }: Work, task: Task, lease: () => Lease) {
  let lastWord = now();
  const timer = setInterval(() => {
    if (now() - lastWord > LONGEST_SILENCE_MS) return clearInterval(timer);
    // Lost or not is found out by the next note, and at the latest by finishing.
    tasks.keep(task.id, lease()).catch(() => undefined);
  }, RENEW_EVERY_MS).unref();

  const noting =
    (ending: () => boolean): TaskAtWork['note'] =>
    async (progress) => {
      lastWord = now();
      if (!(await tasks.keep(task.id, lease(), { progress }))) {
        throw new CommerceError('busy', 'Another process took the task over.');
      }
      if (ending()) throw ENDING;
    };
  return { noting, stop: () => clearInterval(timer) };
}

interface Attempt {
  task: Task;
  kind: TaskKind;
  by: string;
}

async function giveBack(work: Work, { task, kind, by }: Attempt, error: unknown): Promise<void> {
  if (error === ENDING) return work.tasks.release(task.id, by, iso(work.now()));
  work.onError(task, error);
  const now = iso(work.now());
  if (kind.attempts !== undefined && task.attempts >= kind.attempts) {
    return work.tasks.finish(task.id, by, { now });
  }
  await work.tasks.fail(task.id, by, iso(work.now() + retryDelay(task, error)), messageOf(error));
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
