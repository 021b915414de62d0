import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../commerce/paging/max-entries.ts';
import type { AnnouncedTable } from '../tables/announced-changes.ts';
import type { Database } from './database.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { type RawRow, toRecord } from './records.ts';
import type { RowVersion } from './row-version.ts';
import { getDirectAccess } from './sqlite/direct-access.ts';

export type RowCache = ReturnType<typeof createRowCache>;

/** Returns undefined for a database whose changes are not watched, as while it is migrated or copied. */
function getRowVersion(database: Database): RowVersion | undefined {
  return (database.getExecutor().adapter as { rowVersion?: RowVersion }).rowVersion;
}

const MAX_VALUES = 20_000;

/** Caches values until any cached row changes; `invalidateAfter` wraps changes of this process. Reads through while one could go unnoticed. */
export function createRowCache<Value extends object | string>(
  database: Database,
  _table: AnnouncedTable,
  read: (key: string) => MaybePromise<Value | undefined>,
) {
  const rows = getRowVersion(database);
  const cached = new LRUCache<string, { version: number | undefined; value: Value }>(
    limitEntries(MAX_VALUES),
  );
  return {
    async find(key: string): Promise<Value | undefined> {
      const version = rows?.get();
      const hit = cached.get(key);
      if (hit && version !== undefined && hit.version === version) return hit.value;
      const value = await read(key);
      // The read may have missed a concurrent change.
      if (value !== undefined)
        cached.set(key, { version: version === rows?.get() ? version : undefined, value });
      else cached.delete(key);
      return value;
    },

    /** Returns the value as it was last found, which may have changed since. */
    peek: (key: string) => cached.peek(key)?.value,

    async invalidateAfter<Result>(change: Promise<Result>): Promise<Result> {
      try {
        return await change;
      } finally {
        rows?.raise();
      }
    },
  };
}

const MAX_RECORDS = 2_000;

interface CachedRecord<Value> {
  storeId: string;
  values: unknown[];
  value: Value;
  /** Version of the database at which the row was read; undefined where changes are not watched. */
  version: number | undefined;
}

interface CachedTable<Row, Value> {
  table: string;
  /** Columns that `find` reads: a change of others is none. */
  columns: readonly string[];
  find(storeId: string, id: string): MaybePromise<RawRow | undefined>;
  fromRow(row: Row): Value;
}

/** Finds frozen records, the same one for an equal row. On SQLite a row is read again only after a statement or another process changed it. */
export function createRecordCache<Row extends object, Value extends object>(
  database: Database,
  { table, columns, find, fromRow }: CachedTable<Row, Value>,
) {
  const cached = new LRUCache<string, CachedRecord<Value>>({ max: MAX_RECORDS });
  const { watchRows } = getDirectAccess(database);
  watchRows?.(table, columns, (id) => cached.delete(id));
  const rows = watchRows && getRowVersion(database);

  function toValue(row: RawRow, version?: number): Value {
    const [id, storeId] = [String(row.id), String(row.store_id)];
    const values = Object.values(row);
    const hit = cached.get(id);
    const value = hit && isSame(hit.values, values) ? hit.value : Object.freeze(fromRow(toRecord<Row>(row)));
    cached.set(id, { storeId, values, value, version });
    return value;
  }

  function findRecord(storeId: string, id: string): MaybePromise<Value | undefined> {
    const version = rows?.get();
    const hit = version === undefined ? undefined : cached.get(id);
    if (hit && hit.version === version && hit.storeId === storeId) return hit.value;
    const row = find(storeId, id);
    // A row that was waited for may have changed since it was read.
    if (row instanceof Promise) return row.then((read) => read && toValue(read));
    return row && toValue(row, version);
  }

  return {
    find: findRecord,
    /** Returns the record as it was last found. */
    peek: (id: string) => cached.peek(id)?.value,
  };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}
