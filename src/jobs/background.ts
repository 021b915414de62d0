import { CommerceError } from '../commerce/errors.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import type { Job } from '../storage/repositories/jobs.ts';
import { catchUpAfterOutage } from './after-outage.ts';
import type { AroundJob } from './run-job.ts';
import { housekeeping } from './housekeeping.ts';
import { runJobs, type JobRunner } from './runner.ts';
import { type UnpairNotificationWork, notifyUnpairedSites } from './notify-unpaired-sites.ts';
import type { JobKinds } from './job-kind.ts';
import { backgroundWork } from './background-work.ts';

interface BackgroundOptions {
  repositories: Repositories;
  kinds: JobKinds;
  pairing: UnpairNotificationWork['pairing'];
  /** Days for which ended sessions and carts are stored; 0: for ever. */
  retentionDays: number;
  /** Days for which calls of agents are stored. */
  requestLogDays: number;
  now: () => number;
  newId: () => string;
  /** Wraps each run of a job. */
  aroundJobs: AroundJob;
  log: { warn(details: object, message: string): void; error(error: unknown, message: string): void };
}

/** Composes the background work of a process; `runnerOf` runs only some kinds, for a command that waits for them. */
export function background(options: BackgroundOptions) {
  const { repositories, kinds, retentionDays, requestLogDays, now, newId, log } = options;
  const runnerOf = (names: readonly string[]): JobRunner =>
    runJobs({
      jobs: repositories.jobs,
      outages: repositories.outages,
      kinds: Object.fromEntries(Object.entries(kinds).filter(([name]) => names.includes(name))),
      now,
      newId,
      around: options.aroundJobs,
      onShopBack: (storeId) => catchUpAfterOutage(repositories.jobs, storeId, now()),
      onError: (job, error) => log.warn(failureOf(job, error), 'A job failed'),
      onFailedPoll: (error) => log.error(error, 'The jobs cannot be read'),
    });
  const runner = runnerOf(Object.keys(kinds));
  return {
    runnerOf,
    wake: runner.wake,
    backgroundWork: backgroundWork({
      runner,
      sweep: housekeeping({ ...repositories, retentionDays, requestLogDays, now }),
      notifyUnpairedSites: () =>
        notifyUnpairedSites({
          unpairNotifications: repositories.unpairNotifications,
          pairing: options.pairing,
          now,
          newId,
        }),
      onFailedSweep: (error) => log.error(error, 'Sweep failed'),
    }),
  };
}

/** The message of a `CommerceError` is enough; an unexpected error is logged with its stack. */
function failureOf({ id: jobId, storeId, kind, subject, attempts }: Job, error: unknown): object {
  const failure = error instanceof CommerceError ? { reason: error.message } : { err: error };
  return { jobId, storeId, kind, subject, attempts, ...failure };
}
