import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { openDatabase } from '../src/storage/engine/database.ts';
import { databases } from './databases.ts';

/** Fails unless the tests of this process run on a PostgreSQL whose large tables are divided by store. */
export async function assertTablesAreDivided(): Promise<void> {
  for (const kind of databases) {
    await using database = await openDatabase(await kind.fresh());
    const { rows } = await sql`select 1 from pg_partitioned_table`.execute(database);
    assert.ok(rows.length > 0, kind.name);
  }
}
