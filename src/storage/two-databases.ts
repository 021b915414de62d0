import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Where the two databases do not say the same thing the same way. */
export function isSqlite<Tables>(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}

/** JSON objects as the rows of a table `item` with the one column `value`: one statement for any number of them. */
export function jsonRows<Tables>(database: Kysely<Tables>, values: readonly object[]) {
  const json = JSON.stringify(values);
  return isSqlite(database)
    ? sql`json_each(${json}) as item`
    : sql`json_array_elements(${json}::json) as item(value)`;
}
