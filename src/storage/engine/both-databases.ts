import { type Expression, type Kysely, type SqlBool, SqliteAdapter, sql } from 'kysely';

export function isSqlite<Tables>(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}

/** Runs a transaction that a power cut may lose, as its commit does not wait for PostgreSQL's disk: for logs, never for answered data. */
export function commitAsynchronously<Tables, Result>(
  database: Kysely<Tables>,
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (connection) => {
    if (!isSqlite(database)) await sql`set local synchronous_commit = off`.execute(connection);
    return work(connection);
  });
}

/** Table `item` with one column `value` and a row for each object: one statement for any number of them. */
export function toJsonRows<Tables>(database: Kysely<Tables>, values: readonly object[]) {
  const json = JSON.stringify(values);
  return isSqlite(database)
    ? sql`json_each(${json}) as item`
    : sql`json_array_elements(${json}::json) as item(value)`;
}

/** Matches a substring, ignoring the case of ASCII letters as both databases can; wildcards in it are escaped. */
export function matchSubstring(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
