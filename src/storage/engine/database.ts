import type { Duplex } from 'node:stream';
import type { Dialect, Insertable, Kysely, Selectable } from 'kysely';
import pg from 'pg';
import { CommerceError } from '../../commerce/errors.ts';
import { migrate } from '../tables/migrations.ts';
import type { Tables } from '../tables/tables.ts';
import { type OnDatabaseFailure, withErrorMapping } from './error-mapping-driver.ts';
import { toDriverAddress } from './postgres/address.ts';
import { changeListener } from './postgres/change-listener.ts';
import { createPostgresDialect } from './postgres/dialect.ts';
import { askByName } from './postgres/named-statements.ts';
import { openRecords } from './records.ts';
import { createSqliteDialect } from './sqlite/dialect.ts';

export type Database = Kysely<Tables>;

/** Kysely sees the columns of a table only where its name is a literal. */
type AnyTables = Record<string, Record<string, unknown>>;
export type AnyDatabase = Kysely<AnyTables>;

export const toUntyped = (database: Database) => database as unknown as AnyDatabase;

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** Opens `sqlite:<file>` or `postgres://…` and runs pending migrations. Throws `busy` when it cannot be opened; later failures are reported. */
export async function openDatabase(url: string, onFailure: OnDatabaseFailure = () => undefined) {
  if (url.startsWith('sqlite:')) {
    const dialect = openSqlite(url);
    const database = openRecords(withErrorMapping(dialect, onFailure));
    await migrate(database);
    return database;
  }
  await tryConnection(url);
  const migrating = openWithoutTimeouts(url);
  try {
    await migrate(migrating);
  } finally {
    await migrating.destroy();
  }
  const listener = changeListener(url);
  const pool = openPool(url, TIMEOUTS, listener.isDirect);
  const database = openRecords(withErrorMapping(createPostgresDialect(pool, listener), onFailure));
  pools.set(database, pool);
  return database;
}

const pools = new WeakMap<Database, pg.Pool>();

/** Counts the pool's connections by state, and waiting requests; empty for SQLite, which has no pool. */
export function countPoolUse(database: Database): Record<string, number> {
  const pool = pools.get(database);
  if (!pool) return {};
  const { totalCount, idleCount, waitingCount } = pool;
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

export async function openWithoutMigrating(url: string): Promise<Database> {
  if (url.startsWith('sqlite:')) return openRecords(openSqlite(url));
  await tryConnection(url);
  return openWithoutTimeouts(url);
}

function openSqlite(url: string): Dialect {
  const file = url.slice('sqlite:'.length);
  try {
    return createSqliteDialect(file);
  } catch (error) {
    throw toCannotOpenError(`The database ${file}`, error);
  }
}

/** Opens PostgreSQL without timeouts, for migrations of large tables and whole copies. */
export function openWithoutTimeouts(url: string): Database {
  return openRecords(createPostgresDialect(openPool(url, { max: 2 })));
}

/** Wait for a free or a new connection. */
const CONNECT_TIMEOUT_MS = 5_000;

/** A hung statement ends by itself, and releases its connection and locks. */
const TIMEOUTS: pg.PoolConfig = {
  max: 10,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
  // Timeout of the client: a server whose machine is gone does not report `statement_timeout`.
  query_timeout: 20_000,
  keepAlive: true,
};

function openPool(url: string, limits: pg.PoolConfig, isDirect = () => false): pg.Pool {
  const pool = new pg.Pool({
    connectionString: toDriverAddress(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'ucp-host',
    types: { getTypeParser },
    ...limits,
  });
  // Without listeners a restart of the server would end the process: the pool emits errors of idle connections, a busy
  // connection its own.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => {
    connection.on('error', () => undefined);
    patchQueries(connection, isDirect);
  });
  return pool;
}

/** Types whose values `pg` returns as text: `bigint` of counts and money, `numeric` of sums. */
const NUMBERS: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

/** Reads numbers as SQLite has them. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  NUMBERS.includes(type) ? Number : pg.types.getTypeParser(type, format);

/** Names statements, and closes a connection after a read timeout: later queries would wait behind the unanswered one. */
function patchQueries(connection: pg.PoolClient, isDirect: () => boolean): void {
  const client = connection as pg.PoolClient & { end(): Promise<void> };
  const ask = askByName(client.query.bind(client) as (...args: unknown[]) => unknown, isDirect);
  client.query = ((...args: unknown[]) => {
    const answer = ask(...args);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') void client.end().catch(() => undefined);
      });
    }
    return answer;
  }) as typeof client.query;
}

/** Connects once. Throws `busy`, for the operator: one sentence with the server and its reason, and no password. */
async function tryConnection(url: string): Promise<void> {
  const connectionString = toDriverAddress(url);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A pooler accepts connections while the server behind it is away.
    await client.query('select 1');
  } catch (error) {
    // A connection that fails between question and answer is left open by the driver, and keeps the process for a minute.
    (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
    throw toCannotOpenError(`PostgreSQL at ${host || 'its socket'}${pathname}`, error);
  }
  await client.end();
}

function toCannotOpenError(database: string, error: unknown): CommerceError {
  return new CommerceError('busy', `${database} cannot be opened: ${toReason(error)}.`, { cause: error });
}

/** The driver's words for a server that asks by SCRAM. */
const NO_PASSWORD = /client password must be a (?:non-empty )?string/;

/** Node reports a name with several addresses as several errors without a message of their own. */
function toReason(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(toReason))].join(', ');
  const message = error instanceof Error ? error.message : String(error);
  return NO_PASSWORD.test(message) ? 'it asks for a password, and its address has none' : message;
}
