import type { Generated } from 'kysely';

interface StoresTable {
  id: string;
  slug: string;
  platform: string;
  /** JSON: StoreDescription. */
  description: string;
  /** Sealed JSON. */
  credentials: string;
  cart_on: number;
  order_on: number;
  discount_on: number;
  fulfillment_on: number;
  sandbox: number;
  /** Sealed. Signs the shop's webhooks where the platform has no secret of its own; generated on first use. */
  webhook_secret: string | null;
  /** Instant of the last change of credentials. */
  connected_at: string;
  /** Instant at which the shop was asked for `description`. */
  described_at: Generated<string>;
  /** Organization that owns the store; null until an operator's store is given to one. */
  organization_id: string | null;
  /** Set while the merchant has disconnected the store: agents get 404. */
  disconnected_at: string | null;
  /** Set while the merchant has paused the store: agents can finish sessions, and begin none. */
  paused_at: string | null;
  /** Null: the installation's retention. */
  retention_days: number | null;
  /** Null: the platform's name. */
  display_name: string | null;
  /** Null: the platform's. */
  time_zone: string | null;
  /** Types that the store's enabled event endpoints ask for, with commas between; `*` for all, null for none. */
  event_types: string | null;
  /** JSON: Rule[]; null without rules for agents. */
  policy: string | null;
  /** 1: its people are alerted by e-mail. */
  mail_alerts: Generated<number>;
  /** Set from the deletion until the last row of the store is erased; agents and merchants get 404. */
  deleted_at: string | null;
  created_at: string;
}

interface CheckoutSessionsTable {
  id: string;
  store_id: string;
  status: string;
  idempotency_key: string | null;
  currency: string;
  /** JSON: CartLine[]. */
  lines: string;
  /** JSON: Totals. */
  totals: string;
  /** JSON: Discounts. */
  discounts: string | null;
  /** JSON: totals and discounts after a change of the lines that the platform has not confirmed yet. */
  pending: string | null;
  /** JSON: Warning[]. */
  warnings: string | null;
  /** Sealed. */
  cart_handle: string | null;
  /** Sealed. */
  continue_url: string | null;
  order_id: string | null;
  order_status: string | null;
  payment: string | null;
  /** 1: the order is paid. */
  order_paid: Generated<number>;
  /** JSON: SessionFailure. */
  failure: string | null;
  /** Null in rows older than the column. */
  agent: string | null;
  /** URL of the agent platform's profile, in protocols that have profiles. */
  agent_profile: string | null;
  /** First instant at which the buyer's address was returned, and instant of completion or failure. */
  handed_off_at: string | null;
  settled_at: string | null;
  /** An owner that died leaves its lease behind; another one takes it over after `lease_expires_at`. */
  lease_owner: string | null;
  lease_expires_at: string | null;
  /** Instant at which a read last asked the shop whether the buyer has paid. */
  order_asked_at: Generated<string | null>;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

interface CartsTable {
  id: string;
  store_id: string;
  status: string;
  currency: string;
  /** JSON: CartLine[]. */
  lines: string;
  /** JSON: Totals. */
  totals: string;
  /** JSON: Discounts. */
  discounts: string | null;
  /** JSON: Warning[]. */
  warnings: string | null;
  /** Sealed. */
  cart_handle: string;
  /** Sealed. */
  continue_url: string;
  agent: string | null;
  lease_owner: string | null;
  lease_expires_at: string | null;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

interface OrdersTable {
  id: string;
  store_id: string;
  session_id: string;
  /** GID, once the platform has confirmed the order. */
  platform_order_id: string | null;
  platform_order_number: string | null;
  status: string;
  payment: string;
  /** 1: the shop has the money. */
  paid: number;
  currency: string;
  /** JSON: OrderLine[]. */
  lines: string;
  /** JSON: Totals. */
  totals: string;
  /** Summed as revenue: `totals.total` minus refunds, never below 0. */
  total: number;
  /** Agent of the session. */
  agent: string | null;
  /** Sealed: personal data. */
  buyer_email: string | null;
  /** Sealed JSON: ShippingAddress. */
  shipping_address: string | null;
  /** JSON: Tracking[]. */
  tracking: string;
  /** JSON: OrderProgress. */
  progress: string | null;
  /** Sealed: the page opens the order without a login. */
  page_url: string | null;
  /** Instant of the platform's last change, and of the last read from the platform. */
  platform_updated_at: string | null;
  as_of: string;
  created_at: string;
  updated_at: string;
}

/** One row for each change of an order, written in the order's transaction. */
interface OrderEventsTable {
  id: string;
  order_id: string;
  at: string;
  status: string;
  payment: string;
  /** `completion`, `read` or `webhook`. */
  learned_by: string;
}

/** Response to a keyed request, replayed for the same key. It may hold the buyer's checkout address: sealed. */
interface IdempotencyRecordsTable {
  /** Hash of store, caller, operation and key. */
  id: string;
  store_id: string;
  /** Hash of the whole request. */
  request: string;
  /** HTTP status; null while the operation runs. */
  status: number | null;
  /** Sealed JSON. */
  body: string | null;
  lease_owner: string | null;
  lease_expires_at: string | null;
  created_at: string;
}

export interface ShoppingTables {
  stores: StoresTable;
  checkout_sessions: CheckoutSessionsTable;
  carts: CartsTable;
  orders: OrdersTable;
  order_events: OrderEventsTable;
  idempotency_records: IdempotencyRecordsTable;
}
