import { open } from 'node:fs/promises';
import type { QueryExecutorProvider } from 'kysely';
import { databaseFailureError } from '../database-failure.ts';

/** Syncs the write-ahead log of a file. Throws `busy` when the disk fails. */
export async function syncLog(file: string): Promise<void> {
  if (file === ':memory:') return;
  try {
    const log = await open(`${file}-wal`, 'r+');
    await log.datasync().finally(() => log.close());
  } catch (error) {
    throw databaseFailureError('overloaded', error);
  }
}

/** Makes earlier `committed` writes durable. On PostgreSQL every write is synced. */
export async function syncCommitted(database: QueryExecutorProvider): Promise<void> {
  const { adapter } = database.getExecutor();
  if ('syncLog' in adapter) await (adapter.syncLog as () => Promise<void>)();
}
