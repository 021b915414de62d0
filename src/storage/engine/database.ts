import { type Insertable, Kysely, PostgresDialect, type Selectable, type Updateable } from 'kysely';
import pg from 'pg';
import { migrate } from '../schema/migrations.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import type { Tables } from '../schema/tables.ts';
import { type OnDatabaseFailure, withErrorMapping } from './error-mapping-driver.ts';

export type Database = Kysely<Tables>;
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
export type RowChange<Table extends keyof Tables> = Updateable<Tables[Table]>;

/**
 * Opens `sqlite:<file>` or `postgres://…` and brings its tables up to date. From then on, what keeps it from answering is an
 * error in words (`busy`), and `onFailure` is told.
 */
export async function openDatabase(
  url: string,
  onFailure: OnDatabaseFailure = () => undefined,
): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const dialect = sqliteDialect(url.slice('sqlite:'.length));
    const database = new Kysely<Tables>({ dialect: withErrorMapping(dialect, onFailure) });
    await migrate(database);
    return database;
  }
  const patient = openWithoutTimeouts(url);
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
  const pool = openPool(url, HURRIED);
  const database = new Kysely<Tables>({
    dialect: withErrorMapping(new PostgresDialect({ pool }), onFailure),
  });
  pools.set(database, pool);
  return database;
}

const pools = new WeakMap<Database, pg.Pool>();

/** Connections of the pool by what they do, and the requests that wait for one; empty for SQLite, which has no pool. */
export function poolUse(database: Database): Record<string, number> {
  const pool = pools.get(database);
  if (!pool) return {};
  const { totalCount, idleCount, waitingCount } = pool;
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** Without touching its tables: to look at, or to bring up to date apart from anything else. */
export function openWithoutMigrating(url: string): Database {
  if (!url.startsWith('sqlite:')) return openWithoutTimeouts(url);
  return new Kysely<Tables>({ dialect: sqliteDialect(url.slice('sqlite:'.length)) });
}

/** PostgreSQL without limits of time, for what may take long: migrations of large tables, whole copies. */
export function openWithoutTimeouts(url: string): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, { max: 2 }) }) });
}

/** For a connection, to a server that does not answer or while all are at work: then the request fails. */
const MAX_WAIT_MS = 5_000;

/** A request that hangs in the database frees its connection by itself, and what it had locked. */
const HURRIED: pg.PoolConfig = {
  max: 10,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
  // A server whose machine has gone answers nothing at all, not even that the statement took too long.
  query_timeout: 20_000,
  keepAlive: true,
};

function openPool(url: string, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: MAX_WAIT_MS,
    application_name: 'ucp-host',
    ...limits,
  });
  // Without listeners a restart of the server would end the process: the pool tells of connections that are idle, each one
  // of itself while it is at work. What was being asked fails; the next query gets a fresh connection.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => {
    connection.on('error', () => undefined);
    hangUpOnSilence(connection);
  });
  return pool;
}

/** Who was not answered in time would wait behind that question for ever: the connection is given up. */
function hangUpOnSilence(connection: pg.PoolClient): void {
  const client = connection as pg.PoolClient & { end(): Promise<void> };
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const answer = ask(...given);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') void client.end().catch(() => undefined);
      });
    }
    return answer;
  }) as typeof client.query;
}
