import type { CompiledQuery, Kysely } from 'kysely';
import type { GroupedWrite } from './group-commit.ts';
import type { WatchRows } from './watched-rows.ts';

/** Ways past Kysely, on the adapter of SQLite: its asynchronous path takes longer than SQLite, and some thirty promises for a write. */
export interface DirectAccess {
  /** Reads the first row, synchronously: null for none, undefined while a transaction holds the mutex. */
  immediateRead<Row>(query: CompiledQuery): Row | null | undefined;
  groupedWrite: GroupedWrite;
  watchRows: WatchRows;
  syncLog(): Promise<void>;
}

/** Empty on PostgreSQL and within a transaction. */
export function getDirectAccess<Tables>(
  database: Pick<Kysely<Tables>, 'getExecutor' | 'isTransaction'>,
): Partial<DirectAccess> {
  return database.isTransaction ? {} : (database.getExecutor().adapter as Partial<DirectAccess>);
}
