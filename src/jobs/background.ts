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
  /** How many days sessions and carts are kept after their end; 0 for ever. */
  retentionDays: number;
  /** How many days calls of agents are kept. */
  requestLogDays: number;
  now: () => number;
  newId: () => string;
  /** Stands around each task that is done. */
  aroundJobs: AroundJob;
  log: { warn(details: object, message: string): void; error(error: unknown, message: string): void };
}

/** The background work of a process: of every kind, or only of some for a command that waits for them. */
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
      onError: (job, error) => log.warn(failureOf(job, error), 'A task failed'),
      onFailedLook: (error) => log.error(error, 'The tasks cannot be read'),
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

/** An error of the domain is a sentence for people; only of an unexpected one more is worth knowing. */
function failureOf({ id: jobId, storeId, kind, subject, attempts }: Job, error: unknown): object {
  const told = error instanceof CommerceError ? { reason: error.message } : { err: error };
  return { jobId, storeId, kind, subject, attempts, ...told };
}
