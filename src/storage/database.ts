import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrations.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Opens `sqlite:<file>` or `postgres://…` and brings its tables up to date. */
export async function openDatabase(url: string): Promise<Database> {
  const dialect = url.startsWith('sqlite:')
    ? sqliteDialect(url.slice('sqlite:'.length))
    : postgresDialect(url);
  const database = new Kysely<Tables>({ dialect });
  await migrate(database);
  return database;
}

function postgresDialect(url: string): PostgresDialect {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // Without a listener a restart of the server would end the process; the next query gets a fresh connection.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}
