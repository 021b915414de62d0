import { type RawBuilder, sql } from 'kysely';
import { isSqlite } from '../engine/both-databases.ts';
import type { Database } from '../engine/database.ts';
import { inBatches } from '../engine/in-batches.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Deletes the rows that match, and returns their number. Each batch is a commit of its own, so that the next sweep continues after
 * a crash; rows that another process deletes are skipped.
 */
export function deleteInBatches(
  database: Database,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  batchSize = 500,
): Promise<number> {
  const onSqlite = isSqlite(database);
  const row = sql.raw(onSqlite ? 'rowid' : 'ctid');
  const some = sql`select ${row} from ${sql.table(table)} where ${condition} limit ${batchSize}
    ${sql.raw(onSqlite ? '' : 'for update skip locked')}`;
  return inBatches(batchSize, async () => {
    const result = await sql`delete from ${sql.table(table)} where ${row} in (${some})`.execute(database);
    return Number(result.numAffectedRows ?? 0);
  });
}
