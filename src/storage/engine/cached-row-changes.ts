import { CompiledQuery, type DialectAdapter } from 'kysely';
import type { Database } from './database.ts';
import { immediateReads } from './sqlite/immediate-reads.ts';

/** Changes of the rows that caches hold, by this process and by others. */
export interface CachedRowChanges {
  /** Returns a number that changes with every change; undefined while a change could go unnoticed. */
  version(): number | undefined;
  /** Must be called after every change by this process. */
  changed(): void;
}

const known = new WeakMap<DialectAdapter, CachedRowChanges>();

/** Returns the changes that all caches of a database share. */
export function cachedRowChanges(database: Database): CachedRowChanges {
  const { adapter } = database.getExecutor();
  const changes = known.get(adapter) ?? createChanges(foreignVersionOf(database));
  known.set(adapter, changes);
  return changes;
}

function createChanges(foreignVersion: () => number | undefined): CachedRowChanges {
  let seen: number | undefined;
  let version = 0;
  return {
    version() {
      const foreign = foreignVersion();
      if (foreign === undefined) return undefined;
      if (foreign !== seen) version += 1;
      seen = foreign;
      return version;
    },
    changed() {
      version += 1;
    },
  };
}

/** Changes of other processes: `data_version` of SQLite, or the change listener that the adapter of PostgreSQL carries. */
function foreignVersionOf(database: Database): () => number | undefined {
  const { adapter } = database.getExecutor();
  if ('foreignVersion' in adapter) return adapter.foreignVersion as () => number | undefined;
  const now = immediateReads(database);
  const query = CompiledQuery.raw('pragma data_version');
  return oncePerIteration(() => now?.columns(query)?.[0] as number | undefined);
}

/** Asks once for each iteration of the event loop: requests within one iteration are concurrent. */
function oncePerIteration<Result>(ask: () => Result): () => Result {
  let answer: { result: Result } | undefined;
  const forget = () => {
    answer = undefined;
  };
  return () => {
    if (!answer) {
      answer = { result: ask() };
      setImmediate(forget);
    }
    return answer.result;
  };
}
