import type { StoreEvent } from '../../../commerce/order/events.ts';
import type { JobsForEvents } from '../../../commerce/order/search-report.ts';
import { UNCOUNTED_AGENTS } from '../../../commerce/policy/agents.ts';
import type { Database } from '../../engine/database.ts';
import { enqueueEvents } from '../events/enqueue-events.ts';
import { enqueueJobs } from '../jobs/jobs.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { match } from '../rows/rows.ts';
import { selectStoresThatWant } from '../stores/event-types.ts';

export type SearchReports = ReturnType<typeof createSearchReportRepository>;

/** Enqueues the jobs of stores whose endpoints ask for their events. */
export async function enqueueForEvents(connection: Database, { type, jobs, now }: JobsForEvents) {
  if (jobs.length === 0) return;
  const ids = [...new Set(jobs.map(({ storeId }) => storeId))];
  const rows = await selectStoresThatWant(connection, type).where('id', 'in', ids).execute();
  const wanting = new Set(rows.map(({ id }) => id));
  await enqueueJobs(
    connection,
    jobs.filter(({ storeId }) => wanting.has(storeId)),
    now,
  );
}

/** Instants: from `from` on, before `to`. */
interface Interval {
  from: string;
  to: string;
}

type Searches = Awaited<ReturnType<typeof listSearchesBetween>>;

export const createSearchReportRepository = (context: Sealed) => bindFunctions(context, { report });

/** Writes the event of the searches without a result in an interval, if there is one. Safe to repeat: an event has one id. */
async function report(
  { database, sealing }: Sealed,
  storeId: string,
  interval: Interval,
  now: string,
  eventOf: (storeId: string, interval: Interval, searches: Searches) => StoreEvent | undefined,
): Promise<void> {
  await database.transaction().execute(async (connection) => {
    const event = eventOf(storeId, interval, await listSearchesBetween(connection, storeId, interval));
    if (event) await enqueueEvents(connection, sealing, [event], { storeId, now });
  });
}

/** Searches whose last time is in the interval, the most frequent of their day first. */
const listSearchesBetween = (connection: Database, storeId: string, { from, to }: Interval) =>
  connection
    .selectFrom('daily_counts')
    .select('subject as query')
    .select(({ fn }) => [fn.sum<number>('count').as('count'), fn.max('lastAt').as('lastAt')])
    .where(match({ storeId, kind: 'empty_search' }))
    .where('agent', 'not in', UNCOUNTED_AGENTS)
    .where('lastAt', '>=', from)
    .where('lastAt', '<', to)
    .groupBy('subject')
    .orderBy('count', 'desc')
    .orderBy('subject')
    .execute();
