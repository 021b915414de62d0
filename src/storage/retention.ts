import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isSqlite } from './two-databases.ts';

/** Nothing waits long for a piece of so many rows. */
const AT_ONCE = 500;

export type Retention = ReturnType<typeof retention>;

/**
 * Forgets what is old, piece by piece. Any number of processes may do so at once: each leaves the others theirs. A status is
 * no bound value, or SQLite would not use the indexes that are for what is over.
 */
export function retention(database: Database) {
  const onSqlite = isSqlite(database);

  /** Returns how many went. */
  async function inPieces(deleteSome: () => Promise<number>): Promise<number> {
    let gone = 0;
    for (let piece = AT_ONCE; piece === AT_ONCE; gone += piece) piece = await deleteSome();
    return gone;
  }

  /** Those whose merchant wants it so; `days` null: those who leave it to the installation. */
  const storesThatKeep = (days: number | null) =>
    database.selectFrom('stores').select('stores.id').where('retention_days', 'is not distinct from', days);

  return {
    /** Every number of days that a store keeps things for; null where that is the installation's. */
    async daysInUse(): Promise<(number | null)[]> {
      const rows = await database.selectFrom('stores').select('retention_days').distinct().execute();
      return rows.map(({ retention_days: days }) => days);
    },

    /** Sessions that are over and led to no order. Those with an order are the merchant's record of a sale, and stay. */
    forgetSessions: (before: string, days: number | null): Promise<number> =>
      inPieces(async () => {
        const old = database
          .selectFrom('checkout_sessions')
          .select('id')
          .where('status', 'in', [sql.lit('failed'), sql.lit('completed')])
          .where('order_id', 'is', null)
          .where('updated_at', '<', before)
          .where('store_id', 'in', storesThatKeep(days))
          .limit(AT_ONCE)
          .$if(!onSqlite, (query) => query.forUpdate().skipLocked());
        const result = await database
          .deleteFrom('checkout_sessions')
          .where('id', 'in', old)
          .where('order_id', 'is', null)
          .executeTakeFirst();
        return Number(result.numDeletedRows);
      }),

    forgetCarts: (before: string, days: number | null): Promise<number> =>
      inPieces(async () => {
        const old = database
          .selectFrom('carts')
          .select('id')
          .where('status', '=', sql.lit('canceled'))
          .where('updated_at', '<', before)
          .where('store_id', 'in', storesThatKeep(days))
          .limit(AT_ONCE)
          .$if(!onSqlite, (query) => query.forUpdate().skipLocked());
        const result = await database.deleteFrom('carts').where('id', 'in', old).executeTakeFirst();
        return Number(result.numDeletedRows);
      }),

    forgetDeliveries: (before: string): Promise<number> =>
      inPieces(async () => {
        const old = sql`select store_id, delivery_hash from webhook_deliveries where received_at < ${before}
          limit ${AT_ONCE} ${sql.raw(onSqlite ? '' : 'for update skip locked')}`;
        const result =
          await sql`delete from webhook_deliveries where (store_id, delivery_hash) in (${old})`.execute(
            database,
          );
        return Number(result.numAffectedRows ?? 0);
      }),
  };
}
