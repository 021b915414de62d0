import { CommerceError, isShopFailure } from '../commerce/errors.ts';
import { isHeld, nextProbe } from '../commerce/store/outage.ts';
import { computeBackoffMs } from '../commerce/time/backoff.ts';
import { MINUTE_MS, toIso } from '../commerce/time/time.ts';
import { withTimeout } from '../commerce/time/with-timeout.ts';
import type { Lease } from '../storage/engine/leases.ts';
import type { Job, LeasedJob } from '../storage/repositories/jobs/job-queue.ts';
import type { Jobs } from '../storage/repositories/jobs/jobs.ts';
import type { Outages } from '../storage/repositories/jobs/outages.ts';
import type { JobKind, JobKinds, RunningJob } from './job-kind.ts';

export interface Work {
  jobs: Jobs;
  outages: Outages;
  kinds: JobKinds;
  now: () => number;
  newId: () => string;
  /** Awaited. */
  onError: (job: Job, error: unknown) => unknown;
  onShopBack?: (storeId: string) => Promise<void>;
  around?: AroundJob;
  deadlineMs?: number;
  /** Time after which a run yields to waiting jobs at its next progress. */
  sliceMs?: number;
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
export async function runNextJob(work: Work, names: readonly string[], ending: () => boolean) {
  const owner = work.newId();
  const lease = (): Lease => ({ owner, now: toIso(work.now()), until: toIso(work.now() + LEASE_MS) });
  const kinds = names.filter((name) => work.kinds[name]?.asksShop);
  const job = await work.jobs.lease(lease(), names, { kinds, isHeld });
  const kind = job && work.kinds[job.kind];
  if (!kind) return false;
  const attempt = { job, kind, owner };
  const renewal = renewLease(work, job, lease);
  const timeoutMs = work.deadlineMs ?? DEADLINE_MS;
  const refuseLate = () => {
    const message = `The job did not end within ${timeoutMs / 1000} seconds and was given up.`;
    throw new CommerceError('platform_timeout', message);
  };
  const run = () =>
    withTimeout({ timeoutMs, late: refuseLate }, (abandoned) =>
      kind.run({ ...job, abandoned, recordProgress: renewal.createProgressRecorder(ending) }),
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
function renewLease(work: Work, job: Job, lease: () => Lease) {
  const { jobs, sliceMs = SLICE_MS } = work;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    // A lost lease is detected at the next progress, and when the job is finished.
    jobs.keep(job, lease()).catch(() => undefined);
  }, RENEW_INTERVAL_MS).unref();

  const createProgressRecorder =
    (ending: () => boolean): RunningJob['recordProgress'] =>
    async (progress) => {
      if (!(await jobs.keep(job, lease(), { progress }))) {
        throw new CommerceError('busy', 'Another process took the job over.');
      }
      if (ending()) throw ENDING;
      if (performance.now() - startedAt > sliceMs) throw SLICE_OVER;
    };
  return { createProgressRecorder, stop: () => clearInterval(timer) };
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
