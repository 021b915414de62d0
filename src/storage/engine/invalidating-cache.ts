import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../commerce/paging/max-entries.ts';
import type { AnnouncedTable } from '../tables/announced-changes.ts';
import { getCachedRowChanges } from './cached-row-changes.ts';
import type { Database } from './database.ts';
import type { MaybePromise } from './maybe-promise.ts';

export type InvalidatingCache = ReturnType<typeof createInvalidatingCache>;

const MAX_ENTRIES = 20_000;

/**
 * Caches rows of a table until any cached row changes: `invalidateAfter` wraps every change of this process, and the database
 * announces those of others. Reads through while a change could go unnoticed.
 */
export function createInvalidatingCache<Value extends object | string>(
  database: Database,
  _table: AnnouncedTable,
  read: (key: string) => MaybePromise<Value | undefined>,
) {
  const changes = getCachedRowChanges(database);
  const cached = new LRUCache<string, Value>(limitEntries(MAX_ENTRIES));
  let seen: number | undefined;

  /** Returns the version that cached rows have, without those of an earlier one; undefined while the cache is bypassed. */
  function getCurrentVersion(): number | undefined {
    const version = changes.getVersion();
    if (version !== undefined && version !== seen) {
      cached.clear();
      seen = version;
    }
    return version;
  }

  return {
    async find(key: string): Promise<Value | undefined> {
      const version = getCurrentVersion();
      const hit = version === undefined ? undefined : cached.get(key);
      if (hit !== undefined) return hit;
      const value = await read(key);
      // The read may have missed a concurrent change.
      if (value !== undefined && version !== undefined && version === getCurrentVersion())
        cached.set(key, value);
      return value;
    },

    async invalidateAfter<Result>(change: Promise<Result>): Promise<Result> {
      try {
        return await change;
      } finally {
        changes.markChanged();
      }
    },
  };
}
