import { type Expression, type SqlBool, sql } from 'kysely';

/** Matches a substring, ignoring the case of ASCII letters as both databases can; wildcards in it are escaped. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
