import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { TABLES } from '../../../src/storage/tables/tables.ts';
import { agentOf, bodyOf, findVariant, pay, type Session } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

const [sqlite, postgresql] = databases;

const run = (source: string, ...args: string[]) => commandLine(source, ['copy-database', source, ...args]);

describe('copy-database', () => {
  assert.ok(sqlite && postgresql);
  let target: string;
  let session: Session;
  let products: number;
  const from = forSuite(() => startTestService({ database: sqlite }));
  before(async () => {
    target = await postgresql.fresh();
    session = await buy(from);
    const merchant = await signUp(from);
    await merchant.post('/stores/demo-shopify/domains', { domain: 'agents.example' });
    await from.settle();
    products = await from.service.products.count(await storeId(from));
    await from.service.close();
  });

  it('moves all rows to the target on standard input, counts them and leaves statistics of every table', async () => {
    const { code, out } = await commandLine(
      from.databaseUrl,
      ['copy-database', from.databaseUrl, '-', '--json'],
      `${target}\n`,
    );
    assert.equal(code, 0, out);
    const copied = new Map(
      (JSON.parse(out) as { table: string; rows: number }[]).map((each) => [each.table, each.rows]),
    );
    const tables = [
      'stores',
      'custom_domains',
      'checkout_sessions',
      'orders',
      'products',
      'product_variants',
    ];
    for (const table of [...tables, 'jobs']) assert.ok((copied.get(table) ?? 0) > 0, table);
    await using database = await openWithoutMigrating(target);
    const { rows } = await sql`select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname in (${sql.join(Object.keys(TABLES))}) and reltuples < 0`.execute(
      database,
    );
    assert.deepEqual(rows, []);
  });

  it('leaves an installation that goes on as it was', async () => {
    await using there = await startTestService({ database: postgresql, databaseUrl: target });
    const agent = agentOf(there.baseUrl, 'demo-shopify');
    const read = bodyOf(200, await agent.readSession(session.id));
    assert.equal(read.continue_url, session.continue_url);
    assert.equal((await agent.readOrder(String(read.order?.id))).status, 200);
    // Also what is numbered counts on: products that change are written under numbers of their own.
    assert.equal(await there.service.products.count(await storeId(there)), products);
    await buy(there);
    await there.settle();
  });

  it('refuses a target that is not empty, and a source that is not there', async () => {
    const again = await run(from.databaseUrl, target);
    assert.equal(again.code, 1);
    assert.match(again.out, /already has rows in "\w+"/);
    const nowhere = await run('sqlite:/nowhere/at-all.db', target);
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.out, /no database file/);
    assert.equal((await run(target, from.databaseUrl)).code, 2);
  });
});

async function storeId({ service }: TestService): Promise<string> {
  const store = await service.stores.find('demo-shopify');
  return store?.id ?? assert.fail('no store');
}

async function buy(running: TestService): Promise<Session> {
  const agent = agentOf(running.baseUrl, 'demo-shopify');
  const created = await agent.createSession([(await findVariant(agent, 'mug')).id]);
  await pay(created.body);
  await agent.complete(created.body.id);
  return created.body;
}
