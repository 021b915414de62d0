import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { computeEndInstants } from '../../../src/jobs/housekeeping.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createRetention } from '../../../src/storage/maintenance/retention.ts';
import {
  type Attempts,
  createAttemptRepository,
} from '../../../src/storage/repositories/identity/attempts.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';

const MINUTE_MS = 60_000;

onEveryDatabase('attempts', (engine) => {
  let database: Database;
  let counted: Attempts;
  before(async () => {
    database = await openDatabase(await engine.migrated());
    counted = createAttemptRepository({ database, sealing: createSealing('a secret key of the tests only') });
  });
  after(() => database.destroy());

  const three = (bucket: string) => ({ bucket, limit: 3, windowMs: MINUTE_MS });

  it('allows attempts up to the limit, and again after the window', async () => {
    const start = Date.now();
    for (let time = 0; time < 3; time += 1) assert.equal(await counted.take(three('door'), start), undefined);
    assert.equal(
      await counted.take(three('door'), start + 20_000),
      40,
      'seconds until the end of the window',
    );
    assert.equal(await counted.take(three('door'), start + MINUTE_MS), undefined);
  });

  it('allows concurrent attempts up to the limit', async () => {
    const now = Date.now();
    const answers = await Promise.all(Array.from({ length: 12 }, () => counted.take(three('rush'), now)));
    assert.equal(answers.filter((seconds) => seconds === undefined).length, 3);
  });

  it('can be given back and cleared', async () => {
    const now = Date.now();
    for (let time = 0; time < 3; time += 1) await counted.take(three('mine'), now);
    await counted.giveBack('mine');
    assert.equal(await counted.take(three('mine'), now), undefined);
    assert.equal(await counted.take(three('mine'), now), 60);
    await counted.clear('mine');
    for (let time = 0; time < 3; time += 1) assert.equal(await counted.take(three('mine'), now), undefined);
  });

  it('counts attempts singly from any instant, each without itself and those that are forgiven', async () => {
    const start = Date.now();
    const record = (buckets: string[], at: number) => counted.record(buckets, MINUTE_MS, at);
    const early = await record(['code', 'guess of one'], start);
    const [right] = await Promise.all([
      record(['code', 'guess of two'], start + 1_000),
      record(['code', 'guess of three'], start + 1_000),
    ]);
    await counted.take(three('code'), start + 1_000);
    assert.deepEqual(await early.countOthers(start - 1), [2, 0]);
    assert.deepEqual(await right.countOthers(start - 1), [2, 0]);
    assert.deepEqual(await right.countOthers(start), [1, 0]);
    await right.forgive();
    assert.deepEqual(await early.countOthers(start - 1), [1, 0]);
    for (const seconds of [undefined, undefined, 60])
      assert.equal(await counted.take(three('code'), start + 1_000), seconds);
  });

  it('deletes attempts after their window, and stores no address as plain text', async () => {
    await counted.take(three('someone@example.com'), Date.now());
    await counted.record(['from someone@example.com'], MINUTE_MS, Date.now());
    const rows = await database.selectFrom('attempts').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes('someone@example.com'));
    await createRetention(database).forgetEnded(computeEndInstants(Date.now() + 2 * MINUTE_MS));
    assert.deepEqual(await database.selectFrom('attempts').selectAll().execute(), []);
  });
});
