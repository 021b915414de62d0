import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';

const TEXT = 'x'.repeat(100_000);
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

  /** Makes four hundred commits of 40 MB in all: more than the log may hold before it is restarted. */
  async function writeALot(): Promise<void> {
    for (let note = 0; note < 400; note += 1)
      await sql`insert into notes (text) values (${TEXT})`.execute(database);
  }

  /** Resolves once the last write is in the file. */
  async function untilGrown(from: number): Promise<void> {
    const deadline = AbortSignal.timeout(30_000);
    while ((await sizeOf(file())) < from + 30 * MEGABYTE) {
      deadline.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('checkpoints the write-ahead log while the service runs, so that it restarts instead of growing', async () => {
    const logs: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = await sizeOf(file());
      await writeALot();
      await untilGrown(before);
      logs.push(await sizeOf(`${file()}-wal`));
    }
    const [first = 0, last = 0] = [logs[0], logs.at(-1)];
    assert.ok(last < 3 * first, `after five times as much: ${logs.join(', ')}`);
    const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(database);
    assert.equal(rows[0]?.count, 2_000);
  });
});
