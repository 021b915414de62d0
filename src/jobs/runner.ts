import { setTimeout as wait } from 'node:timers/promises';
import { CommerceError, isShopFailure } from '../commerce/errors.ts';
import { isHeld, nextProbe } from '../commerce/store/outage.ts';
import { computeBackoffMs } from '../commerce/time/backoff.ts';
import { MINUTE_MS, toIso } from '../commerce/time/time.ts';
import { withTimeout } from '../commerce/time/with-timeout.ts';
import type { Lease } from '../storage/engine/leases.ts';
import type { Job, LeasedJob } from '../storage/repositories/jobs/job-queue.ts';
import type { Jobs } from '../storage/repositories/jobs/jobs.ts';
import type { Outages } from '../storage/repositories/jobs/outages.ts';
import type { JobKind, JobKinds, Lane, RunningJob } from './job-kind.ts';

export type JobRunner = ReturnType<typeof runJobs>;

interface Pace {
  concurrency: number;
  /** Pause after each piece of work, except while draining. */
  restMs: number;
}

const POLL_INTERVAL_MS = 1_000;
/** Recurring and probing jobs rest after each: all are due after a downtime, and many stores must not occupy the service. */
const LANES: Record<Lane, Pace> = {
  urgent: { concurrency: 2, restMs: 0 },
  recurring: { concurrency: 2, restMs: 50 },
  probing: { concurrency: 16, restMs: 250 },
  delivering: { concurrency: 4, restMs: 0 },
  long: { concurrency: 1, restMs: 0 },
};
/** A job that runs longer is cut off with the process, and its lease expires. */
const STOP_TIMEOUT_MS = 10_000;

/** Work that is run piece by piece; `runNext` resolves to false when none is due. */
export interface WorkOfLane extends Pace {
  runNext(ending: () => boolean): Promise<boolean>;
}

interface Work {
  jobs: Jobs;
  outages: Outages;
  kinds: JobKinds;
  others?: readonly WorkOfLane[];
  now: () => number;
  newId: () => string;
  /** Awaited. */
  onError: (job: Job, error: unknown) => unknown;
  onShopBack?: (storeId: string) => Promise<void>;
  /** Called when due work cannot be read, once in each lane until they can be read again. */
  onFailedPoll: (error: unknown) => void;
  around?: AroundJob;
  rest?: (ms: number) => Promise<void>;
  deadlineMs?: number;
  /** Time after which a run yields to waiting jobs at its next progress. */
  sliceMs?: number;
}

/** Runs jobs, and other work, in this process. Any number of processes may share one database. */
export function runJobs(options: Work) {
  let state: 'idle' | 'running' | 'stopped' = 'idle';
  const isEnding = () => state === 'stopped';
  const { others = [] } = options;
  const byLane = Map.groupBy(Object.keys(options.kinds), (name) => options.kinds[name]?.lane ?? 'urgent');
  const ofJobs = Array.from(byLane, ([name, names]): WorkOfLane => {
    return { ...LANES[name], runNext: (ending) => runNextJob(options, names, ending) };
  });
  const lanes = [...ofJobs, ...others].map((work) => createLane(work, options, isEnding));
  const wake = () => {
    if (state === 'running') for (const each of lanes) each.start();
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    start(): void {
      if (state !== 'idle') return;
      state = 'running';
      timer = setInterval(wake, POLL_INTERVAL_MS).unref();
      wake();
    },
    wake,
    /** Runs all due work, and returns when none is due or running. */
    async drain(): Promise<void> {
      // A job may enqueue jobs of another lane.
      for (let done = true; done; ) {
        const counts = await Promise.all(lanes.map((each) => each.drain()));
        done = counts.some((count) => count > 0);
      }
    },
    /** Starts no job, and waits for running ones; a long job is released at its next progress. */
    async stop(): Promise<void> {
      state = 'stopped';
      clearInterval(timer);
      await withTimeout({ timeoutMs: STOP_TIMEOUT_MS, late: () => undefined }, async () => {
        await Promise.all(lanes.map((each) => each.settled()));
      });
    },
  };
}

function createLane(
  { runNext, concurrency, restMs }: WorkOfLane,
  { rest = wait, onFailedPoll }: Pick<Work, 'rest' | 'onFailedPoll'>,
  ending: () => boolean,
) {
  const working = new Set<Promise<number>>();
  let isFailing = false;

  async function runDue(pauseMs: number): Promise<number> {
    let done = 0;
    while (!ending() && (await runNext(ending))) {
      done += 1;
      if (pauseMs > 0) await rest(pauseMs);
    }
    isFailing = false;
    return done;
  }

  /** Resolves to the number of pieces run until none was due. Never rejects. */
  function start(pauseMs = 0): Promise<number> {
    const run = runDue(pauseMs).catch((error) => {
      if (!isFailing) onFailedPoll(error);
      isFailing = true;
      return 0;
    });
    working.add(run);
    void run.finally(() => working.delete(run));
    return run;
  }

  return {
    start() {
      if (working.size < concurrency) void start(restMs);
    },
    async drain(): Promise<number> {
      await Promise.all(working);
      return start();
    },
    settled: () => Promise.all(working),
  };
}

