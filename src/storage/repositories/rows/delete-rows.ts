import { type Expression, type SqlBool, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';
import { type Database, toUntyped } from '../../engine/database.ts';
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
  const deleting = buildDeletion(database, table, where, limit);
  return Number((await deleting.executeTakeFirst()).numDeletedRows);
}

/** Deletes up to `limit` rows that match, and returns them. */
export const deleteReturning = (
  database: Database,
  table: Keyed,
  where: Expression<unknown>,
  limit: number,
) => buildDeletion(database, table, where, limit).returningAll().execute();

type Keyed = Pick<AnyTable, 'name' | 'key'>;

/** Condition for up to `limit` rows that match, or all. Skips locked rows: waiting for several of them could deadlock. */
export function matchSome(
  database: Database,
  { name, key }: Keyed,
  where: Expression<unknown>,
  limit?: number,
): Expression<SqlBool> {
  const some = toUntyped(database)
    .selectFrom<string>(name)
    .select(key)
    .where(sql<SqlBool>`${where}`)
    .$if(limit !== undefined, (rows) => rows.limit(limit ?? 0))
    .$if(!isSqlite(database), (rows) => rows.forUpdate().skipLocked());
  return sql`(${sql.join(key.map((column) => sql.ref(column)))}) in ${some}`;
}

const buildDeletion = (database: Database, table: Keyed, where: Expression<unknown>, limit: number) =>
  toUntyped(database)
    .deleteFrom<string>(table.name)
    .where(matchSome(database, table, where, limit));
