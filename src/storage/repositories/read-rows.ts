import type { SelectQueryBuilder } from 'kysely';
import { countRows } from './row-counts.ts';

/** Returns the record of the first row of a query. */
export async function firstOf<Row, Result>(
  query: { executeTakeFirst(): Promise<Row | undefined> },
  toRecord: (row: Row) => Result,
): Promise<Result | undefined> {
  const row = await query.executeTakeFirst();
  return row && toRecord(row);
}

/** Returns the records of all rows of a query. */
export async function allOf<Row, Result>(
  query: { execute(): Promise<Row[]> },
  toRecord: (row: Row) => Result,
): Promise<Result[]> {
  return (await query.execute()).map(toRecord);
}

/** Part of a list. */
export interface Page {
  limit: number;
  offset: number;
}

/**
 * Returns a page of a sorted query with the number of all its rows, which `all` selects where the query is limited itself; 0 for a
 * list behind a position, which was counted before.
 */
export async function pageOf<Source, Table extends keyof Source, Row extends object, Result>(
  query: SelectQueryBuilder<Source, Table, Row>,
  { limit, offset, isBehind = false }: Page & { isBehind?: boolean },
  toRecord: (row: Row) => Result,
  all = query,
): Promise<{ items: Result[]; total: number }> {
  const items = await allOf(query.limit(limit).offset(offset), toRecord);
  return { items, total: isBehind ? 0 : await countRows(all.clearOrderBy()) };
}
