import { sql } from 'kysely';
import { isSqlite } from '../src/storage/engine/both-databases.ts';
import { openWithoutMigrating } from '../src/storage/engine/database.ts';

/** Returns every row of every table, by table name. */
export async function storedRows(databaseUrl: string): Promise<Record<string, unknown[]>> {
  await using database = await openWithoutMigrating(databaseUrl);
  // Kysely's introspection reads all columns as well, which takes longer than the rows.
  const { rows: tables } = await (isSqlite(database) ? SQLITE_TABLES : POSTGRES_TABLES).execute(database);
  const names = tables.map(({ name }) => name).filter((name) => !/^(?:kysely|sqlite)_/.test(name));
  const entries: [string, unknown[]][] = [];
  for (const name of names.sort()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
    entries.push([name, rows.map((row) => JSON.stringify(row)).sort()]);
  }
  return Object.fromEntries(entries);
}

const SQLITE_TABLES = sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
const POSTGRES_TABLES = sql<{
  name: string;
}>`select tablename as name from pg_tables where schemaname = 'public'`;
