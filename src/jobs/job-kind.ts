import type { Job } from '../storage/repositories/jobs.ts';

/** What the doing of a task came to: `rerunAt` (ISO) for what is done regularly. `progress` is kept until then. */
export interface JobOutcome {
  rerunAt?: string;
  progress?: unknown;
}

export interface RunningJob extends Job {
  /**
   * Notes how far it is, for people to see and to go on from after a crash, and keeps the task. Throws when it was lost,
   * when the process is about to end, and when other jobs are to have their turn: it goes on from there later.
   */
  note(progress: unknown): Promise<void>;
  /** Aborted at the deadline of the run: the job is another worker's then, and nothing more is to be written. */
  abandoned: AbortSignal;
}

/** How one kind of task is done. It may run again after a crash, and twice in a row: doing it again must be safe. */
export interface JobKind {
  run(job: RunningJob): Promise<JobOutcome | undefined>;
  /** Takes minutes: done apart, so that what is quick does not wait for it. */
  long?: boolean;
  /** Done for every store now and then, and nobody waits for it: apart from what somebody waits for, and with pauses. */
  regular?: boolean;
  /** Asks the store's shop: while that fails, one job at a time probes it for all of them. */
  asksShop?: boolean;
  /** After so many attempts it is left undone: something regular finds what it would have found. Never when left out. */
  attempts?: number;
}

/** A process does the kinds that it knows, and leaves the others to a newer one. */
export type JobKinds = Readonly<Record<string, JobKind>>;
