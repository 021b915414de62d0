import { sql } from 'kysely';
import { UNCOUNTED_AGENTS } from '../../commerce/agents.ts';
import { addCounts, type Count } from './daily-counts.ts';
import type { Database } from '../engine/database.ts';
import { forgettingRequests } from '../maintenance/forget-requests.ts';
import { conditions, type RequestFilter } from './request-filter.ts';
import {
  contentsOf,
  fromRow,
  type LoggedRequest,
  type RequestContents,
  writingRequests,
} from './request-log-rows.ts';
import { isSqlite, withoutWaitingForDisk } from '../engine/both-databases.ts';

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
     * How many calls are written at once at best. While SQLite writes, nobody else is answered: a few at a time, in a
     * millisecond or two. PostgreSQL works elsewhere, and each statement is a way to it and back.
     */
    batchSize: isSqlite(database) ? 64 : 400,

    /** Calls and what is counted of them, all or nothing, in one commit. */
    async write(
      requests: readonly (LoggedRequest & RequestContents)[],
      counts: readonly Count[],
    ): Promise<void> {
      if (requests.length + counts.length === 0) return;
      await withoutWaitingForDisk(database, async (connection) => {
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
        .limit(MAX_CALLS_OF_SUBJECT)
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
        .limit(MAX_GROUPS)
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

    /** ISO instants of the last call of an agent that counts; by store id. */
    async lastActivityOf(storeIds: readonly string[]): Promise<Map<string, string>> {
      if (storeIds.length === 0) return new Map();
      const rows = await database
        .selectFrom('daily_counts')
        .select('store_id')
        .select(({ fn }) => fn.max('last_at').as('last_at'))
        .where('store_id', 'in', [...storeIds])
        .where('kind', '=', 'request')
        .where('agent', 'not in', UNCOUNTED_AGENTS)
        .groupBy('store_id')
        .execute();
      return new Map(rows.map(({ store_id, last_at }) => [store_id, last_at]));
    },

    ...forgettingRequests(database),
  };
}

const MAX_CALLS_OF_SUBJECT = 500;
const MAX_GROUPS = 200;
