import { setImmediate } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS, toIso } from '../commerce/time/time.ts';
import { type HealthRepositories, readHealth, recordHealth } from '../operations/store/health.ts';
import type { Jobs } from '../storage/repositories/jobs/jobs.ts';
import type { Stores } from '../storage/repositories/stores/stores.ts';
import { buildRecurringJobs } from './job-kinds.ts';

/** A little above the hour that a shop may ask for. */
const MAX_RETRY_MS = 65 * MINUTE_MS;
/** Above the interval of imports. */
const MAX_RECURRENCE_MS = 2 * DAY_MS;
/** Stores that one round watches. Further ones wait for the next round: 100,000 take twenty. */
const ROUND_SIZE = 5_000;
/** Agents are answered between two batches, because SQLite answers synchronously. */
const BATCH_SIZE = 50;

/** Returns one round: adds missing recurring jobs, recalls late ones, records health. Stores with a fault are watched in every round. */
export function watchStores(
  repositories: HealthRepositories & { stores: Stores; jobs: Jobs; now: () => number },
  { roundSize = ROUND_SIZE, batchSize = BATCH_SIZE } = {},
): () => Promise<void> {
  const { healthFacts, stores, jobs, now } = repositories;
  let after = '';

  async function watch(ids: readonly string[]): Promise<void> {
    const at = now();
    const latest = { retry: toIso(at + MAX_RETRY_MS), regular: toIso(at + MAX_RECURRENCE_MS) };
    await jobs.ensure(ids, buildRecurringJobs(at), toIso(at));
    await jobs.recallLate(ids, { now: toIso(at), ...latest });
    await recordHealth(repositories, await readHealth(repositories, ids, at), at);
    await setImmediate();
  }

  return async () => {
    const faulty = await healthFacts.listFaultyStores(roundSize);
    for (let at = 0; at < faulty.length; at += batchSize) await watch(faulty.slice(at, at + batchSize));
    for (let watched = 0; watched < roundSize; watched += batchSize) {
      const ids = await stores.listIdsAfter(after, batchSize);
      await watch(ids);
      after = ids.length < batchSize ? '' : (ids.at(-1) ?? '');
      if (after === '') return;
    }
  };
}
