import type { Generated } from 'kysely';

interface JobsTable {
  id: string;
  store_id: string;
  kind: string;
  /** Object of the job, for example a product's GID; empty for the store as a whole. */
  subject: string;
  run_at: string;
  /** 1: enqueued again while it was running. */
  rerun_requested: number;
  /** 1: a run has saved its progress, and the next run continues there. */
  unfinished: Generated<number>;
  attempts: number;
  /** JSON, in the form of the job's kind. */
  progress: string | null;
  last_error: string | null;
  lease_owner: string | null;
  lease_expires_at: string | null;
  created_at: string;
}

/**
 * One row for each store and kind, with the instant at which its next job is due: a worker reads a few of these rows, however
 * many jobs wait. Triggers update them in the transaction of each change of a job.
 */
interface JobQueuesTable {
  store_id: string;
  kind: string;
  /** Organization of the store; the store's own id without one. */
  organization_id: string;
  /** ISO; null for an empty queue. It may be early, never late. */
  next_at: string | null;
  /** Begin or end of the last turn; empty before the first. */
  served_at: Generated<string>;
  /** Version for compare-and-set when `next_at` is corrected. */
  changes: number;
}

/** Line of the organizations with work of a kind that waits, now or later: jobs by kind, and rows of outboxes. */
interface OrganizationQueuesTable {
  /** Organization; for work without one the id of its store, or of the row. */
  organization_id: string;
  kind: string;
  /** ISO; it may be early, never late. */
  next_at: string;
  /** Begin or end of the organization's last turn in the lane of this kind. */
  served_at: Generated<string>;
  /** Version for compare-and-set. */
  changes: Generated<number>;
}

/** Outage of a shop or of an agent platform's host: its callers wait for one probe at a time. */
interface OutagesTable {
  /** `shop/` and the store's id, or `host/` and its name. */
  subject: string;
  /** Set for a shop's outage, which is erased with the store. */
  store_id: string | null;
  /** Consecutive failures. */
  failures: number;
  /** Null only for an outage that an earlier version of the service recorded. */
  began_at: string | null;
  failed_at: string;
  /** Message of the last failure, for the merchant. */
  reason: string | null;
  /** 1: the shop answers and refuses the credentials or a permission. */
  refused: Generated<number>;
  /** Instant of the next probe; while one runs, the end of its lease. */
  held_until: string;
}

/** Health of a store by aspect, as it has held. A state that is not confirmed yet is pending. */
interface StoreHealthTable {
  store_id: string;
  /** `shop`, `access`, `events`, `catalog` or `discovery`. */
  aspect: string;
  /** `ok`, `warning`, `failing` or `waiting`. */
  state: string;
  since: string;
  reason: string | null;
  remedy: string | null;
  pending_state: string | null;
  pending_since: string | null;
  /** Last test that a person asked for: changes soon after it are not held back. */
  tested_at: string | null;
}

/** Changes of a store's health that are reported to its merchant. */
interface HealthChangesTable {
  id: string;
  store_id: string;
  aspect: string;
  from_state: string;
  to_state: string;
  /** Begin of the new state, which is earlier than the confirmation at `at`. */
  since: string;
  at: string;
  reason: string | null;
  remedy: string | null;
}

/** Webhooks received, for deduplication, and refused ones, which the merchant sees. */
interface WebhookDeliveriesTable {
  store_id: string;
  /** Hash of the platform's delivery id; a random id for an unverified delivery. */
  delivery_hash: string;
  topic: string;
  received_at: string;
  /** `valid`, `invalid` or `missing`. */
  signature: Generated<string>;
  /** `product_refreshed`, `order_refreshed`, `store_refreshed`, `ignored`, `malformed` or `refused`. */
  effect: Generated<string>;
  /** GID of the product or order. */
  subject: string | null;
  /** Further deliveries with the same id. */
  repeats: Generated<number>;
}

/** Requests of agents in the last windows, counted over all processes. */
interface RateWindowsTable {
  /** Hash: buckets are addresses. */
  bucket: string;
  /** ISO instant. Processes whose clocks differ count in windows of their own. */
  ends_at: string;
  count: number;
}

