import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type DemoStore, startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import { WINDOW_MS } from '../../../src/limits/rate-counters.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createRateWindowRepository } from '../../../src/storage/repositories/jobs/rate-windows.ts';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { eventually } from '../../../testing/eventually.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { type Served, startServed } from './served.ts';

onEveryDatabase('the part of a shop of a process that is stopped', (database) => {
  let shops: DemoStore[] = [];
  let tables: Database;
  let processes: Served[] = [];
  let storeIds: string[] = [];

  before(async () => {
    const databaseUrl = await database.migrated();
    tables = await openDatabase(databaseUrl);
    shops = await startDemoStores(0);
    const beside = await serviceOn(databaseUrl);
    for (const { slug, platform, shop } of shops)
      await beside.connectStore({ slug, platform, credentials: shop.credentials, sandbox: true });
    const stores = await Promise.all(shops.map(({ slug }) => beside.stores.find(slug)));
    storeIds = stores.map((store) => store?.id ?? assert.fail());
    await beside.close();
    const settings = { SANDBOX: 'off', LOG_LEVEL: 'error' };
    processes = await Promise.all([1, 2].map(() => startServed({ databaseUrl, settings })));
  });
  after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await tables.destroy();
    for (const { shop } of shops) await shop.close();
  });

  /** Counts the processes at each shop in this minute and the last one, by the statement with which a process learns of the others. */
  async function countProcesses(): Promise<number[]> {
    const endsAt = (Math.floor(Date.now() / WINDOW_MS) + 1) * WINDOW_MS;
    const counts = storeIds.map(async (id) => {
      const bucket = `processes-at-shop ${id}`;
      const windows = [endsAt - WINDOW_MS, endsAt].map((endsAt) => ({ bucket, endsAt, count: 0 }));
      return Math.max(...(await createRateWindowRepository(tables).add(windows)));
    });
    return Promise.all(counts);
  }

  /** Makes the process ask both shops. */
  async function buyAt({ baseUrl }: Served): Promise<void> {
    for (const { slug } of shops) {
      const agent = agentOf(baseUrl, slug);
      const { id } = await findVariant(agent, 'mug');
      assert.equal((await agent.createSession([id])).status, 201);
    }
  }

  it('returns an exited process’s part of a shop to the other process before the minute is over', async () => {
    const [stopping = assert.fail(), staying = assert.fail()] = processes;
    const both = async () => {
      await Promise.all(processes.map(buyAt));
      return (await countProcesses()).every((count) => count === 2);
    };
    await eventually(both, 'both processes have a part of both shops');

    stopping.signal('SIGTERM');
    assert.equal(await stopping.ended, 0);
    assert.deepEqual(await countProcesses(), [1, 1]);

    await buyAt(staying);
    assert.deepEqual(await countProcesses(), [1, 1]);
  });
});
