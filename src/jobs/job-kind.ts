import type { Instant } from '../commerce/time/time.ts';
import type { LeasedJob } from '../storage/repositories/jobs/job-queue.ts';

/** Outcome of a run. `rerunAt`: next run of a recurring job; `progress` is stored until then. */
export interface JobOutcome {
  rerunAt?: Instant;
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

/**
 * `recurring`: recurs for every store. `probing`: a short call that watches every store's shop. `delivering`: calls addresses that
 * merchants and agent platforms name, which may hang. `long`: takes minutes.
 */
export type Lane = 'urgent' | 'recurring' | 'probing' | 'delivering' | 'long';

/** A kind of job. A run may be repeated after a crash, so it must be idempotent. */
export interface JobKind {
  run(job: RunningJob): Promise<JobOutcome | undefined>;
  /** Jobs of one lane do not wait for jobs of another. Absent: urgent. */
  lane?: Lane;
  /** Calls the store's shop: during an outage one job at a time probes it. */
  asksShop?: boolean;
  /** Attempts before the job is dropped: a recurring job finds what it would have found. Unlimited when absent. */
  maxAttempts?: number;
}

/** Kinds by name. A process leaves unknown kinds to a newer one. */
export type JobKinds = Readonly<Record<string, JobKind>>;
