import { sql } from 'kysely';
import { isSqlite } from '../src/storage/engine/both-databases.ts';
import { type Database, openWithoutMigrating } from '../src/storage/engine/database.ts';

type Rows = Record<string, unknown[]>;

/** Returns every row of every table, by table name. */
export async function storedRows(databaseUrl: string): Promise<Rows> {
  await using database = await openWithoutMigrating(databaseUrl);
  return await findRows(database);
}

/** Opens a database for many readings: opening it and preparing its statements take longer than the rows. */
export async function openStoredRows(databaseUrl: string) {
  const database = await openWithoutMigrating(databaseUrl);
  return { read: () => findRows(database), close: () => database.destroy() };
}

async function findRows(database: Database): Promise<Rows> {
  // Kysely's introspection reads all columns as well, which takes longer than the rows.
  const { rows: tables } = await (isSqlite(database) ? SQLITE_TABLES : POSTGRES_TABLES).execute(database);
  const names = tables.map(({ name }) => name).filter((name) => !/^(?:kysely|sqlite)_/.test(name));
  const entries: [string, unknown[]][] = [];
  for (const name of names.sort()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.withoutPlugins());
    entries.push([name, rows.map((row) => JSON.stringify(row)).sort()]);
  }
  return Object.fromEntries(entries);
}

const SQLITE_TABLES = sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
const POSTGRES_TABLES = sql<{
  name: string;
}>`select tablename as name from pg_tables where schemaname = 'public'`;
