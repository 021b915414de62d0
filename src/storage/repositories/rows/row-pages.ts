import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../../../commerce/time/time.ts';
import { countRows, listAll } from './run-statement.ts';

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
  const items = await listAll(query.limit(limit).offset(offset), toRecord);
  return { items, total: isBehind ? 0 : await countRows(all.clearOrderBy()) };
}

/** Position in a list that is sorted by instant, newest first, and then by id. Rows that are added meanwhile do not move it. */
export interface RowPosition {
  at: Instant;
  id: string;
}

/** Matches the rows after a position, and all rows without one. */
export function matchRowsAfter(
  position: RowPosition | undefined,
  columns: { at: string; id: string },
): Expression<SqlBool> {
  if (!position) return sql<SqlBool>`1 = 1`;
  const [at, id] = [sql.ref(columns.at), sql.ref(columns.id)];
  return sql<SqlBool>`(${at} <= ${position.at} and (${at} < ${position.at} or ${id} > ${position.id}))`;
}

/** From `since` on, before `until`. */
export interface Span {
  since?: Instant | undefined;
  until?: Instant | undefined;
}

/** Matches the rows whose instant lies in a span. */
export function matchRowsWithin({ since, until }: Span, column: string): Expression<SqlBool> {
  const at = sql.ref(column);
  const from = since === undefined ? sql`1 = 1` : sql`${at} >= ${since}`;
  const to = until === undefined ? sql`1 = 1` : sql`${at} < ${until}`;
  return sql<SqlBool>`(${from} and ${to})`;
}
