import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDatabase, openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { sqliteDialect } from '../../../src/storage/engine/sqlite/dialect.ts';
import { instant, integer, text, uuid } from '../../../src/storage/tables/column.ts';
import { createTables } from '../../../src/storage/tables/create-tables.ts';
import { table } from '../../../src/storage/tables/table.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';

const run = promisify(execFile);

onEveryDatabase('tables of a new database', (database) => {
  it('are created once when several processes start at the same time', async () => {
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

onEveryDatabase('a database of a version before the baseline', (kind) => {
  const refusal =
    /^This database is of an earlier version \(\S+\): check out commit [0-9a-f]{40}, run "ucp-host migrate" there, and come back\.$/;
  const AT = '2026-01-01T00:00:00.000Z';

  /** Makes the tables of accounts those of that commit, with an account in them. */
  const EARLIER_ACCOUNTS = [
    'drop table account_sessions',
    'drop table account_passwords',
    `create table account_sessions (id text primary key, account_id text not null references accounts (id) on delete cascade,
      token text not null unique, user_agent text, expires_at text not null, created_at text not null, last_used_at text,
      ip_address text, updated_at text not null)`,
    'create index account_sessions_account_id on account_sessions (account_id)',
    'create index account_sessions_expires_at on account_sessions (expires_at)',
    `create table account_passwords (id text primary key, account_id text not null references accounts (id) on delete cascade,
      provider text not null, provider_account_id text not null, password text, created_at text not null,
      updated_at text not null, access_token text, access_token_expires_at text, id_token text, refresh_token text,
      refresh_token_expires_at text, scope text, unique (provider, provider_account_id))`,
    'create index account_passwords_of on account_passwords (account_id)',
    `create table account_verifications (id text primary key, identifier text not null, value text not null,
      expires_at text not null, created_at text not null, updated_at text not null)`,
    'alter table accounts add column image text',
    `alter table accounts add column updated_at text not null default ''`,
    ...['device_type', 'transports', 'aaguid'].map((name) => `alter table passkeys add column ${name} text`),
    'alter table passkeys add column backed_up integer',
    `insert into accounts (id, name, email, created_at) values ('ann', 'Ann', 'ann@shop.example', '${AT}')`,
    `insert into account_passwords (id, account_id, provider, provider_account_id, password, created_at, updated_at)
      values ('ann', 'ann', 'credential', 'ann', 'salt:key', '${AT}', '${AT}')`,
    `insert into account_sessions (id, account_id, token, expires_at, created_at, updated_at)
      values ('one', 'ann', 'token', '${AT}', '${AT}', '${AT}')`,
    `insert into passkeys (id, account_id, name, credential_id, public_key, counter, created_at)
      values ('key', 'ann', 'Key', 'c', 'p', 0, '${AT}')`,
  ];

  /** Creates the table of migrations as Kysely does, with those of an earlier version. */
  async function earlierDatabase(...names: string[]): Promise<string> {
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

  it('is refused with the commit that upgrades it, and is not touched', async () => {
    for (const names of [
      ['001-stores-sessions-orders'],
      ['001-stores-sessions-orders', '048-proofs-of-addresses'],
    ]) {
      const url = await earlierDatabase(...names);
      const before = await contentOf(url);
      await assert.rejects(openDatabase(url), ({ message }: Error) => refusal.test(message));
      for (const command of [['migrate'], ['migrate', '--status'], ['stores']]) {
        const { code, out } = await commandLine(url, command);
        assert.notEqual(code, 0, command.join(' '));
        assert.match(out, /check out commit [0-9a-f]{40}, run "ucp-host migrate" there/);
      }
      assert.deepEqual(await contentOf(url), before);
    }
  });

  it('is adopted with its rows when the last commit before has migrated it, even by several processes', async () => {
    const url = await kind.fresh();
    await (await openDatabase(url)).destroy();
    const earlier = await openWithoutMigrating(url);
    for (const statement of EARLIER_ACCOUNTS) await sql.raw(statement).execute(earlier);
    await sql`delete from kysely_migration`.execute(earlier);
    for (const name of ['001-stores-sessions-orders', '052-add-paid'])
      await sql`insert into kysely_migration values (${name}, ${AT})`.execute(earlier);
    await earlier.insertInto('retired_slugs').values({ slug: 'mugs', retired_at: AT }).execute();
    await earlier.destroy();
    assert.equal((await commandLine(url, ['migrate', '--status'])).code, 0);
    for (const { code, out } of await Promise.all([
      commandLine(url, ['migrate']),
      commandLine(url, ['migrate']),
    ]))
      assert.deepEqual([code, out.trim()], [0, '✓ The database is up to date.']);
    await using database = await openDatabase(url);
    const { rows } = await sql`select name, timestamp from kysely_migration`.execute(database);
    assert.deepEqual(rows, [{ name: '001-baseline', timestamp: AT }]);
    assert.equal((await database.selectFrom('retired_slugs').selectAll().execute()).length, 1);
    assert.deepEqual(await database.selectFrom('account_passwords').selectAll().execute(), [
      { account_id: 'ann', password_hash: 'salt:key', updated_at: AT },
    ]);
    assert.deepEqual(await database.selectFrom('passkeys').select(['id', 'public_key']).execute(), [
      { id: 'key', public_key: 'p' },
    ]);
    await using fresh = await openDatabase(await kind.fresh());
    const shapeOf = async (each: typeof fresh) =>
      (await each.introspection.getTables()).map(({ name, columns }) => [
        name,
        columns.map((column) => column.name).sort(),
      ]);
    assert.deepEqual(await shapeOf(database), await shapeOf(fresh));
  });
});

onEveryDatabase('a migration after the baseline', (kind) => {
  const first = table('letters', { id: uuid, body: text });
  const later = table('letters', {
    ...first.columns,
    read_at: instant.optional.since('002-reading'),
    pages: integer.default(1).since('002-reading'),
  });
  const marks = table(
    'marks',
    { letter: text, at: instant },
    { key: ['letter', 'at'], since: '002-reading' },
  );

  it('adds the columns and tables that are declared since it, and keeps rows', async () => {
    const database = await openWithoutMigrating(await kind.fresh());
    await createTables(database, [later, marks]);
    await sql`insert into letters (id, body) values ('one', 'text')`.execute(database);
    await createTables(database, [later, marks], '002-reading');
    const { rows } = await sql`select * from letters`.execute(database);
    assert.deepEqual(rows, [{ id: 'one', body: 'text', read_at: null, pages: 1 }]);
    await sql`insert into marks values ('one', 'now')`.execute(database);
    await assert.rejects(sql`insert into marks values ('one', 'now')`.execute(database), 'the key is unique');
    await database.destroy();
  });
});

it('a migration of SQLite that fails is rolled back, and can run again', async () => {
  const database = new Kysely<Record<string, never>>({ dialect: sqliteDialect(':memory:') });
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
