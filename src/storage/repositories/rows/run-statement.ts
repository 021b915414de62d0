import { type SelectQueryBuilder, sql } from 'kysely';

interface Written {
  numInsertedOrUpdatedRows?: bigint | undefined;
  numUpdatedRows?: bigint;
  numDeletedRows?: bigint;
}

/** Runs a statement, and returns how many rows it has inserted, updated or deleted. */
export async function changeRows(statement: { executeTakeFirst(): Promise<Written> }): Promise<number> {
  const { numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows } = await statement.executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? numUpdatedRows ?? numDeletedRows ?? 0n);
}

/** Runs a statement. Returns false when it has inserted, updated or deleted no row. */
export async function hasChanged(statement: { executeTakeFirst(): Promise<Written> }): Promise<boolean> {
  return (await changeRows(statement)) > 0;
}

/** Counts the rows of a query. */
export async function countRows<Source, Table extends keyof Source>(
  query: SelectQueryBuilder<Source, Table, object>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the record of the first row of a query. */
export async function findFirst<Row, Result>(
  query: { executeTakeFirst(): Promise<Row | undefined> },
  toRecord: (row: Row) => Result,
): Promise<Result | undefined> {
  const row = await query.executeTakeFirst();
  return row && toRecord(row);
}

/** Returns the records of all rows of a query. */
export async function listAll<Row, Result>(
  query: { execute(): Promise<Row[]> },
  toRecord: (row: Row) => Result,
): Promise<Result[]> {
  return (await query.execute()).map(toRecord);
}
