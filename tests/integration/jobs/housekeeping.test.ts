import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

onEveryDatabase('housekeeping', (database) => {
  let mug: string;
  const running = forSuite(() => startTestService({ database, settings: { RETENTION_DAYS: '3' } }));
  const agent = forSuite(() => agentOf(running.baseUrl, 'demo-shopify'));
  before(async () => {
    mug = (await findVariant(agent, 'mug')).id;
  });

  const count = async (table: 'webhook_deliveries' | 'checkout_sessions' | 'carts', where = {}) => {
    const tables = await openDatabase(running.databaseUrl);
    const rows = await tables.selectFrom(table).selectAll().execute();
    await tables.destroy();
    return rows.filter((row) =>
      Object.entries(where).every(([name, value]) => Reflect.get(row, name) === value),
    ).length;
  };

  it('ends what has expired, forgets it when it is old, and keeps what became an order [CHK-24]', async () => {
    const open = await agent.createSession([mug]);
    const sold = await agent.createSession([mug]);
    await agent.complete(sold.body.id);
    const cart = await agent.post<{ id: string }>('/carts', {
      line_items: [{ item: { id: mug }, quantity: 1 }],
    });

    running.advance(7 * HOUR_MS);
    await running.settle();
    assert.equal(await count('checkout_sessions', { id: open.body.id, status: 'failed' }), 1);
    running.advance(11 * DAY_MS);
    await running.settle();
    assert.equal((await agent.readSession(open.body.id)).status, 404);
    assert.equal(await count('carts', { id: cart.body.id, status: 'canceled' }), 1);
    assert.equal((await agent.readSession(sold.body.id)).body.status, 'completed');
    running.advance(4 * DAY_MS);
    await running.settle();
    assert.equal(await count('carts'), 0);
    assert.equal((await agent.readSession(sold.body.id)).body.status, 'completed');
  });

  it('remembers deliveries for a week', async () => {
    await running.settle();
    const { control } = running.shop('demo-shopify');
    control.createProduct({ title: 'Announced', price: '1.00' });
    await running.settle();
    assert.equal(await count('webhook_deliveries'), 1);
    running.advance(6 * DAY_MS);
    await running.settle();
    assert.equal(await count('webhook_deliveries'), 1);
    running.advance(2 * DAY_MS);
    await running.settle();
    assert.equal(await count('webhook_deliveries'), 0);
  });

  it('keeps the newest hundred thousand calls of a store', async () => {
    const store = await running.service.stores.find('demo-woocommerce');
    const tables = await openDatabase(running.databaseUrl);
    const calls = tables.selectFrom('request_log').where('storeId', '=', store?.id ?? '');
    await sql`insert into request_log
        (id, store_id, at, transport, method, endpoint, path, status, duration_us, agent, request_id)
      with recursive numbers(number) as (select 100000 union all select number + 1 from numbers where number < 200002)
      select cast(number as text), ${store?.id}, ${new Date(running.now()).toISOString()}, 'rest', 'GET', '/', '/',
        200, 1, 'agent', '' from numbers`.execute(tables);
    running.advance(DAY_MS);
    await running.settle();
    const { count, last } = await calls
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('id').as('last')])
      .executeTakeFirstOrThrow();
    await tables.destroy();
    assert.deepEqual([Number(count), last], [100_000, '199999']);
  });

  it('divides housekeeping among several processes without any doing another’s rows [CHK-24]', async () => {
    const others = await Promise.all(
      [1, 2].map(() => startTestService({ database, databaseUrl: running.databaseUrl })),
    );
    const tables = await openDatabase(running.databaseUrl);
    const store = await running.service.stores.find('demo-shopify');
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      storeId: store?.id ?? '',
      deliveryHash: `delivery ${index}`,
      topic: 'products/update',
      receivedAt: '2020-01-01T00:00:00.000Z',
    }));
    for (let start = 0; start < rows.length; start += 500)
      await tables
        .insertInto('webhook_deliveries')
        .values(rows.slice(start, start + 500))
        .execute();
    await tables.destroy();
    await Promise.all(others.map(({ service }) => service.backgroundWork.drain()));
    assert.equal(await count('webhook_deliveries'), 0);
    for (const other of others) await other.close();
  });

  it('deletes nothing when retention is switched off', async () => {
    await using keeping = await startTestService({ database, settings: { RETENTION_DAYS: '0' } });
    const buyer = agentOf(keeping.baseUrl, 'demo-woocommerce');
    const session = await buyer.createSession([(await findVariant(buyer, 'mug')).id]);
    keeping.advance(1_000 * DAY_MS);
    await keeping.settle();
    assert.equal((await buyer.readSession(session.body.id)).body.status, 'failed');
  });
});
