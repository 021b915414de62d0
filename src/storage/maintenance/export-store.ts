import type { SelectQueryBuilder } from 'kysely';
import { bindFunctions, type Sealed } from '../repositories/rows/bound.ts';
import { TABLES, type Tables } from '../tables/tables.ts';

/** Rows of a page: each may have a hundred lines. */
const BATCH_SIZE = 100;

/**
 * Reads a store's data by pages of ids, in bounded memory. Personal data of orders is opened for the merchant; secrets of carts
 * and checkouts are left out. A value that cannot be decrypted is null, and named in `unreadable`.
 */
export const createStoreExporter = (context: Sealed) =>
  // The file has the lists in this sequence.
  bindFunctions(
    { ...context, sealing: context.sealing.lenient },
    {
      sessions,
      carts,
      orders,
      cartOrders,
      domains,
      eventEndpoints,
      eventDeliveries,
      audit,
    },
  );

function sessions({ database, sealing }: Sealed, storeId: string) {
  const sessions = database
    .selectFrom('checkout_sessions')
    .select(['id', 'status', 'idempotency_key', 'currency', 'lines', 'totals', 'discounts', 'order_id'])
    .select(['order_status', 'payment', 'order_paid', 'failure'])
    .select(['expires_at', 'created_at', 'updated_at']);
  return readRows(storeId, sessions, (row) => TABLES.checkout_sessions.exported(row, sealing));
}

function carts({ database, sealing }: Sealed, storeId: string) {
  const carts = database
    .selectFrom('carts')
    .select(['id', 'status', 'currency', 'lines', 'totals', 'discounts'])
    .select(['expires_at', 'created_at', 'updated_at']);
  return readRows(storeId, carts, (row) => TABLES.carts.exported(row, sealing));
}

function orders({ database, sealing }: Sealed, storeId: string) {
  const orders = database
    .selectFrom('orders')
    .select(['id', 'session_id', 'platform_order_id', 'platform_order_number'])
    .select(['status', 'payment', 'paid', 'currency', 'lines', 'totals'])
    .select(['buyer_email', 'shipping_address', 'tracking', 'progress'])
    .select(['platform_updated_at', 'as_of', 'created_at', 'updated_at']);
  return readRows(storeId, orders, (row) => TABLES.orders.exported(row, sealing));
}

/** Orders of carts without a checkout session. */
function cartOrders({ database, sealing }: Sealed, storeId: string) {
  const orders = database
    .selectFrom('cart_orders')
    .select(['id', 'cart_id', 'platform_order_id', 'status', 'paid', 'currency', 'lines', 'line_count'])
    .select(['totals', 'total', 'tracking', 'agent', 'platform_updated_at', 'as_of', 'created_at']);
  return readRows(storeId, orders, (row) => TABLES.cart_orders.exported(row, sealing));
}

function domains({ database }: Sealed, storeId: string) {
  const domains = database
    .selectFrom('custom_domains')
    .select(['id', 'name', 'token', 'created_at', 'verified_at', 'checked_at'])
    .select(['missing_since', 'lost_at', 'error']);
  return readRows(storeId, domains, (row) => row);
}

/** Without their secrets. */
function eventEndpoints({ database, sealing }: Sealed, storeId: string) {
  const endpoints = database
    .selectFrom('event_endpoints')
    .select(['id', 'url', 'description', 'event_types', 'disabled_reason', 'created_at']);
  return readRows(storeId, endpoints, (row) => TABLES.event_endpoints.exported(row, sealing));
}

function eventDeliveries({ database, sealing }: Sealed, storeId: string) {
  const deliveries = database
    .selectFrom('outbox_messages')
    .select(['id', 'channel', 'message_id', 'type', 'occurred_at', 'status', 'attempts', 'history'])
    .select('snapshot')
    .where('receiver', '=', 'endpoint');
  return readRows(storeId, deliveries, (row) => {
    const { channel, snapshot, history, ...delivery } = TABLES.outbox_messages.exported(row, sealing);
    return {
      ...delivery,
      endpoint_id: channel,
      history: history.length > 0 ? history : null,
      data: snapshot,
    };
  });
}

function audit({ database, sealing }: Sealed, storeId: string) {
  const entries = database
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'actor_name', 'token_name', 'action', 'details']);
  return readRows(storeId, entries, (row) => TABLES.audit_entries.exported(row, sealing));
}

type OwnedTable = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown; store_id: unknown } ? Table : never;
}[keyof Tables];

async function* readRows<Table extends OwnedTable, Row extends { id: string }, Exported>(
  storeId: string,
  query: SelectQueryBuilder<Tables, Table, Row>,
  toExported: (row: Row) => Exported,
): AsyncGenerator<Exported> {
  // Kysely does not see the columns that all these tables have.
  const owned = query as unknown as SelectQueryBuilder<Tables, 'carts', Row>;
  const rows = owned.where('store_id', '=', storeId).orderBy('id').limit(BATCH_SIZE);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Row[] = await rows.where('id', '>', after).execute();
    yield* page.map(toExported);
    after = page.length < BATCH_SIZE ? undefined : page.at(-1)?.id;
  }
}
