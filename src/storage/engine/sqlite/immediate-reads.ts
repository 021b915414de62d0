import type { CompiledQuery, Kysely } from 'kysely';
import type { GroupedWrite } from './group-commit.ts';

type Database = Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction'>;

/** Reads of the first row, synchronously: null for none, undefined while a transaction holds the mutex. */
export interface ImmediateReads {
  row<Row>(query: CompiledQuery): Row | null | undefined;
  /** Columns of the row in sequence, without their names: reading these costs half as much. */
  columns(query: CompiledQuery): unknown[] | null | undefined;
}

/** Bypasses Kysely's asynchronous path, which takes longer than SQLite. Undefined on PostgreSQL and within a transaction. */
export function immediateReads(database: Database): ImmediateReads | undefined {
  const { adapter } = database.getExecutor();
  if (database.isTransaction || !('immediateReads' in adapter)) return undefined;
  return adapter.immediateReads as ImmediateReads;
}

/** Writes past Kysely's connections, which take some thirty promises. Undefined on PostgreSQL and within a transaction. */
export function groupedWriteOf(database: Database): GroupedWrite | undefined {
  const { adapter } = database.getExecutor();
  if (database.isTransaction || !('groupedWrite' in adapter)) return undefined;
  return adapter.groupedWrite as GroupedWrite;
}
