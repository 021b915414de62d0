import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Count } from '../../../commerce/counts/daily-counts.ts';
import type { JobsForEvents } from '../../../commerce/order/search-report.ts';
import { type Tests, UNCOUNTED_AGENTS } from '../../../commerce/policy/agents.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { commitAsynchronously, isSqlite, matchSubstring } from '../../engine/both-databases.ts';
import type { Database, Row } from '../../engine/database.ts';
import { TABLES, type Tables } from '../../tables/tables.ts';
import type { Limited } from '../identity/organization-limits.ts';
import { bindFunctions } from '../rows/bound.ts';
import { deleteInBatches } from '../rows/delete-rows.ts';
import {
  listExamined,
  listPage,
  matchRowsAfter,
  matchRowsWithin,
  type Page,
  type Span,
} from '../rows/row-pages.ts';
import { addCounts } from './daily-counts.ts';
import {
  createRequestWriter,
  forgetSizes,
  type LoggedRequest,
  type RequestContents,
  trimOrganizations,
} from './request-log-rows.ts';
import { enqueueForEvents } from './search-reports.ts';
import { withTests } from './statistics.ts';

export interface RequestFilter extends Span {
  status?: number | undefined;
  statusClass?: '2xx' | '4xx' | '5xx' | undefined;
  endpoint?: string | undefined;
  agent?: string | undefined;
  /** Included when left out. */
  tests?: Tests | undefined;
  /** A part of the path, the error or an id. */
  text?: string | undefined;
}

export type RequestLog = ReturnType<typeof createRequestLogRepository>;

const fromRow = (row: Row<'request_log'>): LoggedRequest => TABLES.request_log.fromRow(row);
const { fromRow: contentsOf } = TABLES.request_contents;

export const createRequestLogRepository = ({ database, limits }: Limited) => ({
  ...bindFunctions({ database, limits }, { trimOrganizations }),
  ...bindFunctions(database, {
    ...{ list, find, listAbout, listDurations, countByHour },
    ...{ listErrors, findLastActivity, forgetBefore, trim },
  }),
  /** Rows for one `write`. SQLite blocks the event loop while it writes, about a millisecond; PostgreSQL costs a round trip. */
  batchSize: isSqlite(database) ? 16 : 400,
  write: requestWriter(database),
});

const selectOfStore = (database: Database, storeId: string, filter: RequestFilter) =>
  database
    .selectFrom('request_log')
    .where('storeId', '=', storeId)
    .where((row) => row.and(buildConditions(row, filter)));

/** Writes requests, their counts and the jobs that report them in one commit. */
function requestWriter(database: Database) {
  const write = createRequestWriter(database);
  return async (
    requests: readonly (LoggedRequest & RequestContents)[],
    counts: readonly Count[],
    reports: JobsForEvents,
  ) => {
    if (requests.length + counts.length === 0) return;
    await commitAsynchronously(database, async (connection) => {
      await write(connection, requests);
      await addCounts(connection, counts);
      await enqueueForEvents(connection, reports);
    });
  };
}

/** Newest first. The index has all that is filtered by, except texts. */
function list(database: Database, storeId: string, filter: RequestFilter, page: Page) {
  const rows = selectOfStore(database, storeId, filter).selectAll();
  if (filter.text === undefined && filter.endpoint === undefined) return listPage(rows, ORDER, page, fromRow);
  const { since, until } = filter;
  const examined = { tables: ['request_log'], storeId, at: 'at', since, until } as const;
  return listExamined(database, examined, page, (isExamined) =>
    listPage(rows.where(isExamined), ORDER, page, fromRow),
  );
}

const ORDER = { by: sql.ref('at') };

const selectWithContents = (database: Database, storeId: string) =>
  database
    .selectFrom('request_log')
    .innerJoin('request_contents', (join) =>
      join
        .onRef('request_contents.storeId', '=', 'request_log.storeId')
        .onRef('request_contents.id', '=', 'request_log.id'),
    )
    .selectAll('request_log')
    .where('request_log.storeId', '=', storeId);

async function find(database: Database, storeId: string, id: string) {
  const row = await selectWithContents(database, storeId)
    .select(['requestHeaders', 'requestBody', 'responseBody', 'upstreamCalls', 'repairs'])
    .where('request_log.id', '=', id)
    .executeTakeFirst();
  return row && { ...fromRow(row), ...contentsOf(row) };
}

/** Lists the requests about one session, cart or order with their upstream calls, oldest first. */
async function listAbout(
  database: Database,
  storeId: string,
  subject: 'sessionId' | 'cartId' | 'orderId',
  id: string,
): Promise<(LoggedRequest & Pick<RequestContents, 'upstreamCalls'>)[]> {
  const rows = await selectWithContents(database, storeId)
    .select('upstreamCalls')
    .where(subject, '=', id)
    .orderBy('at', 'desc')
    .limit(MAX_CALLS_OF_SUBJECT)
    .execute();
  return rows.reverse().map((row) => ({ ...fromRow(row), ...contentsOf(row) }));
}

