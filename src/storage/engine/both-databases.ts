import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** Where the two databases do not say the same thing the same way. */
export function isSqlite<Tables>(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}

/**
 * Runs a transaction whose commit does not wait for the disk: a power cut may take it back, nothing else can. For what is only
 * told about, never for what is acknowledged. Whatever is committed with the disk afterwards brings it there, too.
 */
export function withoutWaitingForDisk<Tables, Result>(
  database: Kysely<Tables>,
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  // SQLite's driver knows it by this level, of which SQLite itself has no use.
  if (isSqlite(database)) return database.transaction().setIsolationLevel(UNSYNCED).execute(work);
  return database.transaction().execute(async (connection) => {
    await sql`set local synchronous_commit = off`.execute(connection);
    return work(connection);
  });
}

export const UNSYNCED = 'read uncommitted';

/** JSON objects as the rows of a table `item` with the one column `value`: one statement for any number of them. */
export function jsonRows<Tables>(database: Kysely<Tables>, values: readonly object[]) {
  const json = JSON.stringify(values);
  return isSqlite(database)
    ? sql`json_each(${json}) as item`
    : sql`json_array_elements(${json}::json) as item(value)`;
}
