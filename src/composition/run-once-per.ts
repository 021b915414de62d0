import { LRUCache } from 'lru-cache';
import { limitEntries } from '../commerce/paging/max-entries.ts';
import { MINUTE_MS, toIso } from '../commerce/time/time.ts';
import type { RunOncePer } from '../operations/call/store-context.ts';
import type { JobRequest } from '../storage/repositories/jobs/jobs.ts';
import type { WithInfrastructure } from './infrastructure.ts';

const MAX_KEYS = 50_000;

interface LastRun {
  at: number;
  intervalMs: number;
  running: Promise<void> | undefined;
}

export function createRunOncePer(now: () => number): RunOncePer {
  const runs = new LRUCache<string, LastRun>(limitEntries(MAX_KEYS));
  return (key, intervalMs, work) => {
    const last = runs.get(key);
    // A clock that is set back must not hold the work up.
    if (last && Math.abs(now() - last.at) < last.intervalMs) return last.running;
    const run: LastRun = { at: now(), intervalMs, running: undefined };
    runs.set(key, run);
    const forget = () => runs.delete(key);
    run.running = work()
      .then((mayRepeat) => void (mayRepeat === true && forget()))
      .finally(() => {
        run.running = undefined;
      });
    run.running.catch(forget);
    return run.running;
  };
}

/** Returns the function that enqueues a job of a store: at most once a minute for each store and process. `failure` is logged. */
export function createOnceAMinute(
  { infrastructure: { repositories, now }, log }: WithInfrastructure,
  runOncePer: RunOncePer,
  job: Omit<JobRequest, 'storeId'>,
  failure: string,
) {
  const enqueue = (storeId: string) =>
    repositories.jobs
      .enqueue({ storeId, ...job }, toIso(now()))
      .catch((error: unknown) => log.error(error, failure));
  return (storeId: string) => void runOncePer(`${job.kind} ${storeId}`, MINUTE_MS, () => enqueue(storeId));
}