/** One row for each request of an agent. */
interface RequestLogTable {
  id: string;
  store_id: string;
  at: string;
  /** `rest` or `mcp`. */
  transport: string;
  method: string;
  /** Method and path pattern; for a method of MCP itself, for example `MCP ping`. */
  endpoint: string;
  tool: string | null;
  path: string;
  /** HTTP status; over MCP the one that the error stands for. */
  status: number;
  /** Microseconds. */
  duration_us: number;
  /** Part of it that calls to the shop took; null for calls of versions that did not record it. */
  shop_us: number | null;
  agent: string;
  request_id: string;
  session_id: string | null;
  cart_id: string | null;
  order_id: string | null;
  error: string | null;
  /** JSON: LoggedFacts; null for a call that is outside the rules. */
  facts: string | null;
  /** JSON: LoggedVerdict[]; null where no rule refused, or would have. */
  verdicts: string | null;
}

/** Bytes of the calls that a store has logged in an hour. */
interface LogSizesTable {
  store_id: string;
  /** First 13 characters of an ISO instant. */
  hour: string;
  bytes: number | string;
}

/** Headers and bodies, redacted; apart from the log, whose lists read many rows. */
interface RequestContentsTable {
  /** Id in the log. */
  id: string;
  /** JSON: names and values. */
  request_headers: string;
  request_body: string | null;
  response_body: string | null;
  /** JSON: UpstreamCall[]. */
  upstream_calls: string;
  /** JSON: string[], how wrong arguments of a tool were understood. */
  repairs: Generated<string>;
}

/** All orders of a shop on one day, without canceled and refunded ones. */
interface ShopOrderDaysTable {
  store_id: string;
  /** ISO date. */
  day: string;
  /** Currency of `revenue`; orders in others count in `orders` only. */
  currency: string;
  orders: number;
  /** Minor units. */
  revenue: number | string;
  /** Begin of the reading. */
  read_at: string;
  /** Zone of the day's bounds; null for rows of versions that did not store it. */
  time_zone: string | null;
}

/** Counts that outlive the log. Texts are empty where a kind has none. */
interface DailyCountsTable {
  store_id: string;
  kind: string;
  /** ISO date in the store's time zone of then. */
  day: string;
  agent: string;
  /** Words of a search, a code, the id of a rule, or the GID of a product or variant; empty for other kinds. */
  subject: string;
  /** Reason why a code was rejected, or a rule refused; empty for other kinds. */
  detail: string;
  count: number;
  last_at: string;
}

/** Keys that sign responses and order events; an installation has one set for all stores. */
interface SigningKeysTable {
  /** Thumbprint of the key (RFC 7638). */
  kid: string;
  /** Sequence number: of two processes that rotate at once, one succeeds. */
  number: number;
  /** Sealed PKCS 8, PEM. */
  private_key: string;
  /** JSON: JWK. */
  public_key: string;
  /** Later than its publication, so that cached profiles contain it before its first use. */
  signs_from: string;
  /** Null for the newest; earlier keys stay published for some days. */
  published_until: string | null;
  created_at: string;
}

/** Keys that survive a change of SECRET_KEY. */
interface KeptKeysTable {
  name: string;
  /** Sealed; base64url. */
  secret: string;
}

export interface OperationTables {
  jobs: JobsTable;
  job_queues: JobQueuesTable;
  organization_queues: OrganizationQueuesTable;
  outages: OutagesTable;
  store_health: StoreHealthTable;
  health_changes: HealthChangesTable;
  shop_order_days: ShopOrderDaysTable;
  webhook_deliveries: WebhookDeliveriesTable;
  rate_windows: RateWindowsTable;
  request_log: RequestLogTable;
  request_contents: RequestContentsTable;
  log_sizes: LogSizesTable;
  daily_counts: DailyCountsTable;
  signing_keys: SigningKeysTable;
  installation_keys: KeptKeysTable;
}
