import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/storage/database.ts';

const TEXT = 'x'.repeat(3_000);
const MEGABYTE = 1024 * 1024;

describe('the write-ahead log of SQLite', () => {
  let folder = '';
  let database: Database;
  const file = () => join(folder, 'store.db');
  const sizeOf = async (path: string) => (await stat(path)).size;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ucp-host-log-'));
    database = await openDatabase(`sqlite:${file()}`);
    await sql`create table notes (id integer primary key, text text not null)`.execute(database);
  });
  after(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  /** Four hundred commits of their own, about as many pages. */
  async function writeALot(): Promise<void> {
    for (let note = 0; note < 400; note += 1)
      await sql`insert into notes (text) values (${TEXT})`.execute(database);
  }

  it('is brought into the file while the service runs, and begins anew instead of growing', async () => {
    await writeALot();
    const before = await sizeOf(file());
    assert.ok(before < MEGABYTE, `what was just written is still in the log: ${before}`);
    const deadline = AbortSignal.timeout(30_000);
    while ((await sizeOf(file())) < before + MEGABYTE) {
      deadline.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const log = await sizeOf(`${file()}-wal`);
    // By now both passes are over, or the next write waits for the second.
    await writeALot();
    assert.ok((await sizeOf(`${file()}-wal`)) < 1.5 * log, 'the log was written from its beginning again');
    const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(database);
    assert.equal(rows[0]?.count, 800);
  });
});
