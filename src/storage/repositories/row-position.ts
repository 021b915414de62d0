import { type Expression, type SqlBool, sql } from 'kysely';

/** Position in a list that is sorted by instant, newest first, and then by id. Rows that are added meanwhile do not move it. */
export interface RowPosition {
  /** ISO instant. */
  at: string;
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
