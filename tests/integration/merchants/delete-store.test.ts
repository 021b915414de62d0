import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { TABLES_OF_STORES } from '../../../src/storage/maintenance/erase-store.ts';
import { agentOf, findVariant, pay } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';

const SLUG = 'demo-shopify';
const MANY = 1_200;

withService('deleting a store', (running) => {
  const owner = forSuite(() => signUp(running));

  it('refuses to delete a store unless the slug is typed', async () => {
    for (const body of [{}, { confirm: 'demo-woocommerce' }, { confirm: true }])
      assert.equal((await owner.delete(`/stores/${SLUG}`, body)).status, 400);
    assert.equal((await owner.get(`/stores/${SLUG}`)).status, 200);
  });

  it('leaves no row in any table that has a store’s id, also when it was cut off in the middle', async () => {
    const storeId = await fill();
    await using tables = await openDatabase(running.databaseUrl);
    const names = TABLES_OF_STORES.map(({ name }) => name);
    const holding = async () => {
      const counts = await Promise.all(
        [...names, 'jobs'].map(async (name) => {
          const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(name)}
            where store_id = ${storeId}`.execute(tables);
          return Number(rows[0]?.n) > 0 ? [name] : [];
        }),
      );
      return counts.flat();
    };
    // A table that is added later is in this list by itself.
    for (const name of [
      'checkout_sessions',
      'carts',
      'orders',
      'cart_orders',
      'products',
      'webhook_deliveries',
      'audit_entries',
    ])
      assert.ok((await holding()).includes(name), name);

    assert.equal((await owner.delete(`/stores/${SLUG}`, { confirm: SLUG })).status, 200);
    assert.equal((await owner.get(`/stores/${SLUG}`)).status, 404);
    assert.equal((await owner.delete(`/stores/${SLUG}`, { confirm: SLUG })).status, 404);
    assert.equal((await agentOf(running.baseUrl, SLUG).get('')).status, 404);

    const cut = new Error('cut off');
    const { erasing } = running.service.context;
    await assert.rejects(
      erasing.eraseStore(storeId, () => Promise.reject(cut)),
      cut,
    );
    assert.ok((await holding()).length > 0);
    await running.service.backgroundWork.drain();
    assert.deepEqual(await holding(), []);
    assert.deepEqual((await sql`select id from stores where id = ${storeId}`.execute(tables)).rows, []);
    assert.equal((await owner.get('/stores/demo-woocommerce')).status, 200);
  });

  it('keeps the slug for its owner alone', async () => {
    const { credentials } = running.shop(SLUG);
    const stranger = await signUp(running);
    const input = { platform: 'shopify', credentials, slug: SLUG };
    assert.equal((await stranger.post('/stores', input)).status, 409);
    assert.equal((await owner.post('/stores', input)).status, 201);
  });

  async function fill(): Promise<string> {
    const agent = agentOf(running.baseUrl, SLUG);
    await running.settle();
    const { id } = await findVariant(agent, 'mug');
    await pay((await agent.createCart([id])).body);
    const session = (await agent.createSession([id])).body;
    await pay(session);
    await agent.complete(session.id);
    await running.settle();
    await owner.put(`/stores/${SLUG}`, { name: 'Before the end' });
    const store = await running.service.stores.find(SLUG);
    assert.ok(store);
    await using tables = await openDatabase(running.databaseUrl);
    for (let start = 0; start < MANY; start += 300) {
      const rows = Array.from({ length: 300 }, (_, index) => ({
        storeId: store.id,
        deliveryHash: `${start + index}`,
        topic: 'products/update',
        receivedAt: new Date().toISOString(),
      }));
      await tables.insertInto('webhook_deliveries').values(rows).execute();
    }
    return store.id;
  }
});
