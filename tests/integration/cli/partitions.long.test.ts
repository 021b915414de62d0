import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { TABLES } from '../../../src/storage/tables/tables.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';

const [sqlite, postgresql] = databases;
const NOT_EMPTY =
  'Partitions are made in an empty database, and this one holds tables: name an empty one in DATABASE_URL, run this there, and fill it with copy-database.';

describe('migrate --partitions', () => {
  assert.ok(sqlite && postgresql);
  const divided = Object.values(TABLES)
    .filter((table) => 'isDivided' in table)
    .map(({ name }) => name);

  it('divides the large tables of an empty PostgreSQL by store', async () => {
    const url = await postgresql.fresh();
    const { code, out } = await commandLine(url, ['migrate', '--partitions', '4']);
    assert.equal(code, 0, out);
    assert.deepEqual(await partsOf(url), new Map(divided.map((name) => [name, 4])));
    assert.match((await commandLine(url, ['migrate'])).out, /up to date/);
    assert.equal((await commandLine(url, ['migrate', '--status'])).code, 0);
  });

  it('refuses a number of partitions that PostgreSQL cannot divide by, and any on SQLite', async () => {
    const url = await postgresql.fresh();
    for (const number of ['12', '1', '128', '0', '-2', '2.5', 'many', '']) {
      const { code, out } = await commandLine(url, ['migrate', `--partitions=${number}`]);
      assert.deepEqual([code, out.includes(sentence(number))], [2, true], out);
    }
    assert.equal((await commandLine(url, ['migrate', '--status', '--partitions', '4'])).code, 2);
    assert.equal((await commandLine(url, ['migrate', '--status'])).code, 1, 'nothing has run');
    const { code, out } = await commandLine(await sqlite.fresh(), ['migrate', '--partitions', '2']);
    assert.deepEqual([code, out.includes('SQLite has no partitions')], [1, true], out);
  });

  it('refuses partitions on a database that holds tables, divided ones as well', async () => {
    const url = await postgresql.fresh();
    assert.equal((await commandLine(url, ['migrate', '--partitions', '2'])).code, 0);
    for (const each of [url, await postgresql.migrated()]) {
      await commandLine(each, ['migrate']);
      const { code, out } = await commandLine(each, ['migrate', '--partitions', '2']);
      assert.deepEqual([code, out.includes(NOT_EMPTY)], [1, true], out);
    }
    assert.deepEqual(await partsOf(url), new Map(divided.map((name) => [name, 2])));
  });

  it('lets one of two processes that migrate at once decide, and refuses the other', async () => {
    const url = await postgresql.fresh();
    const [parts, plain] = await Promise.all([
      commandLine(url, ['migrate', '--partitions', '2']),
      commandLine(url, ['migrate']),
    ]);
    assert.equal(plain.code, 0, plain.out);
    const count = (await partsOf(url)).size;
    assert.equal(count, parts.code === 0 ? divided.length : 0);
    if (parts.code !== 0) assert.ok(parts.out.includes(NOT_EMPTY), parts.out);
  });
});

describe('a database in partitions', () => {
  assert.ok(sqlite && postgresql);
  const from = forSuite(() => startTestService({ database: sqlite }));

  it('takes a copy of SQLite, is served and checked', async () => {
    const session = await buy(from.baseUrl);
    await from.settle();
    await from.service.close();
    const url = await postgresql.fresh();
    assert.equal((await commandLine(url, ['migrate', '--partitions', '4'])).code, 0);
    const filled = await commandLine(url, ['copy-database', from.databaseUrl, url]);
    assert.equal(filled.code, 0, filled.out);
    await using there = await startTestService({ database: postgresql, databaseUrl: url });
    const agent = agentOf(there.baseUrl, 'demo-shopify');
    const read = bodyOf(200, await agent.readSession(session.id));
    assert.equal(read.continue_url, session.continue_url);
    await buy(there.baseUrl);
    const doctor = await commandLine(url, ['doctor', 'demo-shopify']);
    assert.notEqual(doctor.code, 2, doctor.out);
    assert.ok((await partsOf(url)).size > 0);
  });
});

function sentence(number: string): string {
  return `--partitions must be a power of two from 2 to 64, not "${number}".`;
}

async function buy(baseUrl: string) {
  const agent = agentOf(baseUrl, 'demo-shopify');
  const { id } = await findVariant(agent, 'shoe');
  const session = bodyOf(201, await agent.createSession([id]));
  await pay(session);
  return bodyOf(200, await agent.readSession(session.id));
}

/** Counts the parts of each divided table. */
async function partsOf(url: string): Promise<Map<string, number>> {
  await using database = await openWithoutMigrating(url);
  const { rows } = await sql<{ name: string; parts: number }>`select inhparent::regclass::text as name,
    count(*)::integer as parts from pg_inherits join pg_class on pg_class.oid = inhrelid
    where relkind = 'r' group by 1`.execute(database);
  return new Map(rows.map(({ name, parts }) => [name, parts]));
}
