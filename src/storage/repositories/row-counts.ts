import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';

interface Written {
  numInsertedOrUpdatedRows?: bigint | undefined;
  numUpdatedRows?: bigint;
  numDeletedRows?: bigint;
}

/** Runs a statement, and returns how many rows it has inserted, updated or deleted. */
export async function changedRows(statement: { executeTakeFirst(): Promise<Written> }): Promise<number> {
  const { numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows } = await statement.executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? numUpdatedRows ?? numDeletedRows ?? 0n);
}

/** Runs a statement. Returns false when it has inserted, updated or deleted no row. */
export async function hasChanged(statement: { executeTakeFirst(): Promise<Written> }): Promise<boolean> {
  return (await changedRows(statement)) > 0;
}

/** Counts the rows of a query. */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<number | string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
