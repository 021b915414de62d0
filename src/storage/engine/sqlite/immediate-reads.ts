import type { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';

/** Reads the first row without waiting, null for none; undefined when it must wait, for a transaction to end. */
export type ReadNow = <Row>(query: CompiledQuery) => Row | null | undefined;

/**
 * SQLite answers sooner than Kysely's way to it takes, so its adapter offers a shorter one. Undefined on PostgreSQL, and
 * within a transaction, whose reads belong to it.
 */
export function immediateReads(database: Database): ReadNow | undefined {
  const { adapter } = database.getExecutor();
  if (database.isTransaction || !('readNow' in adapter)) return undefined;
  return adapter.readNow as ReadNow;
}
