import { type Expression, type RawBuilder, sql } from 'kysely';
import { BUYER_STEPS, furthestStep, SESSION_STEPS } from '../../commerce/checkout/buyer-steps.ts';
import { type CartLine, cartOutcome } from '../../commerce/checkout/cart.ts';
import { dayAt } from '../../commerce/days.ts';
import { UNCOUNTED_AGENTS } from '../../commerce/policy/agents.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import type { Database, Row } from '../engine/database.ts';
import { inBatches } from '../engine/in-batches.ts';
import { bound } from '../repositories/bound.ts';
import { buyerStepsOf, STEP_COLUMNS } from '../repositories/buyer-steps.ts';
import {
  addCounts,
  type Count,
  PRODUCT_COUNT_KINDS,
  type ProductCountKind,
} from '../repositories/daily-counts.ts';
import { deleteInBatches, deleteReturning } from '../repositories/delete-rows.ts';
import type { AnyTable } from '../tables/table.ts';
import { TABLES, type Tables } from '../tables/tables.ts';

/** Deleting so many sessions blocks SQLite for a few milliseconds. */
const BATCH_SIZE = 25;

/**
 * Deletes expired rows in batches, in any number of processes at once. Statuses are literals: SQLite would not match bound
 * values with partial indexes.
 */
export const retention = (database: Database) =>
  bound(database, {
    daysInUse,
    forgetSessions,
    forgetCarts,
    forgetProductCounts,
    forgetDeliveries,
    forgetEnded,
  });

/** Stores with this retention; null for the installation's. */
const storesThatKeep = (database: Database, days: number | null) =>
  database.selectFrom('stores').select('stores.id').where('retention_days', 'is not distinct from', days);

/** Lists the retentions that stores use; null for the installation's. */
async function daysInUse(database: Database): Promise<(number | null)[]> {
  const rows = await database.selectFrom('stores').select('retention_days').distinct().execute();
  return rows.map(({ retention_days: days }) => days);
}

/** Deletes ended sessions without an order, and counts them by day. A session with an order is the record of a sale. */
const forgetSessions = (database: Database, before: string, days: number | null): Promise<number> =>
  forgetCounted(database, storesThatKeep(database, days), before, {
    table: TABLES.checkout_sessions,
    ended: sql`status in ('failed', 'completed') and order_id is null`,
    columns: ['handed_off_at', ...STEP_COLUMNS],
    countsOf: (sessions: readonly Placed<ForgottenSession>[]) => [
      ...countsOf(sessions),
      ...productCounts('session_product_forgotten', sessions),
    ],
  });

/** Deletes canceled carts, and counts them by day, with what was in them. */
const forgetCarts = (database: Database, before: string, days: number | null): Promise<number> =>
  forgetCounted(database, storesThatKeep(database, days), before, {
    table: TABLES.carts,
    ended: sql`status = 'canceled'`,
    columns: ['status', 'ordered_at', 'checkout_at', 'expires_at', 'updated_at'],
    countsOf: (carts: readonly Placed<ForgottenCart>[]) => [
      ...countsOfCarts(carts),
      ...productCounts('cart_product_forgotten', carts),
    ],
  });

interface Forgetting<Row extends Forgotten> {
  table: Pick<AnyTable, 'name' | 'key'>;
  ended: RawBuilder<unknown>;
  /** Columns that are counted, besides those of `Forgotten`. */
  columns: readonly (Exclude<keyof Row, keyof Forgotten> & string)[];
  countsOf(rows: readonly Placed<Row>[]): Count[];
}

/** Deletes ended rows, and counts each batch in the transaction that deletes it: no row is counted twice or not at all. */
const forgetCounted = <Row extends Forgotten>(
  database: Database,
  stores: Expression<unknown>,
  before: string,
  { table, ended, columns, countsOf }: Forgetting<Row>,
): Promise<number> =>
  inBatches(BATCH_SIZE, () =>
    database.transaction().execute(async (connection) => {
      const old = sql`${ended} and updated_at < ${before} and store_id in ${stores}`;
      const returned = ['store_id', 'agent', 'created_at', 'lines', ...columns];
      const gone = await deleteReturning<Row>(connection, table, old, BATCH_SIZE, returned);
      await addCounts(connection, countsOf(await placedInDays(connection, gone)));
      return gone.length;
    }),
  );

/** Deletes how often products were found and put in carts: a row for each day must not stay for ever. */
const forgetProductCounts = (database: Database, beforeDay: string): Promise<number> =>
  deleteInBatches(
    database,
    'daily_counts',
    (row) =>
      row.and([
        row('store_id', 'in', row.selectFrom('stores').select('stores.id')),
        row('day', '<', beforeDay),
        row(
          'kind',
          'in',
          PRODUCT_COUNT_KINDS.map((kind) => sql.lit(kind)),
        ),
      ]),
    BATCH_SIZE,
  );

