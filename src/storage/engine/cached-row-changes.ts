import { performance } from 'node:perf_hooks';
import { CompiledQuery, type DialectAdapter } from 'kysely';
import type { Database } from './database.ts';
import { getDirectAccess } from './sqlite/direct-access.ts';

/** Changes of the rows that caches hold, by this process and by others. */
interface CachedRowChanges {
  /** Returns a number that changes with every change; undefined while a change could go unnoticed. */
  getVersion(): number | undefined;
  /** Must be called after every change by this process. */
  markChanged(): void;
}

const changesByAdapter = new WeakMap<DialectAdapter, CachedRowChanges>();

/** Returns the changes that all caches of a database share. */
export function getCachedRowChanges(database: Database): CachedRowChanges {
  const { adapter } = database.getExecutor();
  const changes = changesByAdapter.get(adapter) ?? createChanges(createForeignVersionReader(database));
  changesByAdapter.set(adapter, changes);
  return changes;
}

function createChanges(foreignVersion: () => number | undefined): CachedRowChanges {
  let seen: number | undefined;
  let version = 0;
  return {
    getVersion() {
      const foreign = foreignVersion();
      if (foreign === undefined) return undefined;
      if (foreign !== seen) version += 1;
      seen = foreign;
      return version;
    },
    markChanged() {
      version += 1;
    },
  };
}

/** Changes of other processes: `data_version` of SQLite, or the change listener that the adapter of PostgreSQL carries. */
function createForeignVersionReader(database: Database): () => number | undefined {
  const { adapter } = database.getExecutor();
  if ('foreignVersion' in adapter) return adapter.foreignVersion as () => number | undefined;
  const { immediateRead: readNow } = getDirectAccess(database);
  const query = CompiledQuery.raw('pragma data_version');
  return cachePerPoll(() => readNow?.<{ data_version: number }>(query)?.data_version);
}

/**
 * Asks once for each poll of the event loop. Its requests had arrived before the first of them asks: none follows a change that
 * the answer misses.
 */
function cachePerPoll<Result>(ask: () => Result): () => Result {
  let latest: { polls: number; answer: Result } | undefined;
  return () => {
    const { loopCount, events } = performance.nodeTiming.uvMetricsInfo;
    const polls = loopCount + events;
    if (latest?.polls !== polls) latest = { polls, answer: ask() };
    return latest.answer;
  };
}
