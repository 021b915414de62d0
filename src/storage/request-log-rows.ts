import { type Selectable, sql } from 'kysely';
import type { ActivityTables } from './activity-rows.ts';
import type { Database } from './database.ts';
import { jsonRows } from './two-databases.ts';

/** A call of an agent as it is kept: redacted, and its bodies cut. */
export interface LoggedRequest {
  id: string;
  storeId: string;
  /** ISO instant. */
  at: string;
  transport: 'rest' | 'mcp';
  method: string;
  endpoint: string;
  tool: string | null;
  path: string;
  status: number;
  durationUs: number;
  agent: string;
  requestId: string;
  sessionId: string | null;
  cartId: string | null;
  orderId: string | null;
  error: string | null;
}

export interface RequestContents {
  requestHeaders: Record<string, string>;
  requestBody: string | null;
  responseBody: string | null;
  upstreamCalls: { operation: string; status: number | null; durationMs: number }[];
}

/** In two statements, however many they are. Those of stores that are gone are left out. */
export async function writeRequests(
  connection: Database,
  requests: readonly (LoggedRequest & RequestContents)[],
): Promise<void> {
  await insertRows(connection, requests.map(toRow));
  await insertContents(connection, requests.map(toContentsRow));
}

async function insertRows(connection: Database, rows: ReturnType<typeof toRow>[]): Promise<void> {
  await sql`insert into request_log (id, store_id, at, transport, method, endpoint, tool, path, status, duration_us, agent,
      request_id, session_id, cart_id, order_id, error)
    select item.value ->> 'id', item.value ->> 'store_id', item.value ->> 'at', item.value ->> 'transport',
      item.value ->> 'method', item.value ->> 'endpoint', item.value ->> 'tool', item.value ->> 'path',
      cast(item.value ->> 'status' as integer), cast(item.value ->> 'duration_us' as integer), item.value ->> 'agent',
      item.value ->> 'request_id', item.value ->> 'session_id', item.value ->> 'cart_id', item.value ->> 'order_id',
      item.value ->> 'error'
    from ${jsonRows(connection, rows)}
    where exists (select 1 from stores where stores.id = item.value ->> 'store_id')`.execute(connection);
}

async function insertContents(connection: Database, rows: ReturnType<typeof toContentsRow>[]): Promise<void> {
  await sql`insert into request_contents (id, request_headers, request_body, response_body, upstream_calls)
    select item.value ->> 'id', item.value ->> 'request_headers', item.value ->> 'request_body',
      item.value ->> 'response_body', item.value ->> 'upstream_calls'
    from ${jsonRows(connection, rows)}
    where exists (select 1 from request_log where request_log.id = item.value ->> 'id')`.execute(connection);
}

function toRow(request: LoggedRequest) {
  return {
    id: request.id,
    store_id: request.storeId,
    at: request.at,
    transport: request.transport,
    method: request.method,
    endpoint: request.endpoint,
    tool: request.tool,
    path: request.path,
    status: request.status,
    duration_us: request.durationUs,
    agent: request.agent,
    request_id: request.requestId,
    session_id: request.sessionId,
    cart_id: request.cartId,
    order_id: request.orderId,
    error: request.error,
  };
}

function toContentsRow(request: LoggedRequest & RequestContents) {
  return {
    id: request.id,
    request_headers: JSON.stringify(request.requestHeaders),
    request_body: request.requestBody,
    response_body: request.responseBody,
    upstream_calls: JSON.stringify(request.upstreamCalls),
  };
}

export function fromRow(row: Selectable<ActivityTables['request_log']>): LoggedRequest {
  return {
    id: row.id,
    storeId: row.store_id,
    at: row.at,
    transport: row.transport as LoggedRequest['transport'],
    method: row.method,
    endpoint: row.endpoint,
    tool: row.tool,
    path: row.path,
    status: row.status,
    durationUs: row.duration_us,
    agent: row.agent,
    requestId: row.request_id,
    sessionId: row.session_id,
    cartId: row.cart_id,
    orderId: row.order_id,
    error: row.error,
  };
}

export function contentsOf(row: Omit<Selectable<ActivityTables['request_contents']>, 'id'>): RequestContents {
  return {
    requestHeaders: JSON.parse(row.request_headers),
    requestBody: row.request_body,
    responseBody: row.response_body,
    upstreamCalls: JSON.parse(row.upstream_calls),
  };
}