const forgetDeliveries = (database: Database, before: string): Promise<number> =>
  deleteInBatches(database, 'webhook_deliveries', (row) => row('received_at', '<', before), BATCH_SIZE);

/** Deletes rows of small tables that end by themselves, up to an instant for each. */
async function forgetEnded(
  database: Database,
  until: Readonly<Record<keyof typeof ENDS, string>>,
): Promise<void> {
  for (const [table, column] of Object.entries(ENDS))
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${until[table as keyof typeof ENDS]}`.execute(
      database,
    );
}

/** Columns of the instants at which rows end. */
const ENDS = {
  account_sessions: 'expires_at',
  one_time_links: 'expires_at',
  invitations: 'expires_at',
  store_transfers: 'expires_at',
  attempts: 'ends_at',
  signing_keys: 'published_until',
  pairing_attempts: 'at',
  pairing_codes: 'expires_at',
  health_changes: 'at',
} as const satisfies { [Table in keyof Tables]?: keyof Tables[Table] };

interface Forgotten {
  store_id: string;
  agent: string | null;
  created_at: string;
  lines: string;
}

type Placed<Row> = Row & { day: string };

/** Adds the day of each row in its store's time zone. */
async function placedInDays<Row extends Forgotten>(
  connection: Database,
  rows: readonly Row[],
): Promise<Placed<Row>[]> {
  const ids = [...new Set(rows.map(({ store_id }) => store_id))];
  if (ids.length === 0) return [];
  const stores = await connection
    .selectFrom('stores')
    .select(['id', 'time_zone', 'description'])
    .where('id', 'in', ids)
    .execute();
  const zones = new Map(
    stores.map(({ id, time_zone: timeZone, description }) => [
      id,
      timeZoneOf({ timeZone, description: JSON.parse(description) }),
    ]),
  );
  return rows.map((row) => ({
    ...row,
    day: dayAt(Date.parse(row.created_at), zones.get(row.store_id) ?? 'UTC'),
  }));
}

type ForgottenSession = Forgotten & Record<'handed_off_at' | (typeof STEP_COLUMNS)[number], string | null>;

/** One count for each day and agent: a statement must not add to a row twice. */
function countsOf(sessions: readonly Placed<ForgottenSession>[]): Count[] {
  const counts: Count[] = [];
  for (const session of sessions) {
    const count = oneOf(session);
    counts.push({ ...count, kind: 'session_forgotten' });
    if (session.handed_off_at !== null) counts.push({ ...count, kind: 'handoff_forgotten' });
    for (const step of stepsOf(session)) counts.push({ ...count, kind: `${step}_forgotten` });
  }
  return added(counts);
}

type ForgottenCart = Forgotten &
  Pick<Row<'carts'>, 'status' | 'ordered_at' | 'checkout_at' | 'expires_at' | 'updated_at'>;

/** A cart of which a session was made is counted as the session. */
function countsOfCarts(carts: readonly Placed<ForgottenCart>[]): Count[] {
  const counts = carts
    .filter(({ checkout_at: checkoutAt }) => checkoutAt === null)
    .flatMap((cart): Count[] => {
      const outcome = cartOutcome(TABLES.carts.fromRow(cart));
      return [
        { ...oneOf(cart), kind: 'cart_forgotten' },
        { ...oneOf(cart), kind: `cart_${outcome}_forgotten` },
      ];
    });
  return added(counts);
}

function oneOf({ store_id: storeId, day, agent, created_at: lastAt }: Placed<Forgotten>) {
  return { storeId, day, agent: agent ?? '', subject: '', detail: '', count: 1, lastAt };
}

/** The furthest step and those before it. */
function stepsOf(session: ForgottenSession) {
  const furthest = furthestStep({ buyerSteps: buyerStepsOf(session), isHandedOver: true });
  return BUYER_STEPS.filter((step) => SESSION_STEPS.indexOf(step) <= SESSION_STEPS.indexOf(furthest));
}

/** Counts lines by variant, without the agent: those of agents that are not counted are left out. */
function productCounts(kind: ProductCountKind, gone: readonly Placed<Forgotten>[]): Count[] {
  const counted = gone.filter(({ agent }) => agent === null || !UNCOUNTED_AGENTS.includes(agent));
  const counts = counted.flatMap(({ store_id: storeId, day, created_at, lines }) =>
    (JSON.parse(lines) as CartLine[]).map(({ variantId }) => ({
      storeId,
      kind,
      day,
      agent: '',
      subject: variantId,
      detail: '',
      count: 1,
      lastAt: created_at,
    })),
  );
  return added(counts);
}

/** Adds up the counts of one key. */
function added(counts: readonly Count[]): Count[] {
  const sums = new Map<string, Count>();
  for (const count of counts) {
    const { storeId, kind, day, agent, subject } = count;
    const key = [storeId, kind, day, agent, subject].join('\n');
    sums.set(key, { ...count, count: (sums.get(key)?.count ?? 0) + count.count });
  }
  return [...sums.values()];
}
