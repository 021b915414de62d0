import { type InsertQueryBuilder, sql } from 'kysely';
import type { SwitchableCapability } from '../../commerce/capabilities.ts';
import { CommerceError } from '../../commerce/errors.ts';
import type { Database, NewRow } from '../engine/database.ts';

type OfferedTable = 'checkout_sessions' | 'carts';

/** Condition for a connected store with the capability: cached stores may be older than a switch. */
export function isOffered(storeId: string, capability?: SwitchableCapability) {
  const isOn = capability === undefined ? sql`` : sql`and ${sql.ref(`stores.${capability}_on`)} = 1`;
  return sql<boolean>`exists (select 1 from stores where stores.id = ${storeId}
    and stores.disconnected_at is null and stores.deleted_at is null ${isOn})`;
}

/** Inserts a row while its store is offered. */
export function insertWhileOffered<Table extends OfferedTable>(
  database: Database,
  table: Table,
  row: NewRow<Table> & { store_id: string },
  capability?: SwitchableCapability,
) {
  const values = sql.join(Object.values(row).map((value) => sql`${value}`));
  const insert = database.insertInto(table) as unknown as InsertQueryBuilder<never, never, never>;
  return insert
    .columns(Object.keys(row) as never)
    .expression(sql`select ${values} where ${isOffered(row.store_id, capability)}` as never);
}

/** Throws `not_found` when the store is not offered any more, after a write that has written nothing. */
export async function mustBeOffered(
  database: Database,
  storeId: string,
  capability?: SwitchableCapability,
): Promise<void> {
  const offered = await sql`select 1 where ${isOffered(storeId, capability)}`.execute(database);
  if (offered.rows.length === 0) throw new CommerceError('not_found', 'This store is not here any more.');
}
