import { sql } from 'kysely';
import { addCounts, type Count } from '../repositories/daily-counts.ts';
import type { Database } from '../engine/database.ts';
import { deleteInBatches } from '../engine/in-batches.ts';
import { isSqlite } from '../engine/both-databases.ts';

const BATCH_SIZE = 500;

export type Retention = ReturnType<typeof retention>;

/**
 * Deletes expired rows in batches, in any number of processes at once. Statuses are literals: SQLite would not match bound
 * values with partial indexes.
 */
export function retention(database: Database) {
  const onSqlite = isSqlite(database);

  /** Stores with this retention; null for the installation's. */
  const storesThatKeep = (days: number | null) =>
    database.selectFrom('stores').select('stores.id').where('retention_days', 'is not distinct from', days);

  return {
    /** Lists the retentions that stores use; null for the installation's. */
    async daysInUse(): Promise<(number | null)[]> {
      const rows = await database.selectFrom('stores').select('retention_days').distinct().execute();
      return rows.map(({ retention_days: days }) => days);
    },

    /** Deletes ended sessions without an order, and counts them by day. A session with an order is the record of a sale. */
    forgetSessions: (before: string, days: number | null): Promise<number> =>
      deleteInBatches(BATCH_SIZE, async () => {
        const old = database
          .selectFrom('checkout_sessions')
          .select('id')
          .where('status', 'in', [sql.lit('failed'), sql.lit('completed')])
          .where('order_id', 'is', null)
          .where('updated_at', '<', before)
          .where('store_id', 'in', storesThatKeep(days))
          .limit(BATCH_SIZE)
          .$if(!onSqlite, (query) => query.forUpdate().skipLocked());
        return database.transaction().execute(async (connection) => {
          const gone = await connection
            .deleteFrom('checkout_sessions')
            .where('id', 'in', old)
            .where('order_id', 'is', null)
            .returning(['store_id', 'agent', 'created_at', 'handed_off_at'])
            .execute();
          await addCounts(connection, countsOf(gone));
          return gone.length;
        });
      }),

    forgetCarts: (before: string, days: number | null): Promise<number> =>
      deleteInBatches(BATCH_SIZE, async () => {
        const old = database
          .selectFrom('carts')
          .select('id')
          .where('status', '=', sql.lit('canceled'))
          .where('updated_at', '<', before)
          .where('store_id', 'in', storesThatKeep(days))
          .limit(BATCH_SIZE)
          .$if(!onSqlite, (query) => query.forUpdate().skipLocked());
        const result = await database.deleteFrom('carts').where('id', 'in', old).executeTakeFirst();
        return Number(result.numDeletedRows);
      }),

    forgetDeliveries: (before: string): Promise<number> =>
      deleteInBatches(BATCH_SIZE, async () => {
        const old = sql`select store_id, delivery_hash from webhook_deliveries where received_at < ${before}
          limit ${BATCH_SIZE} ${sql.raw(onSqlite ? '' : 'for update skip locked')}`;
        const result =
          await sql`delete from webhook_deliveries where (store_id, delivery_hash) in (${old})`.execute(
            database,
          );
        return Number(result.numAffectedRows ?? 0);
      }),
  };
}

interface Forgotten {
  store_id: string;
  agent: string | null;
  created_at: string;
  handed_off_at: string | null;
}

/** One count for each day and agent: a statement must not add to a row twice. */
function countsOf(sessions: readonly Forgotten[]): Count[] {
  const counts = new Map<string, Count>();
  const add = (kind: Count['kind'], { store_id, agent, created_at }: Forgotten) => {
    const day = created_at.slice(0, 10);
    const key = [store_id, kind, day, agent].join('\n');
    const known = counts.get(key);
    counts.set(key, {
      storeId: store_id,
      kind,
      day,
      agent: agent ?? '',
      subject: '',
      detail: '',
      count: (known?.count ?? 0) + 1,
      lastAt: created_at,
    });
  };
  for (const session of sessions) {
    add('session_forgotten', session);
    if (session.handed_off_at !== null) add('handoff_forgotten', session);
  }
  return [...counts.values()];
}
