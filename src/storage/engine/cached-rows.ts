import { LRUCache } from 'lru-cache';
import { getCachedRowChanges } from './cached-row-changes.ts';
import type { Database } from './database.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { getDirectAccess } from './sqlite/direct-access.ts';

const MAX_ROWS = 2_000;

interface CachedRow<Value> {
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
  find(storeId: string, id: string): MaybePromise<Row | undefined>;
  fromRow(row: Row): Value;
}

/**
 * Finds rows as frozen values, and returns the previous value for an equal row. On SQLite a row is not even read until a statement
 * of this process changes it, or another process commits.
 */
export function createCachedRows<Row extends { id: string; store_id: string }, Value extends object>(
  database: Database,
  { table, columns, find, fromRow }: CachedTable<Row, Value>,
) {
  const cached = new LRUCache<string, CachedRow<Value>>({ max: MAX_ROWS });
  const { watchRows } = getDirectAccess(database);
  watchRows?.(table, columns, (id) => cached.delete(id));
  const changes = watchRows && getCachedRowChanges(database);

  function toValue(row: Row, version?: number): Value {
    const { id, store_id: storeId } = row;
    const values = Object.values(row);
    const hit = cached.get(id);
    const value = hit && isSame(hit.values, values) ? hit.value : Object.freeze(fromRow(row));
    cached.set(id, { storeId, values, value, version });
    return value;
  }

  return (storeId: string, id: string): MaybePromise<Value | undefined> => {
    const version = changes?.getVersion();
    const hit = version === undefined ? undefined : cached.get(id);
    if (hit && hit.version === version && hit.storeId === storeId) return hit.value;
    const row = find(storeId, id);
    // A row that was waited for may have changed since it was read.
    if (row instanceof Promise) return row.then((read) => read && toValue(read));
    return row && toValue(row, version);
  };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}