/** Newest first. */
const listDurations = (database: Database, storeId: string, filter: RequestFilter, limit: number) =>
  selectOfStore(database, storeId, filter)
    .select(['endpoint', 'durationUs', 'shopUs'])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();

/** Counts calls since an instant by the first 13 characters of theirs; hours without calls are left out. */
function countByHour(database: Database, storeId: string, since: string, tests?: Tests) {
  const hour = sql<string>`substr(at, 1, 13)`;
  const countOf = (condition: Expression<SqlBool>) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`;
  return selectOfStore(database, storeId, { since, tests })
    .select(({ fn }) => [hour.as('hour'), fn.countAll<number>().as('requests')])
    .select((row) => [
      countOf(row.and([row('status', '>=', 400), row('status', '<', 500)])).as('rejected'),
      countOf(row('status', '>=', 500)).as('failed'),
    ])
    .groupBy(hour)
    .execute();
}

/** Groups by endpoint and error, the most frequent first. */
const listErrors = (database: Database, storeId: string, tests?: Tests) =>
  selectOfStore(database, storeId, { tests })
    .where('status', '>=', sql.lit(400))
    .select(['endpoint', 'status', 'error'])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max('at').as('lastAt'),
      fn.max('id').as('exampleId'),
    ])
    .groupBy(['endpoint', 'status', 'error'])
    .orderBy('count', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(MAX_GROUPS)
    .execute();

/** Returns by store id the instant of the last request of a counted agent; at a test store, as in its figures, tests count too. */
async function findLastActivity(database: Database, stores: readonly Pick<Store, 'id' | 'sandbox'>[]) {
  if (stores.length === 0) return new Map<string, string>();
  const toIds = (some: typeof stores) => some.map(({ id }) => id);
  const testStores = toIds(stores.filter(({ sandbox }) => sandbox));
  const rows = await database
    .selectFrom('daily_counts')
    .where('kind', '=', 'request')
    .where('storeId', 'in', toIds(stores))
    .select('storeId')
    .select(({ fn }) => fn.max('lastAt').as('lastAt'))
    .where((row) =>
      row.or([
        row('agent', 'not in', UNCOUNTED_AGENTS),
        ...(testStores.length > 0 ? [row('storeId', 'in', testStores)] : []),
      ]),
    )
    .groupBy('storeId')
    .execute();
  return new Map(rows.map(({ storeId, lastAt }) => [storeId, lastAt]));
}

const MAX_CALLS_OF_SUBJECT = 500;
const MAX_GROUPS = 200;

function buildConditions(
  row: ExpressionBuilder<Tables, 'request_log'>,
  { status, statusClass, endpoint, agent, tests, text, ...span }: RequestFilter,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [matchRowsWithin(span, 'at')];
  if (status !== undefined) conditions.push(row('status', '=', status));
  if (statusClass) {
    const from = Number(statusClass[0]) * 100;
    conditions.push(row('status', '>=', sql.lit(from)), row('status', '<', sql.lit(from + 100)));
  }
  if (endpoint !== undefined) conditions.push(row('endpoint', '=', endpoint));
  if (agent !== undefined) conditions.push(row('agent', '=', agent));
  if (tests === 'exclude') conditions.push(withTests(tests));
  if (text !== undefined && text !== '') {
    const ids = ['requestId', 'sessionId', 'cartId', 'orderId', 'id'] as const;
    conditions.push(
      row.or([
        ...ids.map((id) => row(id, '=', text)),
        ...['path', 'error', 'tool', 'verdicts'].map((column) => matchSubstring(sql.ref(column), text)),
      ]),
    );
  }
  return conditions;
}

/** Deleting so many calls blocks SQLite for a few milliseconds. */
const BATCH_SIZE = 50;

/** Deletes in batches, each a commit of its own: after a crash the next sweep continues. Returns the number of deleted rows. */
async function forgetBefore(database: Database, before: string): Promise<number> {
  await database.deleteFrom('log_sizes').where('hour', '<', before.slice(0, 13)).execute();
  return deleteInBatches(database, TABLES.request_log, sql`at < ${before}`, BATCH_SIZE);
}

/** Keeps the newest `max` of each store. Deletes as `forgetBefore` does. */
async function trim(database: Database, max: number): Promise<number> {
  const full = await database
    .selectFrom('request_log')
    .select('storeId')
    .groupBy('storeId')
    .having(({ fn }) => fn.countAll(), '>', max)
    .execute();
  let deleted = 0;
  for (const { storeId } of full) {
    const newest = database
      .selectFrom('request_log')
      .where('storeId', '=', storeId)
      .orderBy('at', 'desc')
      .orderBy('id');
    const lastKept = await newest
      .select(['at as key', 'id'])
      .offset(max - 1)
      .limit(1)
      .executeTakeFirst();
    // Another process has trimmed the log.
    if (!lastKept) continue;
    const old = sql`store_id = ${storeId} and ${matchRowsAfter(lastKept, ORDER)}`;
    deleted += await deleteInBatches(database, TABLES.request_log, old, BATCH_SIZE);
    await forgetSizes(database, storeId);
  }
  return deleted;
}
