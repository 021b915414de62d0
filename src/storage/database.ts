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

/** For a connection, to a server that does not answer or while all are at work: then the request fails. */
const LONGEST_WAIT_MS = 10_000;

function postgresDialect(url: string): PostgresDialect {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: LONGEST_WAIT_MS });
  // Without listeners a restart of the server would end the process: the pool tells of connections that are idle, each one
  // of itself while it is at work. What was being asked fails; the next query gets a fresh connection.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return new PostgresDialect({ pool });
}
