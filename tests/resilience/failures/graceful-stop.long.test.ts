import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { brokenOff, interruptedBy } from '../../../testing/interruptions.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';

/** Starts a service whose next call to a shop can be held. */
async function serving(t: TestContext, database: TestDatabase, databaseUrl?: string) {
  const interruption = brokenOff();
  const running = await startTestService({
    database,
    overrides: { fetch: interruptedBy(interruption) },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= running.close();
    return closing;
  };
  t.after(close);
  return { running, interruption, close };
}

const CATALOG_CALL = { shopify: ['graphql', 'ListProducts'], woocommerce: ['/products', ''] } as const;
const CART_CALL = { shopify: 'graphql', woocommerce: 'cart/create' };

onEveryDatabase('a service that is being stopped', (database) => {
  for (const platform of PLATFORMS)
    describe(platform, () => {
      it('finishes running requests and refuses new ones', async (t) => {
        const { running, interruption, close } = await serving(t, database);
        const agent = agentOf(running.baseUrl, `demo-${platform}`);
        const mug = await findVariant(agent, 'mug');
        const key = { 'idempotency-key': randomUUID() };
        interruption.hold(CART_CALL[platform]);
        const underWay = agent.createSession([mug.id], {}, key);
        await interruption.reached;
        interruption.letOthersPass();

        const stopped = close();
        await assert.rejects(newConnection(agent.address), 'nobody is let in any more');
        interruption.release();
        const body = bodyOf(201, await underWay);
        await stopped;

        const next = await serving(t, database, running.databaseUrl);
        const later = agentOf(next.running.baseUrl, `demo-${platform}`);
        const replayed = await later.createSession([mug.id], {}, key);
        assert.deepEqual(
          [replayed.status, replayed.body.id],
          [200, body.id],
          'what was acknowledged is there',
        );
      });

      it('releases its job with the progress made', async (t) => {
        const { running, interruption, close } = await serving(t, database);
        const { service } = running;
        const store = await service.stores.find(`demo-${platform}`);
        assert.ok(store);
        const [address, body] = CATALOG_CALL[platform];
        interruption.hold(address, body);
        service.backgroundWork.start();
        await interruption.reached;
        interruption.letOthersPass();
        const stopped = close();
        interruption.release();
        await stopped;

        const next = await serving(t, database, running.databaseUrl);
        const jobs = await next.running.service.jobs.listOfStore(store.id);
        for (const job of jobs) assert.equal(job.running, false, `${job.kind} is free`);
        await next.running.settle();
        assert.ok(await next.running.service.products.findLastImport(store.id), 'another process goes on');
      });
    });
});

/** Opens a new connection, never a kept-alive one. */
async function newConnection(address: string): Promise<void> {
  const response = await fetch(`${address}/`, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  assert.ok(response.status >= 500, 'it was answered');
  throw new Error(`refused with ${response.status}`);
}
