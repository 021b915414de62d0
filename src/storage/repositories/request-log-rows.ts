import { sql } from 'kysely';
import type { LoggedFacts, LoggedVerdict } from '../../commerce/policy/policy-record.ts';
import { type InDomain, inDomain } from '../../commerce/text/snake-case.ts';
import type { Database, Row } from '../engine/database.ts';
import { preparedRows } from '../engine/prepared.ts';

/** Request of an agent, redacted. */
export interface LoggedRequest
  extends Omit<InDomain<Row<'request_log'>>, 'transport' | 'facts' | 'verdicts'> {
  transport: 'rest' | 'mcp';
  /** Null for a call that is outside the rules. */
  facts: LoggedFacts | null;
  /** Rules that refused the call, or would have. */
  verdicts: LoggedVerdict[];
}

export type MeasuredRequest = Pick<LoggedRequest, 'endpoint' | 'durationUs' | 'shopUs'>;

export interface RequestContents {
  requestHeaders: Record<string, string>;
  requestBody: string | null;
  responseBody: string | null;
  upstreamCalls: { operation: string; status: number | null; durationMs: number }[];
  /** How wrong arguments of a tool were understood. */
  repairs: string[];
}

/** Skips requests of erased stores. */
export function writingRequests(database: Database) {
  const insertRows = preparedRows(database, 'request_log');
  const insertContents = preparedRows(database, 'request_contents');
  return async (
    connection: Database,
    requests: readonly (LoggedRequest & RequestContents)[],
  ): Promise<void> => {
    const stores = await existingStores(connection, new Set(requests.map(({ storeId }) => storeId)));
    const written = requests.filter(({ storeId }) => stores.has(storeId));
    await insertRows(connection, written.map(toRow));
    await insertContents(connection, written.map(toContentsRow));
    await addLogSizes(connection, written);
  };
}

/** Adds the bytes of calls to those of their store and hour; sorted, so that concurrent processes cannot deadlock. */
async function addLogSizes(
  connection: Database,
  requests: readonly (LoggedRequest & RequestContents)[],
): Promise<void> {
  const sizes = new Map<string, { store_id: string; hour: string; bytes: number }>();
  for (const request of requests) {
    const { storeId: store_id, at } = request;
    const hour = at.slice(0, 13);
    const size = sizes.get(`${store_id} ${hour}`) ?? { store_id, hour, bytes: 0 };
    size.bytes += Buffer.byteLength(JSON.stringify(request));
    sizes.set(`${store_id} ${hour}`, size);
  }
  const rows = [...sizes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, size]) => size);
  if (rows.length === 0) return;
  await connection
    .insertInto('log_sizes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'hour']).doUpdateSet({
        bytes: sql<number>`log_sizes.bytes + excluded.bytes`,
      }),
    )
    .execute();
}

async function existingStores(connection: Database, storeIds: Set<string>): Promise<Set<string>> {
  if (storeIds.size === 0) return storeIds;
  const rows = await connection
    .selectFrom('stores')
    .select('id')
    .where('id', 'in', [...storeIds])
    .execute();
  return new Set(rows.map(({ id }) => id));
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
    shop_us: request.shopUs,
    agent: request.agent,
    request_id: request.requestId,
    session_id: request.sessionId,
    cart_id: request.cartId,
    order_id: request.orderId,
    error: request.error,
    facts: request.facts && JSON.stringify(request.facts),
    verdicts: request.verdicts.length > 0 ? JSON.stringify(request.verdicts) : null,
  };
}

function toContentsRow(request: LoggedRequest & RequestContents) {
  return {
    id: request.id,
    request_headers: JSON.stringify(request.requestHeaders),
    request_body: request.requestBody,
    response_body: request.responseBody,
    upstream_calls: JSON.stringify(request.upstreamCalls),
    repairs: JSON.stringify(request.repairs),
  };
}

export function fromRow(row: Row<'request_log'>): LoggedRequest {
  return {
    ...inDomain(row),
    transport: row.transport as LoggedRequest['transport'],
    facts: row.facts === null ? null : JSON.parse(row.facts),
    verdicts: row.verdicts === null ? [] : JSON.parse(row.verdicts),
  };
}

export function contentsOf(row: Omit<Row<'request_contents'>, 'id'>): RequestContents {
  return {
    requestHeaders: JSON.parse(row.request_headers),
    requestBody: row.request_body,
    responseBody: row.response_body,
    upstreamCalls: JSON.parse(row.upstream_calls),
    repairs: JSON.parse(row.repairs),
  };
}
