import type { UpstreamCall } from '../../commerce/call/caller.ts';
import type { Verified } from '../../commerce/call/known-agent.ts';
import type { LoggedFacts, LoggedVerdict } from '../../commerce/policy/policy-record.ts';
import { big, instant, integer, json, list, money, oneOf, ref, refOfStore, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

/** One row for each request of an agent. */
export const requestLog = declareTable('request_log', {
  id: uuid,
  store_id: ref('stores'),
  at: instant,
  transport: oneOf<'rest' | 'mcp'>(),
  method: text,
  /** Method and path pattern; for a method of MCP itself, for example `MCP ping`. */
  endpoint: text,
  tool: text.optional,
  path: text,
  /** HTTP status; over MCP the status that the error stands for. */
  status: integer,
  /** Microseconds. */
  duration_us: integer,
  /** Part of it that calls to the shop took; null for calls of versions that did not record it. */
  shop_us: integer.optional,
  agent: text,
  /** How the agent proved its identity, and which. */
  agent_verified: json<Verified>().optional,
  request_id: text,
  session_id: text.optional,
  cart_id: text.optional,
  order_id: text.optional,
  error: text.optional,
  /** Null for a call that is outside the rules. */
  facts: json<LoggedFacts>().optional,
  /** Null where no rule refused, or would have. */
  verdicts: list<LoggedVerdict>(),
}).with({
  isDivided: true,
  indexes: {
    age: '(at)',
    cart_id: '(cart_id) where cart_id is not null',
    errors: '(store_id, at) where status >= 400',
    // With what the list filters by: its total reads no row.
    of_store: '(store_id, at, agent, status)',
    order_id: '(order_id) where order_id is not null',
    session_id: '(session_id) where session_id is not null',
  },
});

/** Headers and bodies, redacted; apart from the log, whose lists read many rows. */
export const requestContents = declareTable('request_contents', {
  store_id: ref('stores'),
  /** Id in the log. */
  id: refOfStore('request_log'),
  request_headers: json<Record<string, string>>(),
  request_body: text.optional,
  response_body: text.optional,
  upstream_calls: json<UpstreamCall[]>(),
  /** How wrong arguments of a tool were understood. */
  repairs: json<string[]>().default('[]'),
}).with({ isDivided: true });

/** Bytes of the calls that a store has logged in an hour. */
export const logSizes = declareTable('log_sizes', {
  store_id: ref('stores'),
  /** First 13 characters of an instant. */
  hour: text,
  bytes: big,
}).with({ key: ['store_id', 'hour'], indexes: { hour: '(hour)' } });

/**
 * Requests of agents in the last windows, counted over all processes. They are no `attempts`: each of those is a statement that
 * decides, while requests are admitted in memory and added in batches to windows of the clock.
 */
export const rateWindows = declareTable('rate_windows', {
  /** Hash: buckets are addresses. */
  bucket: text,
  /** Processes whose clocks differ count in windows of their own. */
  ends_at: instant,
  count: integer,
}).with({ key: ['bucket', 'ends_at'], indexes: { age: '(ends_at)' } });

/** Counts that outlive the log. Texts are empty where a kind has none. */
export const dailyCounts = declareTable('daily_counts', {
  store_id: ref('stores'),
  kind: text,
  /** ISO date in the store's time zone of then. */
  day: text,
  agent: text,
  /** Words of a search, a code, the id of a rule, or the GID of a product or variant; empty for other kinds. */
  subject: text,
  /** Reason why a code was rejected, or a rule refused; empty for other kinds. */
  detail: text,
  count: integer,
  last_at: instant,
}).with({ key: ['store_id', 'kind', 'day', 'agent', 'subject', 'detail'], isDivided: true });

/** All orders of a shop on one day, without canceled and refunded ones. */
export const shopOrderDays = declareTable('shop_order_days', {
  store_id: ref('stores'),
  /** ISO date in `time_zone`. */
  day: text,
  /** Currency of `revenue`; orders in others count in `orders` only. */
  currency: text,
  orders: integer,
  /** Minor units. */
  revenue: money,
  /** When the reading began. */
  read_at: instant,
  /** The store's time zone at the reading; null for days of versions that did not store it. */
  time_zone: text.optional,
}).with({ key: ['store_id', 'day'] });
