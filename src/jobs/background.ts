import { CommerceError } from '../commerce/errors.ts';
import { CATCH_UP, CHECK_SUBSCRIPTIONS } from '../commerce/job/job-names.ts';
import { toIso } from '../commerce/time/time.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import type { Job } from '../storage/repositories/jobs/job-queue.ts';
import type { Jobs } from '../storage/repositories/jobs/jobs.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { JobKinds } from './job-kind.ts';
import type { AroundJob } from './runner.ts';
import { type JobRunner, runJobs, type WorkOfLane } from './runner.ts';
import type { MessageSending } from './send-messages.ts';
import { watchStores } from './watch-stores.ts';

interface BackgroundOptions {
  repositories: Repositories;
  kinds: JobKinds;
  messages: Pick<MessageSending, 'recallLate' | 'lanes'>;
  /** Days for which ended sessions and carts are stored; 0: for ever. */
  retentionDays: number;
  requestLogDays: number;
  aroundJobs: AroundJob;
  now: () => number;
  newId: () => string;
  log: { warn(details: object, message: string): void; error(error: unknown, message: string): void };
}

/** Composes the background work of a process; `createRunner` runs only some kinds, for a command that waits for them. */
export function createBackground(options: BackgroundOptions) {
  const { repositories, kinds, now, log } = options;
  const createRunner = (names: readonly string[], others: readonly WorkOfLane[] = []): JobRunner =>
    runJobs({
      others,
      jobs: repositories.jobs,
      outages: repositories.outages,
      kinds: Object.fromEntries(Object.entries(kinds).filter(([name]) => names.includes(name))),
      now,
      newId: options.newId,
      around: options.aroundJobs,
      onShopBack: (storeId) => catchUpAfterOutage(repositories.jobs, storeId, now()),
      onError: async (job, error) => {
        const store = await repositories.stores.findEvenDeleted(job.storeId).catch(() => undefined);
        log.warn({ store: store?.slug, ...toFailureLog(job, error) }, 'A job failed');
      },
      onFailedPoll: (error) => log.error(error, 'Due work cannot be read'),
    });
  const runner = createRunner(Object.keys(kinds), options.messages.lanes);
  return { createRunner, wake: runner.wake, backgroundWork: createBackgroundWork(options, runner) };
}

/** The message of a `CommerceError` is enough; an unexpected error is logged with its stack. */
function toFailureLog({ id: jobId, storeId, kind, subject, attempts }: Job, error: unknown): object {
  const job = { jobId, storeId, kind, subject, attempts };
  if (!(error instanceof CommerceError)) return { ...job, err: error };
  const { failure: { cause, host, message } = {} } = error;
  return { ...job, reason: message ?? error.message, ...(cause && { cause, host }) };
}

const SWEEP_INTERVAL_MS = 60_000;

function createBackgroundWork(background: BackgroundOptions, runner: JobRunner) {
  const { repositories, log, messages, ...options } = background;
  const sweep = createHousekeeping({ ...repositories, ...options });
  const watch = watchStores({ ...repositories, ...options });
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** Runs rounds one after the other, however long one takes. */
  function runNextRound(): Promise<void> {
    for (const step of [sweep, watch, messages.recallLate])
      sweeping = sweeping.then(step).catch((error) => log.error(error, 'Sweep failed'));
    return sweeping;
  }

  return {
    start(): void {
      if (timer) return;
      timer = setInterval(() => void runNextRound(), SWEEP_INTERVAL_MS).unref();
      void runNextRound().then(runner.wake);
      runner.start();
    },
    async drain(): Promise<void> {
      await runNextRound();
      await runner.drain();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      timer = undefined;
      await Promise.all([sweeping, runner.stop()]);
    },
  };
}

/** A job whose own call fails keeps its backoff: the end of the outage only shows that other calls succeed. */
export async function catchUpAfterOutage(jobs: Jobs, storeId: string, now: number): Promise<void> {
  const at = toIso(now);
  await jobs.endShopOutage(storeId, at);
  for (const kind of [CHECK_SUBSCRIPTIONS, CATCH_UP])
    await jobs.enqueue({ storeId, kind, keepsBackoff: true }, at);
}
