import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { commitAsynchronously } from '../../../src/storage/engine/both-databases.ts';
import { type Database, openDatabase, openWithoutTimeouts } from '../../../src/storage/engine/database.ts';
import { databases } from '../../../testing/databases.ts';

describe('PostgreSQL', () => {
  it('fails only the transaction during which the server restarts', async () => {
    const url = (await databases.find(({ name }) => name === 'PostgreSQL')?.fresh()) ?? '';
    // Opened within the test: an unhandled error event of a connection fails the test that opened it.
    const ours = await openDatabase(url);
    await using others = await openDatabase(url);
    const cut = ours.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      // A restart of the server terminates connections like this.
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(others);
      // The client learns of the termination before these answers arrive.
      for (let count = 0; count < 100; count += 1) await sql`select 1`.execute(others);
      await sql`select 1`.execute(transaction);
    });
    await assert.rejects(cut);
    assert.equal((await sql`select 1`.execute(ours)).rows.length, 1);
    await ours.destroy();
  });

  it('limits the time of statements and locks, except for migrations', async () => {
    const url = (await databases.find(({ name }) => name === 'PostgreSQL')?.fresh()) ?? '';
    const database = await openDatabase(url);
    const unlimited = openWithoutTimeouts(url);
    try {
      assert.deepEqual(await limitsOf(database), { statement: '15s', lock: '5s' });
      assert.deepEqual(await limitsOf(unlimited), { statement: '0', lock: '0' });
    } finally {
      await database.destroy();
      await unlimited.destroy();
    }
  });

  it('commits without waiting for the disk only where asked', async (t) => {
    const url = (await databases.find(({ name }) => name === 'PostgreSQL')?.fresh()) ?? '';
    const name = new URL(url).pathname.slice(1);
    const admin = await openDatabase(url);
    // The server of the tests runs without.
    await sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(admin);
    await admin.destroy();
    const database = await openDatabase(url);
    const mode = async (connection: Database) => {
      const { rows } = await sql<{ synchronousCommit: string }>`show synchronous_commit`.execute(connection);
      return rows[0]?.synchronousCommit;
    };
    t.after(() => database.destroy());
    assert.equal(await commitAsynchronously(database, mode), 'off');
    assert.equal(await mode(database), 'on');
    const failing = commitAsynchronously(database, async (connection) => {
      await connection.insertInto('attempts').values({ bucket: 'b', count: 1, endsAt: '' }).execute();
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.equal(await database.transaction().execute(mode), 'on');
    assert.deepEqual(await database.selectFrom('attempts').selectAll().execute(), []);
  });
});

async function limitsOf(database: Database) {
  const { rows } = await sql<{ statement: string; lock: string }>`select
    current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
    database,
  );
  return rows[0];
}
