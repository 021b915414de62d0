import { type Expression, type SqlBool, sql } from 'kysely';
import type { Instant } from '../../commerce/time.ts';

/** Position in a list that is sorted by instant, newest first, and then by id. Rows that are added meanwhile do not move it. */
export interface RowPosition {
  at: Instant;
  id: string;
}

/** Matches the rows after a position, and all rows without one. */
export function rowsAfter(
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
export function rowsWithin({ since, until }: Span, column: string): Expression<SqlBool> {
  const at = sql.ref(column);
  const from = since === undefined ? sql`1 = 1` : sql`${at} >= ${since}`;
  const to = until === undefined ? sql`1 = 1` : sql`${at} < ${until}`;
  return sql<SqlBool>`(${from} and ${to})`;
}
