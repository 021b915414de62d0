import { open } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { createDatabaseFailureError } from '../database-failure.ts';
import { getDirectAccess } from './direct-access.ts';

/** Syncs the write-ahead log of a file. Throws `busy` when the disk fails. */
export async function syncLog(file: string): Promise<void> {
  if (file === ':memory:') return;
  try {
    const log = await open(`${file}-wal`, 'r+');
    await log.datasync().finally(() => log.close());
  } catch (error) {
    throw createDatabaseFailureError('overloaded', error);
  }
}

/** Makes earlier `committed` writes durable. On PostgreSQL every write is synced. */
export async function syncCommitted<Tables>(database: Kysely<Tables>): Promise<void> {
  await getDirectAccess(database).syncLog?.();
}
