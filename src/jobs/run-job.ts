import { CommerceError } from '../commerce/errors.ts';
import { withTimeout } from '../commerce/with-timeout.ts';
import type { Lease } from '../storage/engine/leases.ts';
import type { Outages } from '../storage/repositories/outages.ts';
import type { LeasedJob, Job, Jobs } from '../storage/repositories/jobs.ts';
import type { RunningJob, JobKind, JobKinds, JobOutcome } from './job-kind.ts';

export interface Work {
  jobs: Jobs;
  outages: Outages;
  kinds: JobKinds;
  now: () => number;
  newId: () => string;
  /** Told of failures; never of secrets, which no error of a platform holds. */
  onError: (job: Job, error: unknown) => void;
  /** Told of a store whose shop answers again after failures. */
  onShopBack?: (storeId: string) => Promise<void>;
  /** Stands around each task that is done. */
  around?: AroundJob;
  /** How long a run of any job may take before it is given up, and after how long a run takes its turn again later. */
  deadlineMs?: number;
  sliceMs?: number;
}

/** `isGivenBack` says whether an error is none: the process ends, or the turn, and another one goes on. */
export type AroundJob = <Outcome>(
  job: Job,
  work: () => Promise<Outcome>,
  isGivenBack: (error: unknown) => boolean,
) => Promise<Outcome>;

const LEASE_MS = 60_000;
const RENEW_INTERVAL_MS = 20_000;
/** Far above what the slowest honest run takes: its calls have time limits of their own. */
const DEADLINE_MS = 5 * 60_000;
const SLICE_MS = 15_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30 * 60_000;

/** The process ends: what is noted is noted, another one goes on. */
const ENDING = new Error('The process is about to end.');
const SLICE_OVER = new Error('Other jobs have waited longer.');

function isGivenBack(error: unknown): boolean {
  return error === ENDING || error === SLICE_OVER;
}

/** Does the next task of these kinds. False when nothing is due. `ending` is asked whenever the work notes something. */
export async function runNextJob(
  work: Work,
  names: readonly string[],
  ending: () => boolean,
): Promise<boolean> {
  const by = work.newId();
  const lease = (): Lease => ({ by, now: iso(work.now()), until: iso(work.now() + LEASE_MS) });
  const askShop = names.filter((name) => work.kinds[name]?.asksShop);
  const job = await work.jobs.lease(lease(), names, askShop);
  const kind = job && work.kinds[job.kind];
  if (!kind) return false;
  const attempt = { job, kind, by };
  const kept = keepLease(work, job, lease);
  const run = () => inTime(work, (abandoned) => kind.run({ ...job, abandoned, note: kept.noting(ending) }));
  try {
    const outcome = await (work.around ? work.around(job, run, isGivenBack) : run());
    kept.stop();
    await work.jobs.finish(job.id, by, { now: iso(work.now()), ...nextOf(outcome) });
    await shopAnswered(work, attempt);
  } catch (error) {
    kept.stop();
    await giveBack(work, attempt, error);
  }
  return true;
}

/** The outcome of a run, or its failure at the deadline. A run that goes on is told by the signal that its result is unwanted. */
function inTime<Outcome>(
  { deadlineMs = DEADLINE_MS }: Work,
  run: (abandoned: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const late = () => {
    const message = `The job did not end within ${deadlineMs / 1000} seconds and was given up.`;
    throw new CommerceError('platform_timeout', message);
  };
  return withTimeout({ timeoutMs: deadlineMs, late }, run);
}

function nextOf(outcome: JobOutcome | undefined): { runAt?: string; progress?: unknown } {
  return {
    ...(outcome?.rerunAt === undefined ? {} : { runAt: outcome.rerunAt }),
    ...(outcome?.progress === undefined ? {} : { progress: outcome.progress }),
  };
}

/** A platform may take longer over a call than a lease lasts: it is renewed while the run goes on, up to its deadline. */
function keepLease(work: Work, job: Job, lease: () => Lease) {
  const { jobs, sliceMs = SLICE_MS } = work;
  const begunAt = performance.now();
  const timer = setInterval(() => {
    // Lost or not is found out by the next note, and at the latest by finishing.
    jobs.keep(job.id, lease()).catch(() => undefined);
  }, RENEW_INTERVAL_MS).unref();

  const noting =
    (ending: () => boolean): RunningJob['note'] =>
    async (progress) => {
      if (!(await jobs.keep(job.id, lease(), { progress }))) {
        throw new CommerceError('busy', 'Another process took the task over.');
      }
      if (ending()) throw ENDING;
      if (performance.now() - begunAt > sliceMs) throw SLICE_OVER;
    };
  return { noting, stop: () => clearInterval(timer) };
}

interface Attempt {
  job: LeasedJob;
  kind: JobKind;
  by: string;
}

async function giveBack(work: Work, attempt: Attempt, error: unknown): Promise<void> {
  const { job, kind, by } = attempt;
  const now = iso(work.now());
  if (error === ENDING) return work.jobs.release(job.id, by, now);
  if (error === SLICE_OVER) {
    await work.jobs.yieldSlice(job.id, by, now);
    return shopAnswered(work, attempt);
  }
  work.onError(job, error);
  const askedMs = askedMsOf(error);
  if (kind.asksShop && isShopFailure(error)) {
    await work.outages.failed({ storeId: job.storeId }, job.shopFailures, { now, askedMs });
  }
  if (kind.attempts !== undefined && job.attempts >= kind.attempts) {
    await work.jobs.finish(job.id, by, { now });
  } else await work.jobs.fail(job.id, by, iso(work.now() + retryDelay(job, askedMs)), messageOf(error));
}

/** Only a probe that was let in during an outage ends it. */
async function shopAnswered({ jobs, now, onShopBack }: Work, { job, kind }: Attempt): Promise<void> {
  if (!kind.asksShop || job.shopFailures === 0) return;
  if (await jobs.shopIsBack(job.storeId, iso(now()))) await onShopBack?.(job.storeId);
}

const SHOP_FAILURES: ReadonlySet<string> = new Set([
  'platform_unavailable',
  'platform_timeout',
  'platform_error',
]);

function isShopFailure(error: unknown): boolean {
  return error instanceof CommerceError && SHOP_FAILURES.has(error.kind);
}

function askedMsOf(error: unknown): number {
  return error instanceof CommerceError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

function retryDelay(job: Job, askedMs: number): number {
  return Math.max(askedMs, Math.min(FIRST_RETRY_MS * 2 ** (job.attempts - 1), LAST_RETRY_MS));
}

/** What people may read of a failure; the text of an unexpected one goes to the log only. */
function messageOf(error: unknown): string {
  return error instanceof CommerceError ? error.message : 'Internal error';
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
