import { type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely';
import { storeIsGone, storePaused } from '../../../commerce/errors.ts';
import type { SwitchableCapability } from '../../../commerce/store/capabilities.ts';
import type { Database, NewRow } from '../../engine/database.ts';
import type { Writer } from '../../engine/postgres/shared-writes.ts';
import type { Tables } from '../../tables/tables.ts';

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
  // A scalar: PostgreSQL might read all stores for an `exists` over many rows.
  return sql<boolean>`(select 1 from stores where stores.id = ${storeId}
    and stores.disconnected_at is null and stores.deleted_at is null ${isOn} ${isSelling}) = 1`;
}

/** Builds the insert of a row while its store is offered, which does nothing on a conflict. Values are selected `from` a table, or none. */
export function insertWhileOffered<Table extends OfferedTable>(
  writer: Writer,
  table: Table,
  {
    row,
    from,
    offer,
  }: { row: NewRow<Table> & { storeId: string }; from: RawBuilder<unknown>; offer?: Offer },
) {
  const values = sql.join(Object.values(row).map((value) => sql`${value}`));
  const insert = writer.insertInto(table) as unknown as InsertQueryBuilder<Tables, Table, InsertResult>;
  return insert
    .columns(Object.keys(row) as never)
    .expression(sql`select ${values} ${from} where ${isOffered(row.storeId, offer)}` as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql<string>`id`.as('id'));
}

/** Throws `not_found` or `store_closed` when the store is not offered any more, after a write that has written nothing. */
export async function mustBeOffered(database: Database, storeId: string, offer: Offer = {}): Promise<void> {
  const is = async (offer: Offer) =>
    (await database.selectNoFrom(sql.lit(1).as('one')).where(isOffered(storeId, offer)).execute()).length > 0;
  if (await is(offer)) return;
  if (await is({ ...offer, evenPaused: true })) throw storePaused();
  throw storeIsGone();
}
