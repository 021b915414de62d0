import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createSqliteDialect } from '../../../src/storage/engine/sqlite/dialect.ts';
import { getDirectAccess, syncCommitted } from '../../../src/storage/engine/sqlite/direct-access.ts';
import { pluck } from '../../../testing/pluck.ts';

type Tables = { pieces: { name: string; quantity: number } };

describe('SQLite', () => {
  let database: Kysely<Tables>;

  before(async () => {
    database = new Kysely<Tables>({ dialect: createSqliteDialect(':memory:') });
    await sql`create table pieces (name text primary key, quantity integer not null)`.execute(database);
  });
  after(() => database.destroy());

  const insert = (name: string, on: Kysely<Tables> = database) =>
    on.insertInto('pieces').values({ name, quantity: 1 }).executeTakeFirst();
  const names = async (prefix: string) => {
    const rows = await database
      .selectFrom('pieces')
      .select('name')
      .where('name', 'like', `${prefix}%`)
      .execute();
    return rows.map((row) => row.name).toSorted();
  };

  it('returns the result of each of many concurrent writes, and the rows of those that return some', async () => {
    const inserted = await Promise.all(Array.from({ length: 50 }, (_, index) => insert(`many ${index}`)));
    assert.ok(inserted.every((result) => result.numInsertedOrUpdatedRows === 1n));
    assert.equal((await names('many')).length, 50);
    const rows = await Promise.all(
      ['back 1', 'back 2'].map((name) =>
        database.insertInto('pieces').values({ name, quantity: 2 }).returning('name').executeTakeFirst(),
      ),
    );
    assert.deepEqual(pluck(rows, 'name'), ['back 1', 'back 2']);
  });

  it('fails only the failing one of concurrent writes', async () => {
    const outcomes = await Promise.allSettled([insert('same'), insert('same'), insert('same other')]);
    assert.deepEqual(pluck(outcomes, 'status'), ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(await names('same'), ['same', 'same other']);
  });

  it('rolls back a failed transaction, but no concurrent write', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await insert('undone', transaction);
      throw new Error('changed its mind');
    });
    const beside = insert('beside');
    await assert.rejects(failing, /changed its mind/);
    await beside;
    assert.deepEqual(await names('undone'), []);
    assert.deepEqual(await names('beside'), ['beside']);
  });

  it('hides uncommitted changes of a transaction from other queries', async () => {
    const commit = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<string[]>();
    const working = database.transaction().execute(async (transaction) => {
      await insert('half', transaction);
      commit.resolve();
      await new Promise(setImmediate);
      await insert('halves', transaction);
    });
    await commit.promise;
    names('hal').then(seen.resolve, seen.reject);
    await working;
    assert.deepEqual(await seen.promise, ['half', 'halves']);
  });

  it('names the columns of a row as they are after a migration', async () => {
    await sql`create table moved (first text, second text, last text)`.execute(database);
    await sql`insert into moved values ('1', '2', '3')`.execute(database);
    const read = async () => (await sql`select * from moved`.execute(database)).rows;
    assert.deepEqual(await read(), [{ first: '1', second: '2', last: '3' }]);
    await sql`alter table moved drop column first`.execute(database);
    assert.deepEqual(await read(), [{ second: '2', last: '3' }]);
    await sql`alter table moved add column added text default 'new'`.execute(database);
    assert.deepEqual(await read(), [{ second: '2', last: '3', added: 'new' }]);
  });

  it('runs concurrent transactions one after the other', async () => {
    await insert('counted');
    const countUp = () =>
      database.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('pieces')
          .select('quantity')
          .where('name', '=', 'counted')
          .executeTakeFirstOrThrow();
        await new Promise(setImmediate);
        const quantity = row.quantity + 1;
        await transaction.updateTable('pieces').set({ quantity }).where('name', '=', 'counted').execute();
      });
    await Promise.all([countUp(), countUp(), countUp()]);
    const row = await database
      .selectFrom('pieces')
      .select('quantity')
      .where('name', '=', 'counted')
      .executeTakeFirst();
    assert.equal(row?.quantity, 4);
  });
});

describe('SQLite and the disk', () => {
  let folder = '';
  let database: Database;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ucp-host-sync-'));
    database = await openDatabase(`sqlite:${join(folder, 'store.db')}`);
    await sql`create table notes (text text primary key)`.execute(database);
  });
  after(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  const write = (text: string, durability: 'synced' | 'committed') =>
    getDirectAccess(database).groupedWrite?.(
      CompiledQuery.raw('insert into notes values (?)', [text]),
      durability,
    );
  /** 2 is FULL: each commit is synced. */
  const mode = async () => {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database);
    return rows[0]?.synchronous;
  };

  it('syncs commits again after one that was not to be synced, also when that failed', async () => {
    await write('a', 'committed');
    assert.equal(await mode(), 2);
    await assert.rejects(async () => write('a', 'committed'), /UNIQUE/);
    assert.equal(await mode(), 2);
    await Promise.all([write('b', 'committed'), write('c', 'synced')]);
    const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(database);
    assert.deepEqual(pluck(rows, 'text'), ['a', 'b', 'c']);
  });

  it('syncs earlier commits on demand, and reports a disk that fails as busy', async () => {
    await write('d', 'committed');
    await syncCommitted(database);
    await rm(join(folder, 'store.db-wal'));
    await assert.rejects(syncCommitted(database), { kind: 'busy' });
  });
});
