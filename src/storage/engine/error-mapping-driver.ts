import type { CompiledQuery, DatabaseConnection, Dialect, DialectAdapter, Driver } from 'kysely';
import {
  createDatabaseFailureError,
  type DatabaseFailure,
  getFailureBehind,
  mapDatabaseError,
  toDatabaseFailure,
} from './database-failure.ts';
import type { Durability, GroupedWrite } from './sqlite/group-commit.ts';

export type OnDatabaseFailure = (reason: DatabaseFailure) => void;

/** Maps errors of a dialect's driver. While no connection can be opened, one request at a time tries; others fail at once. */
export function withErrorMapping(dialect: Dialect, onFailure: OnDatabaseFailure): Dialect {
  return {
    createDriver: () => patchDriver(dialect.createDriver(), onFailure),
    createAdapter: () => patchAdapter(dialect.createAdapter(), onFailure),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
  };
}

/** Maps errors of writes that pass the driver by. */
function patchAdapter(adapter: DialectAdapter, onFailure: OnDatabaseFailure): DialectAdapter {
  if (!('groupedWrite' in adapter)) return adapter;
  const rethrow = createRethrow(onFailure);
  const write = adapter.groupedWrite as GroupedWrite;
  const writeGrouped: GroupedWrite = <Row>(query: CompiledQuery, durability?: Durability) =>
    write<Row>(query, durability).catch(rethrow);
  return Object.assign(adapter, { groupedWrite: writeGrouped });
}

/** Patches the driver in place: drivers look up their connections by identity. */
function patchDriver(driver: Driver, onFailure: OnDatabaseFailure): Driver {
  const rethrow = createRethrow(onFailure);
  const mapErrors = <Result>(work: Promise<Result>) => work.catch(rethrow);
  const acquire = probeWhileDown(driver.acquireConnection.bind(driver), onFailure);
  const begin = driver.beginTransaction.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  const rollback = driver.rollbackTransaction.bind(driver);
  const patched = new WeakSet<DatabaseConnection>();
  return Object.assign(driver, {
    async acquireConnection(options) {
      const connection = await mapErrors(acquire(options));
      if (patched.has(connection)) return connection;
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (query, ...more) => mapErrors(execute(query, ...more));
      patched.add(connection);
      return connection;
    },
    beginTransaction: (connection, settings) => mapErrors(begin(connection, settings)),
    commitTransaction: (connection) => mapErrors(commit(connection)),
    // The error before the rollback matters; a lost connection rolls back by itself.
    rollbackTransaction: (connection) =>
      rollback(connection).catch((error: unknown) => {
        if (getFailureBehind(error) === undefined) throw error;
      }),
  } satisfies Partial<Driver>);
}

function createRethrow(onFailure: OnDatabaseFailure): (error: unknown) => never {
  return (error) => {
    const reason = toDatabaseFailure(error);
    if (reason !== undefined) onFailure(reason);
    throw mapDatabaseError(error);
  };
}

function probeWhileDown(
  acquire: Driver['acquireConnection'],
  onFailure: OnDatabaseFailure,
): Driver['acquireConnection'] {
  let isDown = false;
  let isProbing = false;
  return async (options) => {
    if (isDown && isProbing) {
      onFailure('unreachable');
      throw createDatabaseFailureError('unreachable');
    }
    const isProbe = isDown;
    if (isProbe) isProbing = true;
    try {
      const connection = await acquire(options);
      isDown = false;
      return connection;
    } catch (error) {
      isDown = toDatabaseFailure(error) === 'unreachable';
      throw error;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
}
