import type { CompiledQuery, Kysely } from 'kysely';
import type { GroupedWrite } from './group-commit.ts';
import type { WatchRows } from './watched-rows.ts';

type Database = Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction'>;

/** Reads the first row, synchronously: null for none, undefined while a transaction holds the mutex. */
export type ImmediateRead = <Row>(query: CompiledQuery) => Row | null | undefined;

/** Bypasses Kysely's asynchronous path, which takes longer than SQLite. Undefined on PostgreSQL and within a transaction. */
export function immediateReadOf(database: Database): ImmediateRead | undefined {
  const { adapter } = database.getExecutor();
  if (database.isTransaction || !('immediateRead' in adapter)) return undefined;
  return adapter.immediateRead as ImmediateRead;
}

/** Writes past Kysely's connections, which take some thirty promises. Undefined on PostgreSQL and within a transaction. */
export function groupedWriteOf(database: Database): GroupedWrite | undefined {
  const { adapter } = database.getExecutor();
  if (database.isTransaction || !('groupedWrite' in adapter)) return undefined;
  return adapter.groupedWrite as GroupedWrite;
}

/** Undefined on PostgreSQL and within a transaction. */
export function rowWatcherOf(database: Database): WatchRows | undefined {
  const { adapter } = database.getExecutor();
  if (database.isTransaction || !('watchRows' in adapter)) return undefined;
  return adapter.watchRows as WatchRows;
}
