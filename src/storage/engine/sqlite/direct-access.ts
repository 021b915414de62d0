import type { CompiledQuery, Kysely } from 'kysely';
import type { GroupedWrite } from './group-commit.ts';

/** Ways past Kysely, on the adapter of SQLite: its asynchronous path takes longer than SQLite, and some thirty promises for a write. */
export interface DirectAccess {
  /** Reads the first row, synchronously: null for none, undefined while a transaction holds the mutex. */
  immediateRead<Row>(query: CompiledQuery): Row | null | undefined;
  groupedWrite: GroupedWrite;
  /** Calls `changed` with the id of each row that this connection deletes, or of which it writes a column, before the commit. */
  watchRows(table: string, columns: readonly string[], changed: (id: string) => void): void;
  syncLog(): Promise<void>;
}

/** Empty on PostgreSQL and within a transaction. */
export function getDirectAccess<Tables>(
  database: Pick<Kysely<Tables>, 'getExecutor' | 'isTransaction'>,
): Partial<DirectAccess> {
  return database.isTransaction ? {} : (database.getExecutor().adapter as Partial<DirectAccess>);
}

/** Makes earlier `committed` writes durable. On PostgreSQL every write is synced. */
export async function syncCommitted<Tables>(database: Kysely<Tables>): Promise<void> {
  await getDirectAccess(database).syncLog?.();
}
