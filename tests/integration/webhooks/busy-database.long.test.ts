import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf } from '../../../testing/agent.ts';
import { onEveryDatabase, type Somewhere } from '../../../testing/everywhere.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { eventOf, post, shopSideOf } from './shop-side.ts';

onEveryDatabase('a delivery while the database is busy', (database) => {
  it('answers a delivery while the database is busy, so that the shop repeats it, and handles it once', async () => {
    const slug = 'demo-shopify';
    await using running = await startTestService({ database });
    const at: Somewhere = { slug, platform: 'shopify', running, agent: agentOf(running.baseUrl, slug) };
    await running.settle();
    const sender = await shopSideOf(at);
    const event = eventOf(sender, running.baseUrl, { product: 4711 });
    const lock = await lockedBySomebody(running.databaseUrl);
    assert.ok((await post(event)) >= 500, 'answered before the lock is gone');
    await lock.release();
    assert.equal(await post(event), 200);
    const jobs = await running.service.jobs.listOfStore(sender.storeId);
    assert.equal(jobs.filter((job) => job.kind === 'refresh_product').length, 1);
    await running.settle();
    assert.equal(await post(event), 200);
    assert.ok(
      !(await running.service.jobs.listOfStore(sender.storeId)).some((job) => job.kind === 'refresh_product'),
    );
  });
});

/** Blocks all writers until it is released. */
async function lockedBySomebody(url: string): Promise<{ release(): Promise<void> }> {
  const somebody = await openDatabase(url);
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = somebody.transaction().execute(async (connection) => {
    await lock(connection, url);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return {
    async release() {
      released.resolve();
      await holding;
      await somebody.destroy();
    },
  };
}

async function lock(connection: Database, url: string): Promise<void> {
  if (url.startsWith('postgres'))
    await sql`lock table webhook_deliveries in exclusive mode`.execute(connection);
  else
    await connection.updateTable('jobs').set({ rerunRequested: false }).where('id', '=', 'nobody').execute();
}
