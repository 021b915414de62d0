import type { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';

/** Reads the first row synchronously, null for none; undefined while a transaction holds the mutex. */
export type ReadNow = <Row>(query: CompiledQuery) => Row | null | undefined;

/** Bypasses Kysely's asynchronous path, which takes longer than SQLite. Undefined on PostgreSQL and within a transaction. */
export function immediateReads(database: Database): ReadNow | undefined {
  const { adapter } = database.getExecutor();
  if (database.isTransaction || !('readNow' in adapter)) return undefined;
  return adapter.readNow as ReadNow;
}
