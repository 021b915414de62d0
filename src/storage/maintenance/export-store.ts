import { toSnakeCaseName } from '../../commerce/text/snake-case.ts';
import { toUntyped } from '../engine/database.ts';
import { parseSubscription } from '../repositories/events/enqueue-events.ts';
import type { Sealed } from '../repositories/rows/bound.ts';
import { match } from '../repositories/rows/rows.ts';
import type { AnyTable } from '../tables/table.ts';
import { TABLES, type Tables } from '../tables/tables.ts';

/** Rows of a page: each may have a hundred lines. */
const BATCH_SIZE = 100;

type OwnedTable = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown; storeId: unknown } ? Table : never;
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
  const dates = ['expiresAt', 'createdAt', 'updatedAt'] as const;
  const ofOrder = ['platformOrderId', 'paid', 'tracking', 'platformUpdatedAt', 'asOf', 'createdAt'] as const;
  // The file has the lists in this sequence.
  return {
    sessions: list('checkout_sessions', ...shared, 'idempotencyKey', 'discounts', ...dates, ...OF_SESSION),
    carts: list('carts', ...shared, 'discounts', ...dates),
    orders: list('orders', ...shared, ...ofOrder, ...OF_ORDER),
    /** Orders of carts without a checkout session. */
    cartOrders: list('cart_orders', ...shared, ...ofOrder, 'cartId', 'lineCount', 'total', 'agent'),
    domains: list('custom_domains', ...OF_DOMAIN),
    eventEndpoints: (storeId: string) => readEndpoints(context, storeId),
    eventDeliveries: (storeId: string) => readDeliveries(context, storeId),
    audit: list('audit_entries', 'id', 'at', 'actor', 'actorName', 'tokenName', 'action', 'details'),
  };
}

const OF_SESSION = ['orderId', 'orderStatus', 'payment', 'orderPaid', 'failure'] as const;
const OF_ORDER = [
  ...(['sessionId', 'platformOrderNumber', 'payment', 'buyerEmail', 'shippingAddress'] as const),
  ...(['progress', 'updatedAt'] as const),
];
const OF_DOMAIN = [
  ...(['id', 'name', 'token', 'createdAt', 'verifiedAt', 'checkedAt'] as const),
  ...(['missingSince', 'lostAt', 'error'] as const),
];
const OF_ENDPOINT = ['id', 'url', 'description', 'eventTypes', 'disabledReason', 'createdAt'];
const OF_DELIVERY = [
  'id',
  'channel',
  'messageId',
  'type',
  'occurredAt',
  'status',
  'attempts',
  'history',
  'snapshot',
];

async function* readEndpoints(context: Sealed, storeId: string) {
  for await (const endpoint of readRows(context, storeId, 'event_endpoints', OF_ENDPOINT))
    yield { ...endpoint, event_types: parseSubscription(endpoint.event_types as string | null) };
}

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
    .where(match({ ...only, storeId: storeId }))
    .orderBy('id')
    .limit(BATCH_SIZE);
  for (let after: unknown = ''; after !== undefined; ) {
    const page = await rows.where('id', '>', after).execute();
    for (const row of page) {
      const values = Object.entries(table.open(row, sealing.lenient));
      yield Object.fromEntries(values.map(([member, value]) => [toSnakeCaseName(member), value]));
    }
    after = page.length < BATCH_SIZE ? undefined : page.at(-1)?.id;
  }
}
