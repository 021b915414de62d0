import { type Expression, type SqlBool, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { changeInBatches } from '../../engine/in-batches.ts';
import type { AnyTable } from '../../tables/table.ts';

/** Deletes the rows of a condition, each batch in a commit of its own, and returns their number. Skips rows that another process deletes. */
export function deleteInBatches(
  database: Database,
  table: Keyed,
  where: Expression<unknown>,
  batchSize = 500,
): Promise<number> {
  return changeInBatches(batchSize, () => deleteSome(database, table, where, batchSize));
}

/** Deletes up to `limit` rows that match, and returns their number. */
export async function deleteSome(
  database: Database,
  table: Keyed,
  where: Expression<unknown>,
  limit: number,
): Promise<number> {
  const result = await buildDeletion(database, table, where, limit).execute(database);
  return Number(result.numAffectedRows ?? 0);
}

/** Deletes up to `limit` rows that match, and returns columns of them. */
export async function deleteReturning<Row>(
  database: Database,
  table: Keyed,
  where: Expression<unknown>,
  limit: number,
  columns: readonly string[],
): Promise<Row[]> {
  const returned = sql.join(columns.map((column) => sql.ref(column)));
  const deleting = buildDeletion(database, table, where, limit);
  return (await sql<Row>`${deleting} returning ${returned}`.execute(database)).rows;
}

type Keyed = Pick<AnyTable, 'name' | 'key'>;

/** Condition for up to `limit` rows that match, or all. Skips locked rows: waiting for several of them could deadlock. */
export function matchSome(
  database: Database,
  { name, key }: Keyed,
  where: Expression<unknown>,
  limit?: number,
): Expression<SqlBool> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const end = limit === undefined ? sql`` : sql`limit ${limit}`;
  const skipLocked = sql.raw(isSqlite(database) ? '' : 'for update skip locked');
  return sql`(${columns}) in (select ${columns} from ${sql.table(name)} where ${where} ${end} ${skipLocked})`;
}

function buildDeletion(database: Database, table: Keyed, where: Expression<unknown>, limit: number) {
  return sql`delete from ${sql.table(table.name)} where ${matchSome(database, table, where, limit)}`;
}
