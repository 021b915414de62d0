import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CompiledQuery, Kysely } from 'kysely';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { sqliteDialect } from '../../../src/storage/engine/sqlite/dialect.ts';
import { createRepositories } from '../../../src/storage/repositories/index.ts';
import { migrate } from '../../../src/storage/tables/migrations.ts';
import type { Tables } from '../../../src/storage/tables/tables.ts';

const NOW = '2026-01-01T00:00:00.000Z';
/** Tables that grow with sales; scans of the few stores are allowed. */
const LARGE =
  /^SCAN (?:checkout_sessions|carts|orders|jobs|webhook_deliveries|products|product_variants|store_health(?! USING INDEX store_health_faulty))\b/;

it('recurring jobs (SQLite) scan no large table', async () => {
  const queries: CompiledQuery[] = [];
  const database = new Kysely<Tables>({
    dialect: sqliteDialect(':memory:'),
    log: ({ query }) => void queries.push(query),
  });
  await migrate(database);
  const { sessions, carts, jobs, retention, healthFacts } = createRepositories({
    database,
    sealing: createSealing('of the tests only'),
  });
  queries.length = 0;
  await sessions.failExpired(NOW);
  await carts.cancelExpired(NOW);
  await jobs.ensure(['a store'], [{ kind: 'a kind', runAt: NOW }], NOW);
  await healthFacts.ofStores(['a store'], ['a kind'], 0);
  await healthFacts.faultyStores(1);
  await jobs.lease({ by: 'somebody', now: NOW, until: NOW }, ['a kind']);
  await retention.forgetSessions(NOW, null);
  await retention.forgetCarts(NOW, null);
  await retention.forgetDeliveries(NOW);

  const scans: string[] = [];
  for (const { sql, parameters } of [...queries]) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await database.executeQuery<{ detail: string }>(plan);
    scans.push(...rows.filter(({ detail }) => LARGE.test(detail)).map(({ detail }) => `${detail}: ${sql}`));
  }
  assert.deepEqual(scans, []);
  await database.destroy();
});
