import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Kysely, TableMetadata } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDatabase, openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { RENAMED_TABLES } from '../../../src/storage/schema/migrations/026-rename-by-glossary.ts';
import { MIGRATIONS } from '../../../src/storage/schema/migrations.ts';
import { agentOf } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { startTestService } from '../../../testing/test-service.ts';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Tables that others refer to, in the sequence of their foreign keys. */
const PARENTS = [
  'stores',
  'checkout_sessions',
  'orders',
  'accounts',
  'organizations',
  'products',
  'request_log',
];
const IDS: Record<string, string> = {
  ...{ stores: 'store', checkout_sessions: 'session', orders: 'order', accounts: 'account' },
  organizations: 'organization',
};
const VALUES: Record<string, unknown> = {
  ...{
    store_id: 'store',
    session_id: 'session',
    order_id: 'order',
    account_id: 'account',
    user_id: 'account',
    offered_by: 'account',
    invited_by: 'account',
    organization_id: 'organization',
  },
  ...{
    description: '{"currency":"EUR"}',
    totals: '{"total":100}',
    lines: '[]',
    tracking: '[]',
    details: '{}',
  },
  ...{ name: 'hashing' },
  policy: '[{"id":"one","mode":"on","kind":"block"}]',
};
const RENAMED: Record<string, string> = {
  ...RENAMED_TABLES,
  order_notices: 'outbox_messages',
  order_event_outbox: 'outbox_messages',
};
const NAMES = Object.keys(MIGRATIONS);

onEveryDatabase('a database of an earlier version', (kind) => {
  let columns: string[];
  before(async () => {
    await using database = await openDatabase(await kind.fresh());
    columns = await columnsOf(database);
  });

  for (const name of NAMES.slice(0, -1))
    it(`keeps its rows and gets the tables of a new one when it is upgraded from ${name}`, async () => {
      const url = await kind.fresh();
      const counts = await fillVersion(url, name);
      assert.ok(counts.size >= 3, `${counts.size} tables`);
      await using upgraded = await openDatabase(url);
      const old = upgraded as unknown as AnyDatabase;
      for (const [table, count] of counts)
        assert.ok((await countOf(old, RENAMED[table] ?? table)) >= count, `${table} has lost rows`);
      assert.deepEqual(await columnsOf(upgraded), columns);
    });

  for (const name of NAMES.slice(NAMES.indexOf('034-store-policy'), -1))
    it(`keeps optional values of stores, calls and events when it is upgraded from ${name}`, async () => {
      const url = await kind.fresh();
      const before = await fillWholeTables(url, name);
      await using upgraded = await openDatabase(url);
      for (const [table, row] of before) {
        const after = await upgraded
          .selectFrom(table as 'stores')
          .selectAll()
          .executeTakeFirstOrThrow();
        const kept = Object.entries(row).filter(([column]) => column in after);
        assert.ok(kept.length >= Object.keys(row).length - 1, `${table} has lost columns`);
        assert.deepEqual({ ...after, ...Object.fromEntries(kept) }, { ...after }, table);
      }
      const policy = await upgraded.selectFrom('stores').select('policy').executeTakeFirst();
      assert.equal(policy?.policy, VALUES.policy);
    });

  it('serves agents when it is upgraded from the first version', async () => {
    const url = await kind.fresh();
    await fillVersion(url, NAMES[0] ?? '');
    await using running = await startTestService({ database: kind, databaseUrl: url });
    assert.equal((await agentOf(running.baseUrl, 'demo-shopify').get('/catalog/search?q=shoe')).status, 200);
    assert.equal((await running.service.stores.find('slug'))?.description.currency, 'EUR');
  });
});

/** Creates the tables as of a migration with a row in each, and returns the number of rows of each. */
async function fillVersion(url: string, name: string): Promise<Map<string, number>> {
  const database = (await openWithoutMigrating(url)) as unknown as AnyDatabase;
  try {
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
    assert.equal((await migrator.migrateTo(name)).error, undefined);
    const tables = await tablesOf(database);
    const rank = (table: TableMetadata) =>
      (PARENTS.indexOf(table.name) + PARENTS.length + 1) % (PARENTS.length + 1);
    for (const table of tables.sort((one, other) => rank(one) - rank(other)))
      await database
        .insertInto(table.name)
        .values(rowOf(table))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const counts = tables.map(async (table) => [table.name, await countOf(database, table.name)] as const);
    return new Map(await Promise.all(counts));
  } finally {
    await database.destroy();
  }
}

/** Tables of merchants' content, whose rows are filled in every column. */
const FILLED = ['stores', 'request_log', 'event_endpoints', 'outbox_messages', 'store_health'];

/** Fills a version, and then every column of its content. Returns the rows as they are stored. */
async function fillWholeTables(url: string, name: string): Promise<Map<string, Record<string, unknown>>> {
  await fillVersion(url, name);
  const database = (await openWithoutMigrating(url)) as unknown as AnyDatabase;
  try {
    const filled = new Map<string, Record<string, unknown>>();
    for (const table of await tablesOf(database)) {
      if (!FILLED.includes(table.name)) continue;
      const optional = table.columns.filter(({ isNullable }) => isNullable);
      const row = Object.fromEntries(
        optional.map((column) => [column.name, valueFor(table.name, column.name, column.dataType)]),
      );
      if (optional.length > 0) await database.updateTable(table.name).set(row).execute();
      filled.set(table.name, await database.selectFrom(table.name).selectAll().executeTakeFirstOrThrow());
    }
    assert.ok(filled.size >= 3, [...filled.keys()].join());
    return filled;
  } finally {
    await database.destroy();
  }
}

/** All columns that a row needs. */
function rowOf({ name, columns }: TableMetadata): Record<string, unknown> {
  const needed = columns.filter(
    (column) => !(column.isNullable || column.hasDefaultValue || column.isAutoIncrementing),
  );
  const keys = columns.filter((column) => column.name === 'id' && !column.isAutoIncrementing);
  return Object.fromEntries(
    [...keys, ...needed].map((column) => [column.name, valueFor(name, column.name, column.dataType)]),
  );
}

function valueFor(table: string, column: string, type: string): unknown {
  if (column === 'id') return IDS[table] ?? 'row';
  if (/int/i.test(type)) return 1;
  if (/(^|_)(at|until|from|day)$/.test(column)) return '2026-01-01T00:00:00.000Z';
  return VALUES[column] ?? column;
}

/** Tables except those of SQLite's word index, which triggers fill. */
async function tablesOf<Tables>(database: Kysely<Tables>): Promise<TableMetadata[]> {
  const tables = await database.introspection.getTables();
  return tables.filter(({ name }) => !name.startsWith('product_words'));
}

async function columnsOf<Tables>(database: Kysely<Tables>): Promise<string[]> {
  const tables = await tablesOf(database);
  return tables
    .flatMap((table) =>
      table.columns.map(
        ({ name, dataType, isNullable }) => `${table.name}.${name} ${dataType} ${isNullable}`,
      ),
    )
    .sort();
}

async function countOf(database: AnyDatabase, table: string): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
