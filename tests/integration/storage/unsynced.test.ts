import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { withoutWaitingForDisk } from '../../../src/storage/engine/both-databases.ts';
import { databases } from '../../../testing/databases.ts';

/** SQLite: 2 is FULL, 1 NORMAL. */
const SYNCED = { SQLite: 2, PostgreSQL: 'on' };
const UNSYNCED = { SQLite: 1, PostgreSQL: 'off' };

for (const kind of databases) {
  const name = kind.name as keyof typeof SYNCED;
  describe(`a transaction that does not wait for the disk (${name})`, () => {
    let database: Database;
    before(async () => {
      database = await openDatabase(await kind.fresh());
    });
    after(() => database.destroy());

    async function mode(connection: Database): Promise<unknown> {
      const { rows } =
        name === 'SQLite'
          ? await sql<Record<string, unknown>>`pragma synchronous`.execute(connection)
          : await sql<Record<string, unknown>>`show synchronous_commit`.execute(connection);
      return Object.values(rows[0] ?? {})[0];
    }

    it('is the only one: all others are on disk before anybody is told', async () => {
      assert.equal(await mode(database), SYNCED[name]);
      assert.equal(await withoutWaitingForDisk(database, mode), UNSYNCED[name]);
      assert.equal(await mode(database), SYNCED[name]);
      assert.equal(await database.transaction().execute(mode), SYNCED[name]);
    });

    it('leaves nothing behind when it fails', async () => {
      const failing = withoutWaitingForDisk(database, async (connection) => {
        await connection.insertInto('attempts').values({ bucket: 'b', count: 1, ends_at: '' }).execute();
        throw new Error('no');
      });
      await assert.rejects(failing, /no/);
      assert.equal(await mode(database), SYNCED[name]);
      assert.deepEqual(await database.selectFrom('attempts').selectAll().execute(), []);
    });

    it('keeps others waiting no longer than it lasts', async () => {
      const both = await Promise.all([
        withoutWaitingForDisk(database, mode),
        database.transaction().execute(mode),
        withoutWaitingForDisk(database, mode),
      ]);
      assert.deepEqual(both, [UNSYNCED[name], SYNCED[name], UNSYNCED[name]]);
    });
  });
}
