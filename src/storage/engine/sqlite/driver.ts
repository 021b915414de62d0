import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely';
import type { Checkpointing } from './checkpointing.ts';
import { inWords } from '../database-failure.ts';
import type { ReadNow } from './immediate-reads.ts';
import { type Statements, statementsOf } from './statements.ts';
import type { Mutex } from './mutex.ts';
import { UNSYNCED } from '../both-databases.ts';
import { groupCommit } from './group-commit.ts';

/**
 * One connection to one file. Reads answer at once, writes share their commits with those that come in at the same time, and
 * a transaction has the file for itself: nobody reads or commits what is half done.
 */
export function sqliteDriver(
  database: DatabaseSync,
  mutex: Mutex,
  checkpoints: Checkpointing | undefined,
): { driver: Driver; readNow: ReadNow } {
  const statements = statementsOf(database);
  const committed = () => checkpoints?.committed();
  const write = groupCommit(database, statements, mutex, committed);
  const transactions = new WeakMap<DatabaseConnection, () => void>();

  const begin = async (connection: DatabaseConnection, { isolationLevel }: TransactionSettings) => {
    const release = await mutex.take();
    const isUnsynced = isolationLevel === UNSYNCED;
    transactions.set(connection, isUnsynced ? () => syncAgain(database, release) : release);
    if (isUnsynced) database.exec('pragma synchronous = normal');
    // Now and not at its first write, when somebody else may have written what it read.
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
      committed();
    },
    async rollbackTransaction() {
      // On some errors SQLite has done so by itself.
      if (database.isTransaction) database.exec('rollback');
    },
    releaseConnection: async (connection) => end(connection),
    async destroy() {
      await checkpoints?.stop();
      database.close();
    },
  };
  const readNow: ReadNow = <Row>(query: CompiledQuery) => {
    if (mutex.taken()) return undefined;
    try {
      return statements.first<Row>(query);
    } catch (error) {
      throw inWords(error);
    }
  };
  return { driver, readNow };
}

function syncAgain(database: DatabaseSync, release: () => void): void {
  try {
    database.exec('pragma synchronous = full');
  } finally {
    release();
  }
}

type Write = ReturnType<typeof groupCommit>;

function connect(
  { run, returnsRows }: Statements,
  mutex: Mutex,
  write: Write,
  transactions: WeakMap<DatabaseConnection, () => void>,
): DatabaseConnection {
  const isRead = (query: CompiledQuery) =>
    SelectQueryNode.is(query.query) || (query.query.kind === 'RawNode' && returnsRows(query));
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery) {
      if (transactions.has(connection)) return run<Row>(query);
      if (!isRead(query)) return write<Row>(query);
      return mutex.alone(() => run<Row>(query));
    },
    async *streamQuery<Row>(query: CompiledQuery) {
      yield await connection.executeQuery<Row>(query);
    },
  };
  return connection;
}
