import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { type DatabaseFailure, databaseFailure, inWords, databaseFailureError } from './database-failure.ts';

/** Told of each query that the database could not answer. */
export type OnDatabaseFailure = (trouble: DatabaseFailure) => void;

/**
 * A dialect that says in words what keeps its database from answering. While no connection can be had, one request at a time
 * finds out whether that is still so; the others are refused at once and do not wait for it.
 */
export function withErrorMapping(dialect: Dialect, onFailure: OnDatabaseFailure): Dialect {
  return {
    createDriver: () => speakingUp(dialect.createDriver(), onFailure),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
  };
}

/** In place, as Kysely itself does: drivers know their connections, and themselves, by identity. */
function speakingUp(driver: Driver, onFailure: OnDatabaseFailure): Driver {
  const told = mapping(onFailure);
  const acquire = oneAtATimeWhileDown(driver.acquireConnection.bind(driver), onFailure);
  const begin = driver.beginTransaction.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  const rollback = driver.rollbackTransaction.bind(driver);
  const known = new WeakSet<DatabaseConnection>();
  return Object.assign(driver, {
    async acquireConnection(options) {
      const connection = await told(() => acquire(options));
      if (!known.has(connection)) connectionSpeakingUp(connection, told);
      known.add(connection);
      return connection;
    },
    beginTransaction: (...given) => told(() => begin(...given)),
    commitTransaction: (...given) => told(() => commit(...given)),
    // What went wrong before is what matters, and who lost the connection has rolled back by that.
    rollbackTransaction: (...given) => rollback(...given).catch(unlessFailed),
  } satisfies Partial<Driver>);
}

type Told = <Result>(work: () => Promise<Result>) => Promise<Result>;

function mapping(onFailure: OnDatabaseFailure): Told {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      const trouble = databaseFailure(error);
      if (trouble !== undefined) onFailure(trouble);
      throw inWords(error);
    }
  };
}

function connectionSpeakingUp(connection: DatabaseConnection, told: Told): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query, ...more) => told(() => execute(query, ...more));
}

function unlessFailed(error: unknown): void {
  if (databaseFailure(error) === undefined) throw error;
}

function oneAtATimeWhileDown(
  acquire: Driver['acquireConnection'],
  onFailure: OnDatabaseFailure,
): Driver['acquireConnection'] {
  let down = false;
  let asking = false;
  return async (options) => {
    if (down && asking) {
      onFailure('unreachable');
      throw databaseFailureError('unreachable');
    }
    const asksForAll = down;
    if (asksForAll) asking = true;
    try {
      const connection = await acquire(options);
      down = false;
      return connection;
    } catch (error) {
      down = databaseFailure(error) === 'unreachable';
      throw error;
    } finally {
      if (asksForAll) asking = false;
    }
  };
}
