import type { LeasedJob } from '../storage/repositories/job-queues.ts';

/** Outcome of a run. `rerunAt` (ISO): next run of a recurring job; `progress` is stored until then. */
export interface JobOutcome {
  rerunAt?: string;
  progress?: unknown;
}

export interface RunningJob extends LeasedJob {
  /**
   * Stores the progress, for people to see and to resume from, and renews the lease. Throws when the lease was lost, when the
   * process is about to end, and when other jobs have waited longer: a later run resumes.
   */
  recordProgress(progress: unknown): Promise<void>;
  /** Aborted at the deadline of the run: another worker has the job then, and this run must not write. */
  abandoned: AbortSignal;
}

/** A kind of job. A run may be repeated after a crash, so it must be idempotent. */
export interface JobKind {
  run(job: RunningJob): Promise<JobOutcome | undefined>;
  /** Takes minutes: runs in its own lane, so that quick jobs do not wait for it. */
  long?: boolean;
  /** Short call that watches every store's shop: runs in its own lane, so that neither it nor other jobs wait. */
  probe?: boolean;
  /** Recurs for every store: runs in its own lane with pauses, so that urgent jobs do not wait for it. */
  recurring?: boolean;
  /** Calls addresses that merchants and agent platforms name: runs in its own lane, since they may hang. */
  delivers?: boolean;
  /** Calls the store's shop: during an outage one job at a time probes it. */
  asksShop?: boolean;
  /** Attempts before the job is dropped: a recurring job finds what it would have found. Unlimited when absent. */
  maxAttempts?: number;
}

/** Kinds by name. A process leaves unknown kinds to a newer one. */
export type JobKinds = Readonly<Record<string, JobKind>>;
