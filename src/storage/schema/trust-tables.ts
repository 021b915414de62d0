import type { Kysely } from 'kysely';

/** What answers and order events are signed with; the same keys for all stores of an installation. */
interface SigningKeysTable {
  /** The key's thumbprint (RFC 7638). */
  kid: string;
  /** Counts keys: of two processes that make the next one at once, one does. */
  number: number;
  /** Sealed PKCS 8, PEM. */
  private_key: string;
  /** JSON: JWK. */
  public_key: string;
  /** Published before that, so that whoever keeps a profile for a while knows it in time. */
  signs_from: string;
  /** Null for the newest; its predecessors are published for some days more. */
  published_until: string | null;
  created_at: string;
}

/** Changes of orders that the platforms of their agents are still to be told of. */
interface OrderEventOutboxTable {
  /** The same however often it is sent. */
  id: string;
  store_id: string;
  order_id: string;
  /** Of the order: one is told after the other. */
  number: number;
  agent_profile: string;
  /** Sealed JSON: the Order as it then was. */
  snapshot: string;
  occurred_at: string;
}

export interface TrustTables {
  signing_keys: SigningKeysTable;
  order_notices: OrderEventOutboxTable;
}

export async function createTrustTables(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('checkout_sessions').addColumn('agent_profile', 'text').execute();
  await database.schema
    .createTable('signing_keys')
    .addColumn('kid', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('private_key', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('signs_from', 'text', (column) => column.notNull())
    .addColumn('published_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('order_notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('agent_profile', 'text', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('order_notices_in_turn', ['order_id', 'number'])
    .execute();
}
