import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { nextProbe } from '../../../src/commerce/store/outage.ts';
import type { ShopFailure } from '../../../src/commerce/store/shop-failure.ts';
import type { StoreDescription } from '../../../src/commerce/store/store.ts';
import type { JobKinds } from '../../../src/jobs/job-kind.ts';
import { type JobRunner, runJobs } from '../../../src/jobs/runner.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import type { Lease } from '../../../src/storage/engine/leases.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createJobRepository, type Jobs } from '../../../src/storage/repositories/jobs/jobs.ts';
import { createOutageRepository, type Outages } from '../../../src/storage/repositories/jobs/outages.ts';
import { createStoreRepository } from '../../../src/storage/repositories/stores/stores.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';

const DESCRIPTION: StoreDescription = {
  name: 'A store',
  currency: 'USD',
  country: null,
  hosts: [],
  links: [],
  versions: {},
};

const START = Date.UTC(2026, 0, 1);
export const LEASE_MS = 60_000;

/** A database with one store, and a clock that only a test moves. */
export interface TasksAtHand {
  url: string;
  database: Database;
  jobs: Jobs;
  outages: Outages;
  storeId: string;
  now(): number;
  /** The instant, `ms` from now. */
  at(ms?: number): string;
  advance(ms: number): void;
  lease(by: string): Lease;
  /** Adds a store without an organization, or one of this id. */
  addStore(organizationId?: string): Promise<string>;
  /** Begins an outage of a store's shop, which is probed when it is by default, or after its Retry-After. */
  breakDown(storeId: string, failure?: { askedMs?: number; shop?: ShopFailure }): Promise<void>;
  /** Starts a runner that is stopped with the database. By default no job may fail. */
  runner(kinds: JobKinds, options?: Partial<Parameters<typeof runJobs>[0]>): JobRunner;
  close(): Promise<void>;
}

export async function tasksAtHand(url: string): Promise<TasksAtHand> {
  const database = await openDatabase(url);
  let now = START;
  const at = (ms = 0) => new Date(now + ms).toISOString();
  const addStore = async (organizationId?: string) => {
    const id = randomUUID();
    const store = {
      id,
      slug: `store-${id}`,
      platform: 'shopify',
      description: DESCRIPTION,
      credentials: {},
      sandbox: true,
    };
    await createStoreRepository({ database, sealing: createSealing(SECRET_KEY) }).insert(store, at());
    if (organizationId !== undefined)
      await database.updateTable('stores').set({ organizationId }).where('id', '=', id).execute();
    return id;
  };
  const runners: JobRunner[] = [];
  const hand: TasksAtHand = {
    url,
    database,
    jobs: createJobRepository(database),
    outages: createOutageRepository(database),
    storeId: await addStore(),
    now: () => now,
    at,
    advance(ms) {
      now += ms;
    },
    lease: (owner) => ({ owner, now: at(), until: at(LEASE_MS) }),
    breakDown: (storeId, { askedMs, shop } = {}) =>
      hand.outages.recordFailure({ storeId }, 0, { now: at(), heldUntil: nextProbe(1, at(), askedMs), shop }),
    addStore,
    runner(kinds, options) {
      const runner = runJobs({
        ...{ jobs: hand.jobs, outages: hand.outages, kinds, now: hand.now, newId: randomUUID },
        onError: (job, error) => assert.fail(`${job.kind}: ${String(error)}`),
        onFailedPoll: (error) => assert.fail(String(error)),
        ...options,
      });
      runners.push(runner);
      return runner;
    },
    async close() {
      for (const runner of runners) await runner.stop();
      await database.destroy();
    },
  };
  return hand;
}
