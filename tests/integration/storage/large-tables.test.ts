import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CompiledQuery, Kysely } from 'kysely';
import { countCarts, countSessions } from '../../../src/commerce/counts/forgotten-counts.ts';
import { EXPIRY } from '../../../src/commerce/order/events.ts';
import { getDays } from '../../../src/commerce/time/days.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createSqliteDialect } from '../../../src/storage/engine/sqlite/dialect.ts';
import { createRepositories } from '../../../src/storage/repositories/index.ts';
import { migrate } from '../../../src/storage/tables/migrations.ts';
import type { Tables } from '../../../src/storage/tables/tables.ts';

const NOW = '2026-01-01T00:00:00.000Z';
/** Tables that grow with sales, and copies of whole catalogs; scans of the few stores are allowed. */
const LARGE =
  /^SCAN (?:checkout_sessions|carts|orders|cart_orders|jobs|webhook_deliveries|products|product_variants|store_health(?! USING INDEX store_health_faulty))\b|^SEARCH (?:products|product_variants) .*\(store_id=\?\)$/;

type Repositories = ReturnType<typeof createRepositories>;

/** Scans of large tables among the statements of some work. */
async function scansOf(work: (repositories: Repositories) => Promise<void>): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const database = new Kysely<Tables>({
    dialect: createSqliteDialect(':memory:'),
    log: ({ query }) => void queries.push(query),
  });
  await migrate(database);
  const repositories = createRepositories({ database, sealing: createSealing('of the tests only') });
  queries.length = 0;
  await work(repositories);
  const scans: string[] = [];
  for (const { sql, parameters } of [...queries]) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await database.executeQuery<{ detail: string }>(plan);
    scans.push(...rows.filter(({ detail }) => LARGE.test(detail)).map(({ detail }) => `${detail}: ${sql}`));
  }
  await database.destroy();
  return scans;
}

it('recurring jobs (SQLite) scan no large table', async () => {
  const scans = await scansOf(async ({ sessions, carts, jobs, retention, healthFacts }) => {
    await sessions.failExpired(NOW, EXPIRY);
    await carts.cancelExpired(NOW);
    await jobs.ensure(['a store'], [{ kind: 'a kind', runAt: NOW }], NOW);
    await healthFacts.listOfStores(['a store'], ['a kind'], NOW);
    await healthFacts.listFaultyStores(1);
    await jobs.lease({ owner: 'somebody', now: NOW, until: NOW }, ['a kind']);
    await retention.forgetSessions(NOW, null, countSessions);
    await retention.forgetCarts(NOW, null, countCarts);
    await retention.forgetDeliveries(NOW);
  });
  assert.deepEqual(scans, []);
});

it('the overviews (SQLite) read sessions, carts and orders by the days of their stores', async () => {
  const period = { from: '2026-01-01', to: '2026-01-30', timeZone: 'UTC' };
  const span = { ...period, id: 'a store', tests: 'exclude', begin: NOW, end: NOW } as const;
  const scans = await scansOf(async ({ statistics, fleetFigures }) => {
    await statistics.countSessions('a store', period);
    await statistics.countCarts('a store', period);
    await statistics.sumOrders('a store', getDays(period));
    await statistics.findFirsts('a store');
    await fleetFigures.sumRevenue([span]);
    await fleetFigures.countOrdersByPart([{ ...span, part: 0 }]);
  });
  assert.deepEqual(scans, []);
});

it('the list of orders (SQLite) reads those of sessions and of carts by their store', async () => {
  const page = { sort: 'created_at', direction: 'desc', limit: 50, offset: 0 } as const;
  const after = { key: NOW, id: 'an order' };
  const scans = await scansOf(async ({ activity, policyCalls }) => {
    await activity.listOrders('a store', {}, page);
    await activity.listOrders('a store', { text: 'mug', statuses: ['confirmed'] }, { ...page, after });
    await activity.findOrder('a store', 'an order');
    await policyCalls.listOrdered('a store', { sessions: ['a session'], carts: ['a cart'] });
  });
  assert.deepEqual(scans, []);
});

it('look-ups of item ids (SQLite) read no copy of a catalog as a whole', async () => {
  const scans = await scansOf(async ({ products }) => {
    await products.named('a store', [{ code: '1', variantId: '1', productId: '1' }, { handle: 'mug' }]);
  });
  assert.deepEqual(scans, []);
});
