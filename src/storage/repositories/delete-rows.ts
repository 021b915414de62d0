import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import { isSqlite } from '../engine/both-databases.ts';
import type { Database } from '../engine/database.ts';
import { inBatches } from '../engine/in-batches.ts';
import type { Tables } from '../tables/tables.ts';

/**
 * Deletes the rows that match, and returns their number. Each batch is a commit of its own, so that the next sweep continues after
 * a crash; rows that another process deletes are skipped.
 */
export function deleteInBatches<Table extends keyof Tables>(
  database: Database,
  table: Table,
  condition: (row: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>,
  batchSize = 500,
): Promise<number> {
  const where = condition(expressionBuilder<Tables, Table>());
  return inBatches(batchSize, () => deleteSome(database, table, where, batchSize));
}

/** Deletes up to `limit` rows that match, and returns their number. */
export async function deleteSome(
  database: Database,
  table: string,
  where: Expression<unknown>,
  limit: number,
): Promise<number> {
  const onSqlite = isSqlite(database);
  const row = sql.raw(onSqlite ? 'rowid' : 'ctid');
  const some = sql`select ${row} from ${sql.table(table)} where ${where} limit ${limit}
    ${sql.raw(onSqlite ? '' : 'for update skip locked')}`;
  const result = await sql`delete from ${sql.table(table)} where ${row} in (${some})`.execute(database);
  return Number(result.numAffectedRows ?? 0);
}
