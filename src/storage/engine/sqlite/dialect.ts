import { DatabaseSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { checkpointing } from './checkpointing.ts';
import type { ReadNow } from './immediate-reads.ts';
import { privateFile, privateFolderOf } from '../private-files.ts';
import { sqliteDriver } from './driver.ts';
import { createMutex } from './mutex.ts';

/**
 * node:sqlite for Kysely. `synchronous = FULL`: what was acknowledged survives a power cut, not only a killed process.
 */
export function sqliteDialect(file: string): Dialect {
  if (file !== ':memory:') {
    privateFolderOf(file);
    privateFile(file);
  }
  const database = new DatabaseSync(file);
  // Below the five seconds that platforms wait for the answer to a webhook.
  database.exec('PRAGMA busy_timeout = 4000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  // 128 MB: `checkpointing` keeps far below that, and where it cannot, nobody is answered until SQLite has done it.
  database.exec('PRAGMA wal_autocheckpoint = 32000');
  const mutex = createMutex();
  const checkpoints = file === ':memory:' ? undefined : checkpointing(file, mutex);
  const { driver, readNow } = sqliteDriver(database, mutex, checkpoints);
  return {
    createDriver: () => driver,
    createAdapter: () => sqliteAdapter(readNow),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

/**
 * Kysely would let one query after the other to the connection; this driver must see those that come in together. And it
 * would migrate without a transaction: cut off, or begun by two processes at once, it could never be ended.
 * `readNow` is for `immediateReads`.
 */
function sqliteAdapter(readNow: ReadNow): SqliteAdapter {
  return Object.defineProperties(new SqliteAdapter(), {
    supportsMultipleConnections: { value: true },
    supportsTransactionalDdl: { value: true },
    readNow: { value: readNow },
  });
}
