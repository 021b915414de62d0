import type { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, SelectQueryNode } from 'kysely';
import { mapDatabaseError } from '../database-failure.ts';
import type { Checkpointing } from './checkpointing.ts';
import { type GroupedWrite, groupCommit } from './group-commit.ts';
import type { Mutex } from './mutex.ts';
import { createStatements, type Statements } from './statements.ts';

/** One connection to one file. Concurrent writes share a commit; a transaction holds the mutex: its state is seen by no other query. */
export function createSqliteDriver(database: DatabaseSync, mutex: Mutex, checkpoints?: Checkpointing) {
  const statements = createStatements(database);
  const countCommit = () => checkpoints?.countCommit();
  const write = groupCommit(database, statements, mutex, countCommit);
  const transactions = new WeakMap<DatabaseConnection, () => void>();

  const begin = async (connection: DatabaseConnection) => {
    transactions.set(connection, await mutex.take());
    // A deferred transaction would fail at its first write after another process has written what it read.
    database.exec('begin immediate');
  };
  const end = (connection: DatabaseConnection) => {
    transactions.get(connection)?.();
    transactions.delete(connection);
  };

  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connect(statements, mutex, write, transactions),
    beginTransaction: begin,
    async commitTransaction(connection) {
      database.exec('commit');
      end(connection);
      countCommit();
    },
    async rollbackTransaction() {
      // SQLite rolls back by itself on some errors.
      if (database.isTransaction) database.exec('rollback');
    },
    releaseConnection: async (connection) => end(connection),
    async destroy() {
      await checkpoints?.stop();
      database.close();
    },
  };
  const readImmediately = <Row>(query: CompiledQuery) => {
    if (mutex.isTaken()) return undefined;
    try {
      return statements.readFirst<Row>(query);
    } catch (error) {
      throw mapDatabaseError(error);
    }
  };
  return { driver, immediateRead: readImmediately, groupedWrite: write };
}

function connect(
  { run, returnsRows }: Statements,
  mutex: Mutex,
  write: GroupedWrite,
  transactions: WeakMap<DatabaseConnection, () => void>,
): DatabaseConnection {
  const isRead = (query: CompiledQuery) =>
    SelectQueryNode.is(query.query) || (query.query.kind === 'RawNode' && returnsRows(query));
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery) {
      if (transactions.has(connection)) return run<Row>(query);
      if (!isRead(query)) return write<Row>(query);
      return mutex.run(() => run<Row>(query));
    },
    async *streamQuery<Row>(query: CompiledQuery) {
      yield await connection.executeQuery<Row>(query);
    },
  };
  return connection;
}
