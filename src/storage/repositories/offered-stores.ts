import { type InsertQueryBuilder, sql } from 'kysely';
import type { SwitchableCapability } from '../../commerce/capabilities.ts';
import { CommerceError, storePaused } from '../../commerce/errors.ts';
import type { Database, NewRow } from '../engine/database.ts';

type OfferedTable = 'checkout_sessions' | 'carts';

interface Offer {
  capability?: SwitchableCapability;
  /** Set for calls that a paused store still takes. */
  evenPaused?: true;
}

/** Condition for a connected store with the capability that is not paused: cached stores may be older than a switch. */
export function isOffered(storeId: string, { capability, evenPaused }: Offer = {}) {
  const isOn = capability === undefined ? sql`` : sql`and ${sql.ref(`stores.${capability}_on`)} = 1`;
  const isSelling = evenPaused ? sql`` : sql`and stores.paused_at is null`;
  return sql<boolean>`exists (select 1 from stores where stores.id = ${storeId}
    and stores.disconnected_at is null and stores.deleted_at is null ${isOn} ${isSelling})`;
}

/** Inserts a row while its store is offered. */
export function insertWhileOffered<Table extends OfferedTable>(
  database: Database,
  table: Table,
  row: NewRow<Table> & { store_id: string },
  offer?: Offer,
) {
  const values = sql.join(Object.values(row).map((value) => sql`${value}`));
  const insert = database.insertInto(table) as unknown as InsertQueryBuilder<never, never, never>;
  return insert
    .columns(Object.keys(row) as never)
    .expression(sql`select ${values} where ${isOffered(row.store_id, offer)}` as never);
}

/** Throws `not_found` or `store_closed` when the store is not offered any more, after a write that has written nothing. */
export async function mustBeOffered(database: Database, storeId: string, offer: Offer = {}): Promise<void> {
  const is = async (wanted: Offer) =>
    (await sql`select 1 where ${isOffered(storeId, wanted)}`.execute(database)).rows.length > 0;
  if (await is(offer)) return;
  if (await is({ ...offer, evenPaused: true })) throw storePaused();
  throw new CommerceError('not_found', 'This store no longer exists.');
}
