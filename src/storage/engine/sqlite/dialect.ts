import { DatabaseSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createPrivateFile, createPrivateFolder, requireSqlite } from '../private-files.ts';
import { createCheckpointing } from './checkpointing.ts';
import type { DirectAccess } from './direct-access.ts';
import { createSqliteDriver } from './driver.ts';
import { createMutex } from './mutex.ts';
import { syncLog } from './sync-log.ts';
import { createRowWatcher } from './watched-rows.ts';

/** node:sqlite for Kysely. `synchronous = FULL`: acknowledged writes survive a power cut. */
export function createSqliteDialect(file: string): Dialect {
  if (file !== ':memory:') {
    requireSqlite(file);
    createPrivateFolder(file);
    createPrivateFile(file);
  }
  const database = new DatabaseSync(file);
  // Below the five seconds that platforms wait for the response to a webhook.
  database.exec('PRAGMA busy_timeout = 4000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  // 128 MB: fallback for `checkpointing`, since an automatic checkpoint blocks the event loop.
  database.exec('PRAGMA wal_autocheckpoint = 32000');
  const mutex = createMutex();
  const checkpoints = file === ':memory:' ? undefined : createCheckpointing(file, mutex);
  const { driver, ...direct } = createSqliteDriver(database, mutex, checkpoints);
  const watchRows = createRowWatcher(database);
  return {
    createDriver: () => driver,
    createAdapter: () => createSqliteAdapter({ ...direct, watchRows, syncLog: () => syncLog(file) }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

/**
 * Kysely would serialize queries, but group commit needs concurrent ones; and it would migrate without a transaction, which a
 * crash or a second process would leave half done.
 */
function createSqliteAdapter(direct: DirectAccess): SqliteAdapter {
  const adapter = Object.defineProperties(new SqliteAdapter(), {
    supportsMultipleConnections: { value: true },
    supportsTransactionalDdl: { value: true },
  });
  return Object.assign(adapter, direct);
}
