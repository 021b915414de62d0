import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, it } from 'node:test';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { isHeld, probeAfterSign } from '../../../src/commerce/store/outage.ts';
import type { RunningJob } from '../../../src/jobs/job-kind.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { createJobRepository } from '../../../src/storage/repositories/jobs/jobs.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { tasksAtHand } from './test-jobs.ts';

const MANY = 400;
const MINUTE_MS = 60_000;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;

/** Runs once what happens elsewhere right after a statement: a `SelectQueryNode` from a table, or an `InsertQueryNode` into one. */
function rightAfter(kind: string, table: string, meanwhile: () => Promise<unknown>): KyselyPlugin {
  let statement: object | undefined;
  let isDone = false;
  return {
    transformQuery({ node, queryId }) {
      if (!isDone && node.kind === kind && tableOf(node).includes(`"${table}"`)) statement = queryId;
      return node;
    },
    async transformResult({ queryId, result }) {
      if (queryId !== statement || isDone) return result;
      isDone = true;
      await meanwhile();
      return result;
    },
  };
}

function tableOf(node: RootOperationNode): string {
  if (node.kind === 'SelectQueryNode') return JSON.stringify(node.from);
  return node.kind === 'InsertQueryNode' ? JSON.stringify(node.into) : '';
}

