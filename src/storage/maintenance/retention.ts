import { type RawBuilder, sql } from 'kysely';
import { type Count, PRODUCT_COUNT_KINDS } from '../../commerce/counts/daily-counts.ts';
import type { ForgottenCart, ForgottenSession } from '../../commerce/counts/forgotten-counts.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import { toDay } from '../../commerce/time/days.ts';
import { type Database, type Row, toUntyped } from '../engine/database.ts';
import { changeInBatches } from '../engine/in-batches.ts';
import { addCounts } from '../repositories/activity/daily-counts.ts';
import { bindFunctions } from '../repositories/rows/bound.ts';
import { deleteInBatches, deleteReturning } from '../repositories/rows/delete-rows.ts';
import { toBuyerSteps } from '../repositories/shopping/buyer-steps.ts';
import { TABLES, type Tables } from '../tables/tables.ts';

/** Deleting so many sessions blocks SQLite for a few milliseconds. */
const BATCH_SIZE = 25;

/** Deletes expired rows in batches, in any number of processes. Statuses are literals: SQLite matches no bound value with a partial index. */
export const createRetention = (database: Database) =>
  bindFunctions(database, {
    ...{ listDaysInUse, forgetSessions, forgetCarts },
    ...{ forgetProductCounts, forgetDeliveries, forgetEnded },
  });

/** Retention of stores; null for the installation's. */
type Days = number | null;

interface Dated {
  storeId: string;
  createdAt: string;
}

/** Lists the retentions that stores use. */
async function listDaysInUse(database: Database): Promise<Days[]> {
  const rows = await database.selectFrom('stores').select('retentionDays').distinct().execute();
  return rows.map(({ retentionDays: days }) => days);
}

type CountsOf<Forgotten> = (rows: readonly Forgotten[]) => Count[];

/** Deletes ended sessions without an order, and counts them by day. A session with an order is the record of a sale. */
const forgetSessions = (
  database: Database,
  before: string,
  days: Days,
  countsOf: CountsOf<ForgottenSession>,
) =>
  forgetCounted(database, before, days, {
    table: 'checkout_sessions',
    ended: sql`status in ('failed', 'completed') and order_id is null`,
    recordOf: (row) => ({
      ...TABLES.checkout_sessions.fromRow(row),
      handedOffAt: row.handedOffAt,
      buyerSteps: toBuyerSteps(row),
    }),
    countsOf,
  });

/** Deletes canceled carts, and counts them by day. */
const forgetCarts = (database: Database, before: string, days: Days, countsOf: CountsOf<ForgottenCart>) =>
  forgetCounted(database, before, days, {
    table: 'carts',
    ended: sql`status = 'canceled'`,
    recordOf: (row) => ({ ...TABLES.carts.fromRow(row), checkoutAt: row.checkoutAt }),
    countsOf,
  });

interface Forgetting<Table extends keyof Tables, Kept extends Dated> {
  table: Table;
  ended: RawBuilder<unknown>;
  recordOf(row: Row<Table>): Kept;
  countsOf: CountsOf<Kept & { day: string }>;
}

/** Deletes ended rows, and counts each batch in the transaction that deletes it: no row is counted twice or not at all. */
function forgetCounted<Table extends keyof Tables, Kept extends Dated>(
  database: Database,
  before: string,
  days: Days,
  { table, ended, recordOf, countsOf }: Forgetting<Table, Kept>,
): Promise<number> {
  const stores = database.selectFrom('stores').select('stores.id');
  const keeping = stores.where('retentionDays', 'is not distinct from', days);
  const old = sql`${ended} and updated_at < ${before} and store_id in ${keeping}`;
  return changeInBatches(BATCH_SIZE, () =>
    database.transaction().execute(async (connection) => {
      const gone = await deleteReturning(connection, TABLES[table], old, BATCH_SIZE);
      const records = (gone as Row<Table>[]).map((row) => recordOf(row));
      await addCounts(connection, countsOf(await placeInDays(connection, records)));
      return gone.length;
    }),
  );
}

/** Deletes how often products were found and put in carts: a row for each day must not stay for ever. */
const forgetProductCounts = (database: Database, beforeDay: string): Promise<number> =>
  deleteInBatches(
    database,
    TABLES.daily_counts,
    sql`store_id in (select id from stores) and day < ${beforeDay} and kind in (${sql.join(PRODUCT_COUNT_KINDS)})`,
    BATCH_SIZE,
  );

const forgetDeliveries = (database: Database, before: string): Promise<number> =>
  deleteInBatches(database, TABLES.webhook_deliveries, sql`received_at < ${before}`, BATCH_SIZE);

/** Deletes rows of small tables that end by themselves, up to an instant for each. */
async function forgetEnded(database: Database, until: Readonly<Record<keyof typeof ENDS, string>>) {
  for (const [table, column] of Object.entries(ENDS)) {
    const end = until[table as keyof typeof ENDS];
    await toUntyped(database).deleteFrom(table).where(column, '<=', end).execute();
  }
}

/** Columns of the instants at which rows end. */
const ENDS = {
  account_sessions: 'expiresAt',
  one_time_links: 'expiresAt',
  invitations: 'expiresAt',
  store_transfers: 'expiresAt',
  attempts: 'endsAt',
  signing_keys: 'publishedUntil',
  pairing_codes: 'expiresAt',
  health_changes: 'at',
} as const satisfies { [Table in keyof Tables]?: keyof Tables[Table] };

/** Adds the day of each record in its store's time zone. */
async function placeInDays<Kept extends Dated>(connection: Database, records: readonly Kept[]) {
  const ids = [...new Set(records.map(({ storeId }) => storeId))];
  if (ids.length === 0) return [];
  const stores = await connection
    .selectFrom('stores')
    .select(['id', 'timeZone', 'description'])
    .where('id', 'in', ids)
    .execute();
  const zones = new Map(
    stores.map(({ id, timeZone, description }) => [
      id,
      timeZoneOf({ timeZone, description: JSON.parse(description) }),
    ]),
  );
  return records.map((record) => ({
    ...record,
    day: toDay(Date.parse(record.createdAt), zones.get(record.storeId) ?? 'UTC'),
  }));
}
