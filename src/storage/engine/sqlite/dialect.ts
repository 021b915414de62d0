import { open } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, type Dialect, SqliteAdapter, SqliteIntrospector } from 'kysely';
import { createDatabaseFailureError } from '../database-failure.ts';
import { createPrivateFile, createPrivateFolder, requireSqlite } from '../private-files.ts';
import { createSqliteCompiler } from '../records.ts';
import { createRowVersion } from '../row-version.ts';
import { createCheckpointing } from './checkpointing.ts';
import type { DirectAccess } from './direct-access.ts';
import { createSqliteDriver } from './driver.ts';
import { createMutex } from './mutex.ts';

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
    createQueryCompiler: createSqliteCompiler,
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

/** Group commit needs concurrent queries, which Kysely would serialize; migrations need a transaction, against a crash halfway. */
function createSqliteAdapter(direct: DirectAccess): SqliteAdapter {
  const adapter = Object.defineProperties(new SqliteAdapter(), {
    supportsMultipleConnections: { value: true },
    supportsTransactionalDdl: { value: true },
  });
  return Object.assign(adapter, direct, { rowVersion: createRowVersion(createForeignVersion(direct)) });
}

const DATA_VERSION = CompiledQuery.raw('pragma data_version');

/**
 * Asks for the commits of other connections, once for each poll of the event loop. Its requests had arrived before the first of
 * them asks: none follows a change that the answer misses.
 */
function createForeignVersion({ immediateRead }: DirectAccess): () => number | undefined {
  let latest: { polls: number; version: number | undefined } | undefined;
  return () => {
    const { loopCount, events } = performance.nodeTiming.uvMetricsInfo;
    const polls = loopCount + events;
    if (latest?.polls !== polls)
      latest = { polls, version: immediateRead<{ data_version: number }>(DATA_VERSION)?.data_version };
    return latest.version;
  };
}

/** Watches rows by temporary triggers, which only this connection has. */
function createRowWatcher(database: DatabaseSync): DirectAccess['watchRows'] {
  let watched = 0;
  return (table, columns, changed) => {
    if (database.isTransaction) throw new Error('A rollback would drop the triggers of watched rows');
    watched += 1;
    const name = `watched_${table}_${watched}`;
    database.function(name, (id) => {
      changed(String(id));
      return null;
    });
    const events = { update: `update of ${columns.join(', ')}`, delete: 'delete' };
    for (const [event, when] of Object.entries(events))
      database.exec(
        `create temp trigger ${name}_${event} after ${when} on main.${table} begin select ${name}(old.id); end`,
      );
  };
}

/** Syncs the write-ahead log of a file. Throws `busy` when the disk fails. */
async function syncLog(file: string): Promise<void> {
  if (file === ':memory:') return;
  try {
    const log = await open(`${file}-wal`, 'r+');
    await log.datasync().finally(() => log.close());
  } catch (error) {
    throw createDatabaseFailureError('overloaded', error);
  }
}
