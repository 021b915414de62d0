import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { buildRecurringJobs } from '../../../src/jobs/job-kinds.ts';
import { watchStores } from '../../../src/jobs/watch-stores.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createRepositories, type Repositories } from '../../../src/storage/repositories/index.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { tasksAtHand } from './test-jobs.ts';

const HOUR_MS = 60 * 60_000;

onEveryDatabase('watching the stores', (kind) => {
  let repositories: Repositories;
  let ids: string[];
  let round: () => Promise<void>;
  const hand = forEachTest(async () => tasksAtHand(await kind.fresh()));
  beforeEach(async () => {
    repositories = createRepositories({ database: hand.database, sealing: createSealing(SECRET_KEY) });
    const others = await Promise.all(Array.from({ length: 4 }, () => hand.addStore()));
    ids = [hand.storeId, ...others].toSorted();
    round = watchStores({ ...repositories, now: hand.now }, { roundSize: 2, batchSize: 1 });
  });

  const kindsOf = async (storeId: string) => (await hand.jobs.listOfStore(storeId)).map((job) => job.kind);
  /** Stores that have all recurring jobs. */
  async function withJobs(): Promise<string[]> {
    const expected = buildRecurringJobs(hand.now()).map((job) => job.kind);
    const kinds = await Promise.all(ids.map(kindsOf));
    return ids.filter((_id, index) => expected.every((name) => kinds[index]?.includes(name)));
  }
  const healthOf = async (storeId: string) =>
    (await repositories.storeHealth.findRecorded([storeId])).get(storeId);
  async function breakDown(storeId: string): Promise<void> {
    const shop = { cause: 'refused', host: 'shop.example', message: 'The shop is down.' } as const;
    await hand.breakDown(storeId, { shop });
  }

  it('takes a part in each round, and begins again after the last store', async () => {
    for (const watched of [2, 4, 5]) {
      await round();
      assert.deepEqual(await withJobs(), ids.slice(0, watched));
    }
    const [first = ''] = ids;
    await hand.database.deleteFrom('jobs').where('storeId', '=', first).execute();
    await round();
    assert.deepEqual(await withJobs(), ids);
  });

  it('looks in every round at stores in an outage, and until they have been well for a while', async () => {
    for (let rounds = 0; rounds < 3; rounds += 1) await round();
    const last = ids.at(-1) ?? '';
    await breakDown(last);
    await round();
    assert.equal((await healthOf(last))?.shop?.pendingState, 'failing');
    hand.advance(61_000);
    await round();
    assert.equal((await healthOf(last))?.shop?.state, 'failing');
    const [change] = await repositories.storeHealth.changesOf(last, 2);
    assert.deepEqual([change?.from, change?.to, change?.reason], ['ok', 'failing', 'The shop is down.']);
    await hand.outages.end({ storeId: last });
    await round();
    hand.advance(121_000);
    await round();
    assert.equal((await healthOf(last))?.shop?.state, 'ok');
    assert.equal((await repositories.storeHealth.changesOf(last, 9)).length, 2);
  });

  it('reports a store that is down when it is first looked at, once, when several processes look', async () => {
    const [first = ''] = ids;
    await breakDown(first);
    hand.advance(61_000);
    const processes = [1, 2].map(() => watchStores({ ...repositories, now: hand.now }));
    await Promise.all(processes.map((watch) => watch()));
    assert.equal((await healthOf(first))?.shop?.state, 'failing');
    assert.equal((await repositories.storeHealth.changesOf(first, 9)).length, 1);
  });

  it('makes jobs due that a wrong clock has postponed', async () => {
    const [first = ''] = ids;
    const run = { storeId: first, kind: 'catch_up', runAt: hand.at(100 * 24 * HOUR_MS) };
    await hand.jobs.ensure([first], [run], hand.at());
    await round();
    const job = (await hand.jobs.listOfStore(first)).find(({ kind: name }) => name === 'catch_up');
    assert.equal(job?.runAt, hand.at());
  });

  it('adds no jobs to a disconnected store', async () => {
    const [first = ''] = ids;
    const disconnected = { disconnectedAt: hand.at() };
    await hand.database.updateTable('stores').set(disconnected).where('id', '=', first).execute();
    for (let rounds = 0; rounds < 3; rounds += 1) await round();
    assert.deepEqual(await withJobs(), ids.slice(1));
    assert.deepEqual(await kindsOf(first), []);
  });
});
