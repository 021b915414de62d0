import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Mutex } from './mutex.ts';
import type { Statements } from './statements.ts';

/**
 * A `synced` write survives a power cut. A `committed` one survives the end of the process only, until any later write is
 * synced: for what no answer acknowledges.
 */
export type Durability = 'synced' | 'committed';

interface WaitingWrite {
  query: CompiledQuery;
  durability: Durability;
  resolve(result: QueryResult<unknown>): void;
  reject(error: unknown): void;
}

/** Resolves once the write is durable; `synced` by default. */
export type GroupedWrite = <Row>(query: CompiledQuery, durability?: Durability) => Promise<QueryResult<Row>>;

/** Commits concurrent writes together, because each commit waits for the disk, unless no write is `synced`. A failed write fails alone. */
export function groupCommit(
  database: DatabaseSync,
  { run }: Statements,
  mutex: Mutex,
  committed: () => void,
): GroupedWrite {
  let waiting: WaitingWrite[] = [];

  function commitAll(): void {
    const writes = waiting;
    waiting = [];
    try {
      const isSynced = writes.some(({ durability }) => durability === 'synced');
      const commit = isSynced ? runInOneTransaction : withoutSync;
      for (const settle of commit(database, () => writes.map(attempt))) settle();
      committed();
    } catch (error) {
      for (const write of writes) write.reject(error);
    }
  }

  /** Returns the function that settles the write once its group is committed. */
  function attempt({ query, resolve, reject }: WaitingWrite): () => void {
    try {
      const result = run(query);
      return () => resolve(result);
    } catch (error) {
      // SQLite has rolled back all writes, for example on a full disk.
      if (!database.isTransaction) throw error;
      return () => reject(error);
    }
  }

  return <Row>(query: CompiledQuery, durability: Durability = 'synced') =>
    new Promise<QueryResult<unknown>>((resolve, reject) => {
      waiting.push({ query, durability, resolve, reject });
      // After all pending callbacks of this iteration.
      if (waiting.length === 1) setImmediate(() => void mutex.run(commitAll));
    }) as Promise<QueryResult<Row>>;
}

function runInOneTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function withoutSync<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('pragma synchronous = normal');
  try {
    return runInOneTransaction(database, work);
  } finally {
    database.exec('pragma synchronous = full');
  }
}