onEveryDatabase('jobs of a store whose shop fails', (database) => {
  /** Stores that were asked, in order. */
  let calls: string[];
  let back: string[];
  let isDown: boolean;
  const hand = forEachTest(async () => tasksAtHand(await database.migrated()));
  beforeEach(async () => {
    [calls, back, isDown] = [[], [], true];
  });

  const runner = () => {
    const run = async ({ storeId }: RunningJob) => {
      calls.push(storeId);
      if (isDown && storeId === hand.storeId) throw new CommerceError('platform_error', 'HTTP 500');
      return undefined;
    };
    return hand.runner(
      {
        refresh: { run, asksShop: true, maxAttempts: 100 },
        check: { run, asksShop: true, lane: 'recurring' },
        own: { run: async () => undefined },
      },
      {
        onError: () => undefined,
        onShopBack: async (storeId) => void back.push(storeId),
        onFailedPoll: (error) => assert.fail(String(error)),
        rest: async () => undefined,
      },
    );
  };
  const enqueue = (kind: string, subject = '', storeId = hand.storeId) =>
    hand.jobs.enqueue({ storeId, kind, subject }, hand.at());
  async function fill(): Promise<void> {
    for (let index = 0; index < MANY; index += 1) await enqueue('refresh', String(index));
    await enqueue('check');
  }

  it('ask it by one probe for each backoff, however many there are and in however many processes', async () => {
    await fill();
    const processes = [runner(), runner(), runner()];
    const drain = () => Promise.all(processes.map((each) => each.drain()));
    await drain();
    // Jobs that had begun when the first one failed are not held back any more: two quick ones and a regular one of each process.
    const atFirst = calls.length;
    assert.ok(atFirst >= 1 && atFirst <= 9, `${atFirst} calls`);
    const probes: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      hand.advance(MINUTE_MS);
      const before = calls.length;
      await drain();
      probes.push(calls.length - before);
    }
    assert.ok(Math.max(...probes) <= 1, `${Math.max(...probes)} probes at once`);
    const total = probes.reduce((sum, each) => sum + each, 0);
    assert.ok(total >= 10 && total <= 20, `${total} probes in an hour`);
    assert.equal((await hand.jobs.listOfStore(hand.storeId)).length, MANY + 1, 'none is given up for it');
  });

  it('stay held when the shop of another store is back', async () => {
    const other = await hand.addStore();
    for (const storeId of [hand.storeId, other]) {
      await hand.breakDown(storeId);
      await enqueue('refresh', '', storeId);
    }
    const lease = () => hand.jobs.lease(hand.lease('one'), ['refresh'], { kinds: ['refresh'], isHeld });
    assert.equal(await lease(), undefined);
    await hand.jobs.endShopOutage(other, hand.at());
    const ofStore = hand.database.selectFrom('jobs').where('storeId', '=', hand.storeId);
    const job = await ofStore.select('waitsUntil').executeTakeFirstOrThrow();
    assert.notEqual(job.waitsUntil, null);
    assert.equal((await lease())?.storeId, other);
  });

  it('counts each failed probe once', async () => {
    await hand.breakDown(hand.storeId);
    hand.advance(FIVE_MINUTES_MS);
    const scope = { storeId: hand.storeId };
    assert.deepEqual(await hand.outages.admit(scope, hand.lease('one'), isHeld), { failures: 1 });
  });

  it('runs all waiting jobs once a probe of the shop succeeds, which is reported once', async () => {
    await fill();
    const only = runner();
    await only.drain();
    isDown = false;
    hand.advance(FIVE_MINUTES_MS);
    await only.drain();
    // The job that failed waits for its own next attempt.
    hand.advance(FIVE_MINUTES_MS);
    await only.drain();
    assert.deepEqual(await hand.jobs.listOfStore(hand.storeId), []);
    assert.deepEqual(back, [hand.storeId]);
  });

  it('keep neither other stores’ jobs waiting nor those that ask no shop', async () => {
    await fill();
    const only = runner();
    await only.drain();
    const other = await hand.addStore();
    await enqueue('refresh', 'a', other);
    await enqueue('own');
    calls.length = 0;
    await only.drain();
    assert.deepEqual(calls, [other]);
    assert.ok(!(await hand.jobs.listOfStore(hand.storeId)).some(({ kind }) => kind === 'own'));
  });

  it('probes the shop at once when the merchant asks, and earlier when the shop sends a webhook', async () => {
    await fill();
    const only = runner();
    for (let minute = 0; minute < 30; minute += 1) {
      hand.advance(MINUTE_MS);
      await only.drain();
    }
    hand.advance(FIVE_MINUTES_MS);
    await only.drain();
    calls.length = 0;
    await only.drain();
    assert.deepEqual(calls, []);
    await hand.jobs.enqueue({ storeId: hand.storeId, kind: 'check', isUrgent: true }, hand.at());
    await only.drain();
    assert.equal(calls.length, 1);
    for (let event = 0; event < 50; event += 1) {
      hand.advance(1_000);
      await enqueue('refresh', 'told');
      await hand.jobs.recordShopSignOfLife(hand.storeId, hand.at(), probeAfterSign);
      await only.drain();
    }
    assert.equal(calls.length, 2, 'a flood of events is no flood of probes');
  });

  it('runs jobs of a recovered shop at once in a worker that saw a probe just before the outage ended', async () => {
    await using elsewhere = await openDatabase(hand.url);
    const kinds = ['refresh'];
    await hand.breakDown(hand.storeId);
    hand.advance(MINUTE_MS);
    await enqueue('refresh', 'probe');
    assert.equal((await hand.jobs.lease(hand.lease('prober'), kinds, { kinds, isHeld }))?.subject, 'probe');
    await enqueue('refresh', 'waiting');
    const end = () => hand.jobs.endShopOutage(hand.storeId, hand.at());
    const late = createJobRepository(elsewhere.withPlugin(rightAfter('SelectQueryNode', 'outages', end)));
    assert.equal((await late.lease(hand.lease('late'), kinds, { kinds, isHeld }))?.subject, 'waiting');
  });

  it('gives a store its place in the rotation of its organization when the outage ends', async () => {
    const kinds = ['refresh'];
    const organizationId = randomUUID();
    const [recovered, other] = [await hand.addStore(organizationId), await hand.addStore(organizationId)];
    const lease = async () =>
      (await hand.jobs.lease(hand.lease(randomUUID()), kinds, { kinds, isHeld }))?.storeId;
    for (const subject of ['a', 'b', 'c']) await enqueue('refresh', subject, other);
    await enqueue('refresh', 'a', recovered);
    await hand.breakDown(recovered);
    assert.deepEqual([await lease(), await lease()], [other, other]);
    assert.equal(await hand.jobs.endShopOutage(recovered, hand.at()), true);
    assert.equal(await lease(), recovered);
  });

  it('probes the shop at the merchant’s request also from a worker that meets the job at once', async () => {
    await using elsewhere = await openDatabase(hand.url);
    const kinds = ['check'];
    await hand.breakDown(hand.storeId, { askedMs: FIVE_MINUTES_MS });
    const lease = (by: string) => hand.jobs.lease(hand.lease(by), kinds, { kinds, isHeld });
    let probe: Awaited<ReturnType<typeof lease>>;
    const meet = async () => {
      probe = await lease('early');
    };
    const console = createJobRepository(elsewhere.withPlugin(rightAfter('InsertQueryNode', 'jobs', meet)));
    await console.enqueue({ storeId: hand.storeId, kind: 'check', isUrgent: true }, hand.at());
    probe ??= await lease('next');
    assert.equal(probe?.kind, 'check');
  });
});
