import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { createWebhookDeliveryRepository } from '../../../src/storage/repositories/activity/webhook-deliveries.ts';
import { recordTogether } from '../../../src/webhooks/receive-webhook.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { tasksAtHand } from '../jobs/test-jobs.ts';

const EVENTS = 300;

onEveryDatabase('a flood of one store’s events', (database) => {
  let transactions: number;
  let wakes: number;
  let record: ReturnType<typeof recordTogether>;

  const hand = forEachTest(async () => tasksAtHand(await database.migrated()));
  beforeEach(async () => {
    transactions = 0;
    wakes = 0;
    const deliveries = createWebhookDeliveryRepository(hand.database);
    record = recordTogether({
      deliveries: {
        record: (...args) => {
          transactions += 1;
          return deliveries.record(...args);
        },
      },
      jobs: hand.jobs,
      wake: () => {
        wakes += 1;
      },
      now: hand.now,
    });
  });

  const event = (index: number, storeId = hand.storeId) => ({
    id: `delivery ${index}`,
    topic: 'product.updated',
    effect: 'product_refreshed' as const,
    subject: `product ${index}`,
    job: {
      storeId,
      kind: 'refresh',
      subject: `product ${index}`,
      instead: { kind: 'catch up', beyond: EVENTS },
    },
  });
  const rows = async () =>
    (await createWebhookDeliveryRepository(hand.database).list(hand.storeId, {}, { limit: 1_000, offset: 0 }))
      .items;

  it('writes a flood of deliveries in a few transactions, with every delivery and every job', async () => {
    const all = Array.from({ length: EVENTS }, (_, index) => record(hand.storeId, event(index)));
    await Promise.all(all);
    assert.ok(transactions <= 2, `${transactions} transactions`);
    assert.ok(wakes <= 2, `the workers were woken ${wakes} times`);
    assert.equal((await hand.jobs.listOfStore(hand.storeId)).length, EVENTS);
    assert.equal((await rows()).length, EVENTS);
  });

  it('counts a delivery that comes again, in the same transaction or later, and asks for nothing', async () => {
    await Promise.all([1, 1, 2, 1].map((index) => record(hand.storeId, event(index))));
    const job = await hand.jobs.lease(hand.lease('one'), ['refresh']);
    await hand.jobs.finish(job ?? assert.fail(), 'one', { now: hand.at() });
    await Promise.all([1, 2, 3, 2].map((index) => record(hand.storeId, event(index))));
    const repeats = (await rows()).map(({ subject, repeats: again }) => [subject, again]);
    assert.deepEqual(Object.fromEntries(repeats), { 'product 1': 3, 'product 2': 2, 'product 3': 0 });
    const jobs = (await hand.jobs.listOfStore(hand.storeId)).map(({ subject }) => subject);
    const others = ['product 1', 'product 2', 'product 3'].filter((subject) => subject !== job?.subject);
    assert.deepEqual(jobs.toSorted(), others);
  });

  it('wakes no worker while the shop is left alone after a failure', async () => {
    await hand.breakDown(hand.storeId);
    await Promise.all([1, 2, 3].map((index) => record(hand.storeId, event(index))));
    assert.equal(wakes, 0);
    hand.advance(60_000);
    await record(hand.storeId, event(4));
    assert.equal(wakes, 1, 'the probe is due');
    assert.equal((await hand.jobs.listOfStore(hand.storeId)).length, 4);
  });

  it('acknowledges none of a transaction that fails, and all that the shop sends again', async () => {
    const gone = '00000000-0000-4000-8000-000000000000';
    const refused = await Promise.allSettled([
      record(hand.storeId, event(1)),
      record(hand.storeId, event(2, gone)),
    ]);
    assert.ok(refused.every(({ status }) => status === 'rejected'));
    assert.deepEqual(await rows(), []);
    await record(hand.storeId, event(1));
    assert.equal((await hand.jobs.listOfStore(hand.storeId)).length, 1);
  });
});
