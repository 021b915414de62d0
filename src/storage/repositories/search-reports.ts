import { REPORT_SEARCHES } from '../../commerce/job-names.ts';
import type { SearchFacts, StoreEvent } from '../../commerce/order/events.ts';
import { UNCOUNTED_AGENTS } from '../../commerce/policy/agents.ts';
import { HOUR_MS, iso } from '../../commerce/time.ts';
import type { Database } from '../engine/database.ts';
import type { Sealed } from './bound.ts';
import type { Count } from './daily-counts.ts';
import { enqueueEvents } from './enqueue-events.ts';
import { storesThatWant } from './event-types.ts';
import { enqueueJobs } from './jobs.ts';

export type SearchReports = ReturnType<typeof searchReports>;

/** Searches that one event lists. */
const MAX_SEARCHES = 50;
/** Calls are counted some seconds after their answer. */
const COUNTED_AFTER_MS = 30_000;

/** Enqueues a report at the end of the hour for each store whose endpoints ask for searches without a result: one event an hour. */
export async function scheduleSearchReports(connection: Database, counts: readonly Count[]): Promise<void> {
  const empty = counts.filter(
    ({ kind, agent }) => kind === 'empty_search' && !UNCOUNTED_AGENTS.includes(agent),
  );
  if (empty.length === 0) return;
  const ids = [...new Set(empty.map(({ storeId }) => storeId))];
  const rows = await storesThatWant(connection, 'search.without_result').where('id', 'in', ids).execute();
  const wanting = new Set(rows.map(({ id }) => id));
  const reports = empty
    .filter(({ storeId }) => wanting.has(storeId))
    .map(({ storeId, lastAt }) => {
      const end = (Math.floor(Date.parse(lastAt) / HOUR_MS) + 1) * HOUR_MS;
      return { storeId, kind: REPORT_SEARCHES, subject: iso(end), runAt: iso(end + COUNTED_AFTER_MS) };
    });
  await enqueueJobs(connection, reports, empty[0]?.lastAt ?? '');
}

export function searchReports({ database, sealing }: Sealed) {
  return {
    /** Writes the event of the hour that ends at `to`. Safe to repeat: the event has the same id. */
    async report(storeId: string, to: string, now: string): Promise<void> {
      const from = iso(Date.parse(to) - HOUR_MS);
      await database.transaction().execute(async (connection) => {
        const facts = await searchesBetween(connection, storeId, { from, to });
        if (facts.searchCount === 0) return;
        const event: StoreEvent = {
          id: `msg_searches_${storeId}_${Date.parse(to)}`,
          subject: REPORT_SEARCHES,
          data: { type: 'search.without_result', ...facts },
        };
        await enqueueEvents(connection, sealing, [event], { storeId, now });
      });
    },
  };
}

/** Searches whose last time is in the interval, the most frequent of their day first. */
async function searchesBetween(
  connection: Database,
  storeId: string,
  { from, to }: { from: string; to: string },
): Promise<SearchFacts> {
  const rows = await connection
    .selectFrom('daily_counts')
    .select(['subject'])
    .select(({ fn }) => [fn.sum<number | string>('count').as('count'), fn.max('last_at').as('last_at')])
    .where((row) => row.and({ store_id: storeId, kind: 'empty_search' }))
    .where('agent', 'not in', UNCOUNTED_AGENTS)
    .where('last_at', '>=', from)
    .where('last_at', '<', to)
    .groupBy('subject')
    .orderBy('count', 'desc')
    .orderBy('subject')
    .execute();
  const searches = rows
    .slice(0, MAX_SEARCHES)
    .map(({ subject, count, last_at }) => ({ query: subject, count: Number(count), lastAt: last_at }));
  return { from, to, searches, searchCount: rows.length };
}
