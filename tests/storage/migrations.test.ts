import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { sqliteDialect } from '../../src/storage/sqlite.ts';
import { onEveryDatabase } from '../support/everywhere.ts';

const run = promisify(execFile);

onEveryDatabase('the tables of a new database', (database) => {
  it('are made once by several processes that start at the same time', async () => {
    const url = await database.fresh();
    const script = `
      const { openDatabase } = await import('./src/storage/database.ts');
      const database = await openDatabase(${JSON.stringify(url)});
      await database.selectFrom('tasks').selectAll().execute();
      await database.destroy();`;
    const processes = Array.from({ length: 4 }, () =>
      run(process.execPath, ['--input-type=module', '-e', script]),
    );
    for (const outcome of await Promise.allSettled(processes)) {
      assert.equal(outcome.status, 'fulfilled', JSON.stringify(outcome));
    }
  });
});

describe('a migration of SQLite that is cut off', () => {
  it('leaves nothing half made, and can be run again', async () => {
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
});
