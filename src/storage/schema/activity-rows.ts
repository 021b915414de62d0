/** One row for each call of an agent. */
interface RequestLogTable {
  id: string;
  store_id: string;
  at: string;
  /** `rest` or `mcp`. */
  transport: string;
  method: string;
  /** Method and path with `{members}`, as the API's table has it; of MCP's own methods `MCP ping`. */
  endpoint: string;
  tool: string | null;
  path: string;
  /** HTTP's, and over MCP the one that the error stands for. */
  status: number;
  /** Microseconds. */
  duration_us: number;
  agent: string;
  request_id: string;
  session_id: string | null;
  cart_id: string | null;
  order_id: string | null;
  error: string | null;
}

/** What was said, redacted before it comes here. */
interface RequestContentsTable {
  /** As in the log. */
  id: string;
  /** JSON: names and values. */
  request_headers: string;
  request_body: string | null;
  response_body: string | null;
  /** JSON: UpstreamCall[]. */
  upstream_calls: string;
}

/** What outlives the log. Texts are empty where a kind has none. */
interface DailyCountsTable {
  store_id: string;
  kind: string;
  /** ISO date, UTC. */
  day: string;
  agent: string;
  /** The words of a search, a discount code. */
  subject: string;
  /** Why a code was rejected. */
  detail: string;
  count: number;
  last_at: string;
}

interface StoreMilestonesTable {
  store_id: string;
  milestone: string;
  at: string;
}

/** Each thing that was learned of an order, written with the order itself. */
interface OrderEventsTable {
  id: string;
  order_id: string;
  at: string;
  status: string;
  payment: string;
  /** `completion`, `read`, `webhook`. */
  learned_by: string;
}

export interface ActivityTables {
  request_log: RequestLogTable;
  request_contents: RequestContentsTable;
  daily_counts: DailyCountsTable;
  store_milestones: StoreMilestonesTable;
  order_events: OrderEventsTable;
}
