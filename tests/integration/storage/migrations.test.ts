import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { recordFirstOwner } from '../../../src/storage/schema/migrations/023-record-first-owner-and-failures.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { sqliteDialect } from '../../../src/storage/engine/sqlite/dialect.ts';
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

onEveryDatabase('the migration that records the first owner', (database) => {
  const now = new Date().toISOString();
  const account = { id: 'one', name: 'Ann', email: 'ann@shop.example', email_verified: 0, image: null };
  const removed = { action: 'account.removed', details: '{}', at: now };
  const earlier = {
    'leaves a new installation open': [[], []],
    'closes an installation with accounts': [[{ ...account, created_at: now, updated_at: now }], []],
    'closes an installation whose accounts were all removed': [
      [],
      [{ id: 'entry', store_id: null, account_id: null, actor: 'command line', ...removed }],
    ],
  } as const;
  for (const [title, [accounts, entries]] of Object.entries(earlier))
    it(title, async () => {
      await using storage = await openDatabase(await database.migrated());
      for (const row of accounts) await storage.insertInto('accounts').values(row).execute();
      for (const row of entries) await storage.insertInto('audit_entries').values(row).execute();
      // A second run on its own result adds no row.
      for (let time = 0; time < 2; time += 1) await recordFirstOwner(storage as unknown as Kysely<unknown>);
      const rows = await storage.selectFrom('first_account').select('number').execute();
      assert.equal(rows.length, accounts.length + entries.length);
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
