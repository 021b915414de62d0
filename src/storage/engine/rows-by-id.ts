import { type SelectQueryBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { andThen, type MaybePromise } from '../../commerce/maybe-promise.ts';
import type { Tables } from '../schema/tables.ts';
import { isSqlite } from './both-databases.ts';
import type { Database, Row } from './database.ts';
import { sharedReads } from './postgres/shared-reads.ts';
import { prepared, preparedColumns } from './prepared.ts';

type StoreTable = 'checkout_sessions' | 'carts';

/**
 * Reads one row by a unique column, for requests that only read. Synchronous on SQLite unless a transaction is open. `select`
 * has no parameters; `column` is its name in the query and `name` its name in the rows.
 */
export function rowsBy<From extends keyof Tables, Row extends object>(
  database: Database,
  select: SelectQueryBuilder<Tables, From, Row>,
  column: string,
  name: keyof Row = column as keyof Row,
): (key: string) => MaybePromise<Row | undefined> {
  const matched = sql.ref(column);
  if (isSqlite(database))
    return prepared(database, (key: string) => select.where(sql<boolean>`${matched} = ${key}`));
  const query = select.where(sql<boolean>`${matched} = any(${'keys'})`).compile();
  const read = sharedReads(database, query, name);
  return async (key) => (await read([key])).get(key);
}

/** Finds rows of a store by id. */
export function rowsById<Table extends StoreTable>(database: Database, table: Table) {
  const read = rowsBy(database, database.selectFrom(table as StoreTable).selectAll(), 'id');
  return (storeId: string, id: string): MaybePromise<Row<Table> | undefined> =>
    andThen(read(id), (row) => (row?.store_id === storeId ? (row as Row<Table>) : undefined));
}

const MAX_ROWS = 2_000;

interface CachedRow<Value> {
  storeId: string;
  columns: unknown[];
  value: Value;
}

/**
 * Finds rows as `rowsById` does, converted to frozen values. Returns the previous value for an equal row, of which only the
 * columns are read: names and parsing cost more.
 */
export function cachedRowsById<Table extends StoreTable, Value extends object>(
  database: Database,
  table: Table,
  fromRow: (row: Row<Table>) => Value,
) {
  const find = rowsById(database, table);
  const columnsNow = isSqlite(database)
    ? preparedColumns(database, (id: string) =>
        database
          .selectFrom(table as StoreTable)
          .selectAll()
          .where('id', '=', id),
      )
    : undefined;
  const cached = new LRUCache<string, CachedRow<Value>>({ max: MAX_ROWS });

  function converted(row: Row<Table>): Value {
    const { id, store_id: storeId } = row as Row<StoreTable>;
    const columns = Object.values(row);
    const known = cached.get(id);
    if (known && isSame(known.columns, columns)) return known.value;
    const value = Object.freeze(fromRow(row));
    cached.set(id, { storeId, columns, value });
    return value;
  }

  return (storeId: string, id: string): MaybePromise<Value | undefined> => {
    const known = cached.get(id);
    const columns = known?.storeId === storeId ? columnsNow?.(id) : undefined;
    if (known && columns && isSame(known.columns, columns)) return known.value;
    return andThen(find(storeId, id), (row) => row && converted(row));
  };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let index = 0; index < others.length; index += 1) if (some[index] !== others[index]) return false;
  return some.length === others.length;
}
