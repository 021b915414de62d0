import type { Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { ActivityTables } from './activity-rows.ts';
import type { CatalogSizesTable } from '../repositories/catalog-sizes.ts';
import type { IdempotencyRecordsTable } from '../repositories/idempotency-records.ts';
import type { JobQueuesTable } from '../repositories/job-queues.ts';
import type { KeptKeysTable } from '../engine/secret-key.ts';
import type { OutagesTable } from '../repositories/outages.ts';
import type { PairingTables } from './pairing-tables.ts';
import type { RateWindowTables } from './rate-window-tables.ts';
import type { CustomDomainsTable } from './custom-domain-tables.ts';
import type { TrustTables } from './trust-tables.ts';

/** Instants are ISO text in UTC, booleans 0/1, money integers in minor units, JSON text: identical rows on both databases. */
export interface StoresTable {
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
  /** Sealed. What the shop signs its events with, where it has no secret of its own; made when first needed. */
  webhook_secret: string | null;
  /** When credentials last changed. */
  connected_at: string;
  /** When the shop was last asked for the description that stands here. */
  described_at: Generated<string>;
  /** The account it belongs to; null for a store that an operator connected for nobody yet. */
  owner_id: string | null;
  /** Set while its merchant has it off: agents find nothing there. */
  disconnected_at: string | null;
  /** Null: as long as the installation keeps such things. */
  retention_days: number | null;
  /** What its merchant calls it; null: as the platform does. */
  display_name: string | null;
  /** Set from its deletion on, until everything of it is gone: nobody finds it any more. */
  deleted_at: string | null;
  created_at: string;
}

export interface CheckoutSessionsTable {
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
  /** JSON: what a change of the lines made of totals and discounts. */
  pending: string | null;
  /** JSON: Notice[]. */
  notices: string | null;
  /** Sealed. */
  cart_handle: string | null;
  continue_url: string | null;
  order_id: string | null;
  order_status: string | null;
  payment: string | null;
  /** JSON: SessionFailure. */
  failure: string | null;
  /** Which agent made it; null for one of before that was noted. */
  agent: string | null;
  /** Address of the profile of the platform whose agent made it, where its dialect knows platforms. */
  agent_profile: string | null;
  /** When the buyer's address was first given, and when the session was completed or failed. */
  handed_off_at: string | null;
  settled_at: string | null;
  /** Who is changing the session right now; left behind by one that died, and then taken over after `busy_until`. */
  busy_by: string | null;
  busy_until: string | null;
  /** When the shop was last asked, for who read the session, whether the buyer has paid. */
  order_asked_at: Generated<string | null>;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

export interface CartsTable {
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
  /** JSON: Notice[]. */
  notices: string | null;
  /** Sealed. */
  cart_handle: string;
  continue_url: string;
  agent: string | null;
  /** Who is changing the cart right now, as with sessions. */
  busy_by: string | null;
  busy_until: string | null;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

export interface OrdersTable {
  id: string;
  store_id: string;
  session_id: string;
  /** GID, once the platform has confirmed the order. */
  platform_order_id: string | null;
  platform_order_number: string | null;
  status: string;
  payment: string;
  currency: string;
  /** JSON: OrderLine[], Totals. */
  lines: string;
  totals: string;
  /** Of `totals`, to be added up. */
  total: number;
  /** Of its session. */
  agent: string | null;
  /** Sealed: personal data. The address is JSON: ShippingAddress. */
  buyer_email: string | null;
  shipping_address: string | null;
  /** JSON: Tracking[]. */
  tracking: string;
  /** JSON: OrderProgress. */
  progress: string | null;
  /** Sealed: it opens the order to whoever has it. */
  page_url: string | null;
  /** When the platform last changed it, and when it was last asked. */
  platform_updated_at: string | null;
  as_of: string;
  created_at: string;
  updated_at: string;
}

/** Events that were taken in, so that a doubled one is known; and what was refused, for its merchant to see. */
interface WebhookDeliveriesTable {
  store_id: string;
  /** Of the platform's id of it; of what is not proven to be the shop's, any unique text. */
  delivery_hash: string;
  topic: string;
  received_at: string;
  /** `valid`, `invalid` or `missing`. */
  signature: Generated<string>;
  /** `product_refreshed`, `order_refreshed`, `store_refreshed`, `ignored`, `malformed` or `refused`. */
  effect: Generated<string>;
  /** GID of the product or order that it tells of. */
  subject: string | null;
  /** How often it came again. */
  repeats: Generated<number>;
}

export interface JobsTable {
  id: string;
  store_id: string;
  kind: string;
  /** What it is about, for example a product's GID; empty for the store as a whole. */
  subject: string;
  run_at: string;
  /** 1: asked for once more while it was running. */
  again: number;
  /** 1: a run of it has noted how far it is, and a later turn goes on from there. */
  unfinished: Generated<number>;
  attempts: number;
  /** JSON, in the words of the task's kind: also where to go on after a crash. */
  progress: string | null;
  last_error: string | null;
  busy_by: string | null;
  busy_until: string | null;
  created_at: string;
}

interface ProductsTable {
  number: Generated<number>;
  store_id: string;
  /** GID. */
  product_id: string;
  handle: string;
  available: number;
  /** Of the first variant that can be bought. */
  first_variant_id: string | null;
  first_variant_title: string | null;
  /** JSON: Product. Null: gone from the shop. */
  document: string | null;
  /** What it is found by, folded and parted by spaces; each database indexes them in its own way. */
  words: string;
  /** Bytes of the document and the words; 0: gone from the shop. */
  size: Generated<number>;
  /** When the platform was asked for it, or something later said the same. */
  as_of: string;
}

interface ProductVariantsTable {
  store_id: string;
  /** GID. */
  variant_id: string;
  product_number: number;
  /** As on a cart line. */
  title: string;
}

/** When a store's catalog was last read to its end. */
interface CatalogImportsTable {
  store_id: string;
  started_at: string;
  finished_at: string;
  /** The store's currency when it was read; null once that has changed. */
  currency: string | null;
  /** Why the copy does not hold the whole catalog, in words; null: it does. */
  limited: string | null;
}

/** Who changed what. A store's id is no foreign key here: its entries go piece by piece with all else that is the store's. */
interface AuditEntriesTable {
  id: string;
  store_id: string | null;
  account_id: string | null;
  /** An e-mail address, or the words for who is no account: `command line`, `plugin`. */
  actor: string;
  action: string;
  /** JSON; never a secret. */
  details: string;
  at: string;
}

/** Slugs of stores that were deleted: never another merchant's. */
interface RetiredSlugsTable {
  slug: string;
  owner_id: string | null;
  retired_at: string;
}

export interface Tables extends PairingTables, AccountTables, ActivityTables, RateWindowTables, TrustTables {
  idempotent_answers: IdempotencyRecordsTable;
  kept_keys: KeptKeysTable;
  audit_entries: AuditEntriesTable;
  retired_slugs: RetiredSlugsTable;
  stores: StoresTable;
  store_domains: CustomDomainsTable;
  checkout_sessions: CheckoutSessionsTable;
  carts: CartsTable;
  orders: OrdersTable;
  tasks: JobsTable;
  job_queues: JobQueuesTable;
  outages: OutagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  products: ProductsTable;
  product_variants: ProductVariantsTable;
  catalog_imports: CatalogImportsTable;
  catalog_sizes: CatalogSizesTable;
}
