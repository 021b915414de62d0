import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDatabase, openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { createSqliteDialect } from '../../../src/storage/engine/sqlite/dialect.ts';
import { instant, integer, text, uuid } from '../../../src/storage/tables/column.ts';
import { createTables } from '../../../src/storage/tables/create-tables.ts';
import { listMigrations, nameMigrations } from '../../../src/storage/tables/migrations.ts';
import { declareTable } from '../../../src/storage/tables/table.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';

const run = promisify(execFile);

onEveryDatabase('tables of a new database', (database) => {
  it('creates the tables once when several processes start at the same time', async () => {
    const url = await database.fresh();
    const script = `
      const { openDatabase } = await import('./src/storage/engine/database.ts');
      const database = await openDatabase(${JSON.stringify(url)});
      await database.selectFrom('jobs').selectAll().execute();
      await database.destroy();`;
    const processes = Array.from({ length: 4 }, () =>
      run(process.execPath, ['--input-type=module', '-e', script]),
    );
    for (const outcome of await Promise.allSettled(processes))
      assert.equal(outcome.status, 'fulfilled', JSON.stringify(outcome));
  });
});

onEveryDatabase('a database of another program', (kind) => {
  it('refuses to migrate it in one sentence, and keeps its tables', async () => {
    const url = await kind.fresh();
    await using database = await openWithoutMigrating(url);
    await sql`create table stores (name text)`.execute(database);
    const { code, out } = await commandLine(url, ['migrate']);
    const refusal =
      /^✗ The tables of ucp-host could not be created, and nothing was changed: [^\n]*stores[^\n]* already exists\. Name an empty database in DATABASE_URL\.\n$/;
    assert.match(out, refusal);
    assert.equal(code, 1);
    assert.deepEqual(
      (await database.introspection.getTables()).map(({ name }) => name),
      ['stores'],
    );
  });
});

onEveryDatabase('a database of another version', (kind) => {
  const refusal =
    /^This database is of another version of ucp-host \(\S+\), and nothing in it was changed: the last commit that opens it is (.+)\. Run that on it, or name an empty database in DATABASE_URL and connect the stores again\.$/;
  const AT = '2026-01-01T00:00:00.000Z';

  /** Creates the table of migrations as Kysely does, with those of another version. */
  async function foreignDatabase(...names: string[]): Promise<string> {
    const url = await kind.fresh();
    const database = await openWithoutMigrating(url);
    await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
      database,
    );
    for (const name of names)
      await sql`insert into kysely_migration values (${name}, ${AT})`.execute(database);
    await sql`create table stores (id text)`.execute(database);
    await sql`insert into stores values ('one')`.execute(database);
    await database.destroy();
    return url;
  }

  /** Bytes of a SQLite file; all rows of all tables of PostgreSQL. */
  async function contentOf(url: string): Promise<unknown> {
    if (url.startsWith('sqlite:')) return readFile(url.slice('sqlite:'.length));
    const database = await openWithoutMigrating(url);
    const tables = (await database.introspection.getTables({ withInternalKyselyTables: true })).map(
      ({ name }) => name,
    );
    const rows = [];
    for (const name of tables.sort())
      rows.push([name, (await sql`select * from ${sql.table(name)}`.execute(database)).rows]);
    await database.destroy();
    return rows;
  }

  async function namesOf(url: string): Promise<string[]> {
    await using database = await openDatabase(url);
    return (await listMigrations(database)).map(({ name }) => name);
  }

  it('refuses a database of another version in one sentence, and leaves it untouched', async () => {
    for (const [lastCommit, ...names] of [
      ['f4fc3f1f', '001-stores-sessions-orders', '052-add-paid'],
      // Keys of these did not begin with the store.
      ['a412109a', '001-baseline'],
      // Before tables of the first migration changed: its name says which they are.
      ['the one that made it', '001-tables'],
      ['the one that made it', ...(await namesOf(await kind.fresh())), '999-later'],
    ]) {
      const url = await foreignDatabase(...names);
      const before = await contentOf(url);
      await assert.rejects(
        openDatabase(url),
        ({ message }: Error) => refusal.exec(message)?.[1] === lastCommit,
      );
      for (const command of [['migrate'], ['migrate', '--status'], ['stores']]) {
        const { code, out } = await commandLine(url, command);
        assert.notEqual(code, 0, command.join(' '));
        assert.match(out, /is of another version of ucp-host \(.*nothing in it was changed/);
      }
      assert.deepEqual(await contentOf(url), before);
    }
  });
});

onEveryDatabase('a migration after the baseline', (kind) => {
  const first = declareTable('letters', { id: uuid, body: text });
  const later = declareTable('letters', {
    ...first.columns,
    read_at: instant.optional.since('002-reading'),
    pages: integer.default(1).since('002-reading'),
  });
  const marks = declareTable('marks', { letter: text, at: instant }).with({
    key: ['letter', 'at'],
    since: '002-reading',
  });

  it('lists one migration for all tables declared since it, sorted behind earlier ones', () => {
    const stamps = declareTable('stamps', { id: uuid }).with({ since: '003-stamps' });
    assert.deepEqual(nameMigrations([stamps, later, marks]), ['002-reading', '003-stamps']);
  });

  it('adds the columns and tables that are declared since it, and keeps rows', async () => {
    const database = await openWithoutMigrating(await kind.fresh());
    await createTables(database, [later, marks]);
    await sql`insert into letters (id, body) values ('one', 'text')`.execute(database);
    await createTables(database, [later, marks], { migration: '002-reading' });
    const { rows } = await sql`select * from letters`.execute(database);
    assert.deepEqual(rows, [{ id: 'one', body: 'text', readAt: null, pages: 1 }]);
    await sql`insert into marks values ('one', 'now')`.execute(database);
    await assert.rejects(sql`insert into marks values ('one', 'now')`.execute(database), 'the key is unique');
    await database.destroy();
  });
});

it('a migration of SQLite that fails is rolled back, and can run again', async () => {
  const database = new Kysely<Record<string, never>>({ dialect: createSqliteDialect(':memory:') });
  let cutOff = true;
  const migration = {
    async up(connection: Kysely<unknown>) {
      await sql`create table first_half (id text)`.execute(connection);
      if (cutOff) throw new Error('cut off');
      await sql`create table second_half (id text)`.execute(connection);
    },
  };
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ only: migration }) },
  });
  assert.ok((await migrator.migrateToLatest()).error);
  cutOff = false;
  assert.equal((await migrator.migrateToLatest()).error, undefined);
  await database.destroy();
});