/** `isReleased`: true for an error that ends a run without failure, so that a later run resumes. */
export type AroundJob = <Outcome>(
  job: Job,
  work: () => Promise<Outcome>,
  isReleased: (error: unknown) => boolean,
) => Promise<Outcome>;

const LEASE_MS = 60_000;
const RENEW_INTERVAL_MS = 20_000;
/** Longer than the slowest run takes: its calls have timeouts of their own. */
const DEADLINE_MS = 5 * MINUTE_MS;
const SLICE_MS = 15_000;
const RETRY = { firstMs: 2_000, maxMs: 30 * MINUTE_MS };

/** Thrown at the next progress, which is stored. */
const ENDING = new Error('The process is about to end.');
const SLICE_OVER = new Error('Other jobs have waited longer.');

function isReleased(error: unknown): boolean {
  return error === ENDING || error === SLICE_OVER;
}

/** Runs the next due job of these kinds; false when none is due. `ending` is checked at each progress. */
async function runNextJob(work: Work, names: readonly string[], ending: () => boolean) {
  const owner = work.newId();
  const lease = (): Lease => ({ owner, now: toIso(work.now()), until: toIso(work.now() + LEASE_MS) });
  const kinds = names.filter((name) => work.kinds[name]?.asksShop);
  const job = await work.jobs.lease(lease(), names, { kinds, isHeld });
  const kind = job && work.kinds[job.kind];
  if (!kind) return false;
  const attempt = { job, kind, owner };
  const renewal = renewLease(work, job, lease, ending);
  const timeoutMs = work.deadlineMs ?? DEADLINE_MS;
  const refuseLate = () => {
    const message = `The job did not end within ${timeoutMs / 1000} seconds and was given up.`;
    throw new CommerceError('platform_timeout', message);
  };
  const run = () =>
    withTimeout({ timeoutMs, late: refuseLate }, (abandoned) =>
      kind.run({ ...job, abandoned, recordProgress: renewal.recordProgress }),
    );
  try {
    const outcome = await (work.around ? work.around(job, run, isReleased) : run());
    renewal.stop();
    const { rerunAt: runAt, progress } = outcome ?? {};
    await work.jobs.finish(job, owner, { now: toIso(work.now()), runAt, progress });
    await recordShopAnswered(work, attempt);
  } catch (error) {
    renewal.stop();
    await settleFailure(work, attempt, error);
  }
  return true;
}

/** Renews the lease during a run: one call to a platform may take longer than a lease lasts. */
function renewLease({ jobs, sliceMs = SLICE_MS }: Work, job: Job, lease: () => Lease, ending: () => boolean) {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    // A lost lease is detected at the next progress, and when the job is finished.
    jobs.keep(job, lease()).catch(() => undefined);
  }, RENEW_INTERVAL_MS).unref();

  const recordProgress: RunningJob['recordProgress'] = async (progress) => {
    if (!(await jobs.keep(job, lease(), { progress })))
      throw new CommerceError('busy', 'Another process took the job over.');
    if (ending()) throw ENDING;
    if (performance.now() - startedAt > sliceMs) throw SLICE_OVER;
  };
  return { recordProgress, stop: () => clearInterval(timer) };
}

interface Attempt {
  job: LeasedJob;
  kind: JobKind;
  owner: string;
}

async function settleFailure(work: Work, attempt: Attempt, error: unknown): Promise<void> {
  const { job, kind, owner } = attempt;
  const now = toIso(work.now());
  if (error === ENDING) return void (await work.jobs.release(job, owner, now));
  if (error === SLICE_OVER) {
    await work.jobs.yieldSlice(job, owner, now);
    return recordShopAnswered(work, attempt);
  }
  await work.onError(job, error);
  const askedMs = error instanceof CommerceError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  if (kind.asksShop && isShopFailure(error)) {
    const heldUntil = nextProbe(job.shopFailures + 1, now, askedMs);
    const failure = { now, heldUntil, shop: error.failure };
    await work.outages.recordFailure({ storeId: job.storeId }, job.shopFailures, failure);
  }
  if (kind.maxAttempts !== undefined && job.attempts >= kind.maxAttempts)
    return work.jobs.finish(job, owner, { now });
  const retryAt = toIso(work.now() + computeBackoffMs(job.attempts, RETRY, askedMs));
  // The text of an unexpected error goes only to the log.
  const message =
    error instanceof CommerceError ? (error.failure?.message ?? error.message) : 'Internal error';
  await work.jobs.fail(job, owner, retryAt, message);
}

/** Ends an outage, when this run was its probe. */
async function recordShopAnswered({ jobs, now, onShopBack }: Work, { job, kind }: Attempt): Promise<void> {
  if (!kind.asksShop || job.shopFailures === 0) return;
  if (await jobs.endShopOutage(job.storeId, toIso(now()))) await onShopBack?.(job.storeId);
}
