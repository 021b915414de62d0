import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Database, openDatabase, openWithoutTimeouts } from '../../../src/storage/engine/database.ts';
import { databases } from '../../../testing/databases.ts';

describe('PostgreSQL', () => {
  it('may go away in the middle of a transaction, which fails, and nothing else does', async () => {
    const url = (await databases.find(({ name }) => name === 'PostgreSQL')?.fresh()) ?? '';
    // Opened here: an error that nobody listens for fails the test in which its connection was made.
    const ours = await openDatabase(url);
    const others = await openDatabase(url);
    const cut = ours.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      // As a restart of the server does.
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(others);
      // By the time of these answers it is known here, too.
      for (let asked = 0; asked < 100; asked += 1) await sql`select 1`.execute(others);
      await sql`select 1`.execute(transaction);
    });
    await assert.rejects(cut);
    assert.equal((await sql`select 1`.execute(ours)).rows.length, 1);
    await ours.destroy();
    await others.destroy();
  });

  it('gives up a statement that waits for a lock or takes too long, but not a migration', async () => {
    const url = (await databases.find(({ name }) => name === 'PostgreSQL')?.fresh()) ?? '';
    const database = await openDatabase(url);
    const patient = openWithoutTimeouts(url);
    try {
      assert.deepEqual(await limitsOf(database), { statement: '15s', lock: '5s' });
      assert.deepEqual(await limitsOf(patient), { statement: '0', lock: '0' });
    } finally {
      await database.destroy();
      await patient.destroy();
    }
  });
});

async function limitsOf(database: Database) {
  const { rows } = await sql<{ statement: string; lock: string }>`select
    current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
    database,
  );
  return rows[0];
}
