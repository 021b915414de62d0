import { type SelectQueryBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { TABLES, type Tables } from '../tables/tables.ts';
import { isSqlite } from './both-databases.ts';
import { getCachedRowChanges } from './cached-row-changes.ts';
import type { Database, Row } from './database.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { createSharedReads, toKeyText } from './postgres/shared-reads.ts';
import { prepareRead } from './prepared.ts';
import { getDirectAccess } from './sqlite/direct-access.ts';

type StoreTable = 'checkout_sessions' | 'carts';

/**
 * Reads one row by unique columns, the store's first, for requests that only read. Synchronous on SQLite unless a transaction is
 * open. `select` has no parameters.
 */
export function createRowReader<From extends keyof Tables, Row extends object>(
  database: Database,
  select: SelectQueryBuilder<Tables, From, Row>,
  ...columns: string[]
): (...key: string[]) => MaybePromise<Row | undefined> {
  if (isSqlite(database)) {
    const isKey = (key: readonly string[]) =>
      sql<boolean>`${sql.join(
        key.map((value, index) => sql`${sql.ref(columns[index] as string)} = ${value}`),
        sql` and `,
      )}`;
    return prepareRead(database, (...key: string[]) => select.where(isKey(key)), columns.length);
  }
  const read = createSharedReads(
    database,
    select,
    Object.fromEntries(columns.map((column) => [column, 'text'])),
  );
  return async (...key) => (await read([key])).get(toKeyText(key));
}

/** Finds rows of a store by id. */
export function createRowsById<Table extends StoreTable>(
  database: Database,
  table: Table,
  columns: readonly string[] = Object.keys(TABLES[table].columns),
) {
  const rows = database.selectFrom(table as StoreTable).select(columns as 'id'[]);
  const read = createRowReader(database, rows, 'store_id', 'id');
  return read as (storeId: string, id: string) => MaybePromise<Row<Table> | undefined>;
}

const MAX_ROWS = 2_000;
/** Share of newly read rows that replace a cached row: when more rows are in use than fit, replacing each would leave no hits. */
const REPLACING = 1 / 16;

interface CachedRow<Value> {
  storeId: string;
  values: unknown[];
  value: Value;
  /** Version of the database at which the row was read; undefined where changes are not watched. */
  version: number | undefined;
}

/**
 * Finds rows as `createRowsById` does, converted to frozen values, and returns the previous value for an equal row. On SQLite a row
 * is not even read until a statement of this process changes it, or another process commits. The columns `beside` the value are
 * not read, and a change of them alone is none.
 */
export function createCachedRowsById<Table extends StoreTable, Value extends object>(
  database: Database,
  table: Table,
  fromRow: (row: Row<Table>) => Value,
  { beside }: { beside: readonly (keyof Row<Table> & string)[] },
) {
  const unread: readonly string[] = beside;
  const columns = Object.keys(TABLES[table].columns).filter((column) => !unread.includes(column));
  const find = createRowsById(database, table, columns);
  const cached = new LRUCache<string, CachedRow<Value>>({ max: MAX_ROWS });
  const { watchRows: watch } = getDirectAccess(database);
  watch?.(table, columns, (id) => cached.delete(id));
  const changes = watch && getCachedRowChanges(database);

  function convertRow(row: Row<Table>, version?: number): Value {
    const { id, store_id: storeId } = row as Row<StoreTable>;
    const values = Object.values(row);
    const hit = cached.get(id);
    const value = hit && isSame(hit.values, values) ? hit.value : Object.freeze(fromRow(row));
    if (hit || cached.size < MAX_ROWS || Math.random() < REPLACING)
      cached.set(id, { storeId, values, value, version });
    return value;
  }

  return (storeId: string, id: string): MaybePromise<Value | undefined> => {
    const version = changes?.getVersion();
    if (version !== undefined) {
      const hit = cached.get(id);
      if (hit?.version === version && hit.storeId === storeId) return hit.value;
    }
    const row = find(storeId, id);
    // A row that was waited for may have changed since it was read.
    if (row instanceof Promise) return row.then((fetched) => fetched && convertRow(fetched));
    return row && convertRow(row, version);
  };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}
