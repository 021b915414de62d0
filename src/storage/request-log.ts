import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { PLAYGROUND_AGENT } from '../commerce/agents.ts';
import type { ActivityTables } from './activity-rows.ts';
import type { Database } from './database.ts';
import {
  contentsOf,
  fromRow,
  type LoggedRequest,
  type RequestContents,
  writingRequests,
} from './request-log-rows.ts';
import { addCounts, type Count } from './statistics.ts';
import type { Tables } from './tables.ts';
import { isSqlite } from './two-databases.ts';

export interface RequestFilter {
  statusClass?: '2xx' | '4xx' | '5xx';
  endpoint?: string;
  agent?: string;
  /** A part of the path, the error or an id. */
  text?: string;
}

export type RequestLog = ReturnType<typeof requestLog>;

export function requestLog(database: Database) {
  const write = writingRequests(database);
  const ofStore = (storeId: string, filter: RequestFilter) =>
    database
      .selectFrom('request_log')
      .where('store_id', '=', storeId)
      .where((row) => row.and(conditions(row, filter)));

  return {
    /**
     * How many calls are written at once at best. While SQLite writes, nobody else is answered: a few at a time, in about a
     * millisecond. PostgreSQL works elsewhere, and each statement is a way to it and back.
     */
    atOnce: isSqlite(database) ? 32 : 400,

    /** Calls and what is counted of them, all or nothing, in one commit. */
    async write(
      requests: readonly (LoggedRequest & RequestContents)[],
      counts: readonly Count[],
    ): Promise<void> {
      if (requests.length + counts.length === 0) return;
      await database.transaction().execute(async (connection) => {
        await write(connection, requests);
        await addCounts(connection, counts);
      });
    },

    /** Newest first. */
    async list(
      storeId: string,
      filter: RequestFilter,
      page: { limit: number; offset: number },
    ): Promise<{ items: LoggedRequest[]; total: number }> {
      const rows = await ofStore(storeId, filter)
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      const counted = await ofStore(storeId, filter)
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      return { items: rows.map(fromRow), total: Number(counted.total) };
    },

    async find(storeId: string, id: string): Promise<(LoggedRequest & RequestContents) | undefined> {
      const row = await database
        .selectFrom('request_log')
        .innerJoin('request_contents', 'request_contents.id', 'request_log.id')
        .selectAll('request_log')
        .select(['request_headers', 'request_body', 'response_body', 'upstream_calls'])
        .where('store_id', '=', storeId)
        .where('request_log.id', '=', id)
        .executeTakeFirst();
      return row && { ...fromRow(row), ...contentsOf(row) };
    },

    /** What was asked about one session, cart or order, oldest first, with the calls that it took. */
    async about(
      storeId: string,
      subject: 'session_id' | 'cart_id' | 'order_id',
      id: string,
    ): Promise<(LoggedRequest & Pick<RequestContents, 'upstreamCalls'>)[]> {
      const rows = await database
        .selectFrom('request_log')
        .innerJoin('request_contents', 'request_contents.id', 'request_log.id')
        .selectAll('request_log')
        .select('upstream_calls')
        .where('store_id', '=', storeId)
        .where(subject, '=', id)
        .orderBy('at', 'desc')
        .limit(MOST_ABOUT_ONE)
        .execute();
      return rows
        .reverse()
        .map((row) => ({ ...fromRow(row), upstreamCalls: JSON.parse(row.upstream_calls) }));
    },

    /** The same error of the same endpoint is one, the most frequent first. */
    async errors(storeId: string) {
      const rows = await database
        .selectFrom('request_log')
        .select(['endpoint', 'status', 'error'])
        .select(({ fn }) => [
          fn.countAll().as('count'),
          fn.max('at').as('last_at'),
          fn.max('id').as('example_id'),
        ])
        .where('store_id', '=', storeId)
        .where('status', '>=', sql.lit(400))
        .groupBy(['endpoint', 'status', 'error'])
        .orderBy('count', 'desc')
        .orderBy('last_at', 'desc')
        .limit(MOST_GROUPS)
        .execute();
      return rows.map(({ endpoint, status, error, count, last_at, example_id }) => ({
        endpoint,
        status,
        error,
        count: Number(count),
        lastAt: last_at,
        exampleId: example_id,
      }));
    },

    /** ISO instants of the last call of an agent, the playground's apart; by store id. */
    async lastActivityOf(storeIds: readonly string[]): Promise<Map<string, string>> {
      if (storeIds.length === 0) return new Map();
      const rows = await database
        .selectFrom('daily_counts')
        .select('store_id')
        .select(({ fn }) => fn.max('last_at').as('last_at'))
        .where('store_id', 'in', [...storeIds])
        .where('kind', '=', 'request')
        .where('agent', '<>', PLAYGROUND_AGENT)
        .groupBy('store_id')
        .execute();
      return new Map(rows.map(({ store_id, last_at }) => [store_id, last_at]));
    },

    /** Returns how many went. */
    forgetBefore: (before: string): Promise<number> =>
      inPieces(() =>
        forget(
          database,
          database.selectFrom('request_log').select('id').where('at', '<', before).limit(FORGOTTEN_AT_ONCE),
        ),
      ),

    /** Of each store the newest `most` stay. Returns how many went. */
    async trim(most: number): Promise<number> {
      const full = await database
        .selectFrom('request_log')
        .select('store_id')
        .groupBy('store_id')
        .having(({ fn }) => fn.countAll(), '>', most)
        .execute();
      let gone = 0;
      for (const { store_id } of full) {
        gone += await inPieces(() => {
          const old = database
            .selectFrom('request_log')
            .select('id')
            .where('store_id', '=', store_id)
            .orderBy('at', 'desc')
            .orderBy('id')
            .offset(most)
            .limit(FORGOTTEN_AT_ONCE);
          return forget(database, old);
        });
      }
      return gone;
    },
  };
}

const MOST_ABOUT_ONE = 500;
const MOST_GROUPS = 200;
const FORGOTTEN_AT_ONCE = 500;

async function inPieces(deleteSome: () => Promise<number>): Promise<number> {
  let gone = 0;
  for (let piece = FORGOTTEN_AT_ONCE; piece >= FORGOTTEN_AT_ONCE; gone += piece) piece = await deleteSome();
  return gone;
}

async function forget(
  database: Database,
  old: SelectQueryBuilder<Tables, 'request_log', { id: string }>,
): Promise<number> {
  const result = await database.deleteFrom('request_log').where('id', 'in', old).executeTakeFirst();
  return Number(result.numDeletedRows);
}

function conditions(
  row: ExpressionBuilder<ActivityTables, 'request_log'>,
  { statusClass, endpoint, agent, text }: RequestFilter,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (statusClass) {
    const from = Number(statusClass[0]) * 100;
    conditions.push(row('status', '>=', from), row('status', '<', from + 100));
  }
  if (endpoint !== undefined) conditions.push(row('endpoint', '=', endpoint));
  if (agent !== undefined) conditions.push(row('agent', '=', agent));
  if (text !== undefined && text !== '') {
    const ids = ['request_id', 'session_id', 'cart_id', 'order_id', 'id'] as const;
    conditions.push(
      row.or([
        ...ids.map((id) => row(id, '=', text)),
        ...(['path', 'error', 'tool'] as const).map((column) => contains(row.ref(column), text)),
      ]),
    );
  }
  return conditions;
}

/** Without case for ASCII, as both databases can; what a merchant types means itself. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
