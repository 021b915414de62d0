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
 * limit SQLite parses each object once, not for each row that it is compared with.
 */
export function toJsonRows<const Columns extends Readonly<Record<string, ItemType>>, Tables>(
  database: Kysely<Tables>,
  columns: Columns,
  rows: readonly object[],
) {
  type Item = { [Name in keyof Columns]: Columns[Name] extends 'text' ? string : number };
  const json = JSON.stringify(rows);
  const names = Object.keys(columns);
  if (isSqlite(database)) {
    const members = names.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
    return sql<Item>`(select ${sql.join(members)} from json_each(${json}) limit ${rows.length})`.as('item');
  }
  const typed = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name] ?? 'text')}`);
  return sql<Item>`json_to_recordset(${json}::json)`.as<'item'>(sql`item(${sql.join(typed)})`);
}

/** Matches a substring, ignoring the case of ASCII letters as both databases can; wildcards in it are escaped. */
export function matchSubstring(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
