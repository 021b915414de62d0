import { toSnakeCaseName } from '../../commerce/text/snake-case.ts';
import { toUntyped } from '../engine/database.ts';
import type { Sealed } from '../repositories/rows/bound.ts';
import type { AnyTable } from '../tables/table.ts';
import { TABLES, type Tables } from '../tables/tables.ts';

/** Rows of a page: each may have a hundred lines. */
const BATCH_SIZE = 100;

type OwnedTable = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown; store_id: unknown } ? Table : never;
}[keyof Tables];

/**
 * Reads a store's data by pages of ids, in bounded memory. Personal data of orders is opened for the merchant; secrets of carts,
 * checkouts and endpoints are left out. A value that cannot be decrypted is null, and named in `unreadable`.
 */
export function createStoreExporter(context: Sealed) {
  const list =
    <Table extends OwnedTable>(table: Table, ...columns: (keyof Tables[Table] & string)[]) =>
    (storeId: string) =>
      readRows(context, storeId, table, columns);
  const shared = ['id', 'status', 'currency', 'lines', 'totals'] as const;
  const dates = ['expires_at', 'created_at', 'updated_at'] as const;
  const ofOrder = [
    'platform_order_id',
    'paid',
    'tracking',
    'platform_updated_at',
    'as_of',
    'created_at',
  ] as const;
  // The file has the lists in this sequence.
  return {
    sessions: list('checkout_sessions', ...shared, 'idempotency_key', 'discounts', ...dates, ...OF_SESSION),
    carts: list('carts', ...shared, 'discounts', ...dates),
    orders: list('orders', ...shared, ...ofOrder, ...OF_ORDER),
    /** Orders of carts without a checkout session. */
    cartOrders: list('cart_orders', ...shared, ...ofOrder, 'cart_id', 'line_count', 'total', 'agent'),
    domains: list('custom_domains', ...OF_DOMAIN),
    eventEndpoints: list(
      'event_endpoints',
      'id',
      'url',
      'description',
      'event_types',
      'disabled_reason',
      'created_at',
    ),
    eventDeliveries: (storeId: string) => readDeliveries(context, storeId),
    audit: list('audit_entries', 'id', 'at', 'actor', 'actor_name', 'token_name', 'action', 'details'),
  };
}

const OF_SESSION = ['order_id', 'order_status', 'payment', 'order_paid', 'failure'] as const;
const OF_ORDER = [
  ...(['session_id', 'platform_order_number', 'payment', 'buyer_email', 'shipping_address'] as const),
  ...(['progress', 'updated_at'] as const),
];
const OF_DOMAIN = [
  ...(['id', 'name', 'token', 'created_at', 'verified_at', 'checked_at'] as const),
  ...(['missing_since', 'lost_at', 'error'] as const),
];
const OF_DELIVERY = [
  'id',
  'channel',
  'message_id',
  'type',
  'occurred_at',
  'status',
  'attempts',
  'history',
  'snapshot',
];

async function* readDeliveries(context: Sealed, storeId: string) {
  const rows = readRows(context, storeId, 'outbox_messages', OF_DELIVERY, { receiver: 'endpoint' });
  for await (const { channel, snapshot, history, ...delivery } of rows) {
    const attempts = history as unknown[];
    yield {
      ...delivery,
      endpoint_id: channel,
      history: attempts.length > 0 ? attempts : null,
      data: snapshot,
    };
  }
}

async function* readRows(
  { database, sealing }: Sealed,
  storeId: string,
  name: OwnedTable,
  columns: readonly string[],
  only: Readonly<Record<string, string>> = {},
) {
  const table: AnyTable = TABLES[name];
  const rows = toUntyped(database)
    .selectFrom<string>(name)
    .select(columns)
    .where((row) => row.and({ ...only, store_id: storeId }))
    .orderBy('id')
    .limit(BATCH_SIZE);
  for (let after: unknown = ''; after !== undefined; ) {
    const page = await rows.where('id', '>', after).execute();
    for (const row of page) {
      const values = Object.entries(table.valuesOf(row, sealing.lenient));
      yield Object.fromEntries(values.map(([member, value]) => [toSnakeCaseName(member), value]));
    }
    after = page.length < BATCH_SIZE ? undefined : page.at(-1)?.id;
  }
}
