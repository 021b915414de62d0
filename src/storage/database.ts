import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrations.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Opens `sqlite:<file>` or `postgres://…` and brings its tables up to date. */
export async function openDatabase(url: string): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const database = new Kysely<Tables>({ dialect: sqliteDialect(url.slice('sqlite:'.length)) });
    await migrate(database);
    return database;
  }
  const patient = openPatiently(url);
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
  return new Kysely<Tables>({ dialect: postgresDialect(url, HURRIED) });
}

/** Without touching its tables: to look at, or to bring up to date apart from anything else. */
export function openAsItIs(url: string): Database {
  if (!url.startsWith('sqlite:')) return openPatiently(url);
  return new Kysely<Tables>({ dialect: sqliteDialect(url.slice('sqlite:'.length)) });
}

/** PostgreSQL without limits of time, for what may take long: migrations of large tables, whole copies. */
export function openPatiently(url: string): Database {
  return new Kysely<Tables>({ dialect: postgresDialect(url, { max: 2 }) });
}

/** For a connection, to a server that does not answer or while all are at work: then the request fails. */
const LONGEST_WAIT_MS = 10_000;

/** A request that hangs in the database frees its connection by itself, and what it had locked. */
const HURRIED: pg.PoolConfig = {
  max: 10,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

function postgresDialect(url: string, limits: pg.PoolConfig): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    application_name: 'ucp-host',
    ...limits,
  });
  // Without listeners a restart of the server would end the process: the pool tells of connections that are idle, each one
  // of itself while it is at work. What was being asked fails; the next query gets a fresh connection.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return new PostgresDialect({ pool });
}
