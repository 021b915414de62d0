import { sql } from 'kysely';
import { isSqlite } from './both-databases.ts';
import type { Database, Row } from './database.ts';
import { sharedReads } from './postgres/shared-reads.ts';
import { prepared } from './prepared.ts';

type StoreTable = 'checkout_sessions' | 'carts';

/** Finds rows of a store by id, for requests that only read. */
export function rowsById<Table extends StoreTable>(database: Database, table: Table) {
  const rows = database.selectFrom(table as StoreTable).selectAll();
  const read: (id: string) => Promise<Row<StoreTable> | undefined> = isSqlite(database)
    ? prepared(database, (id: string) => rows.where('id', '=', id))
    : sharedReads(database, rows.where(sql<boolean>`id = any(${'ids'})`).compile());
  return async (storeId: string, id: string): Promise<Row<Table> | undefined> => {
    const row = await read(id);
    return row?.store_id === storeId ? (row as Row<Table>) : undefined;
  };
}
