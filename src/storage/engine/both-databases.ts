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

type ItemType = 'text' | 'integer' | 'bigint';

/**
 * Table `item` with a row for each object, and a column of this type for each member: one statement for any number of them. With the
 * limit PostgreSQL plans for their number, and SQLite parses each object once, not for each row that it is compared with.
 */
export function toJsonRows<const Columns extends Readonly<Record<string, ItemType>>, Tables>(
  database: Kysely<Tables>,
  columns: Columns,
  rows: readonly object[],
) {
  const json = JSON.stringify(rows);
  const onSqlite = isSqlite(database);
  const members = Object.entries(columns);
  const columnList = members.map(
    ([name]) => sql`${sql.raw(onSqlite ? `value ->> '${name}'` : `"${name}"`)} as ${sql.ref(name)}`,
  );
  const typed = members.map(([name, type]) => sql.raw(`"${name}" ${type}`));
  const source = onSqlite
    ? sql`json_each(${json})`
    : sql`json_to_recordset(${json}::json) as item(${sql.join(typed)})`;
  type Item = { [Name in keyof Columns]: Columns[Name] extends 'text' ? string : number };
  return sql<Item>`(select ${sql.join(columnList)} from ${source} limit ${rows.length})`.as('item');
}

/** Matches a substring, ignoring the case of ASCII letters as both databases can; wildcards in it are escaped. */
export function matchSubstring(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
