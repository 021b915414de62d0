import type { Count } from '../counts/daily-counts.ts';
import { REPORT_SEARCHES } from '../job/job-names.ts';
import { UNCOUNTED_AGENTS } from '../policy/agents.ts';
import { HOUR_MS, toIso } from '../time/time.ts';
import type { EventType, SearchFacts, StoreEvent } from './events.ts';

/** Searches that one event lists. */
const MAX_SEARCHES = 50;
/** Calls are counted some seconds after their answer. */
const COUNTED_AFTER_MS = 30_000;

export interface JobsForEvents {
  type: EventType;
  jobs: { storeId: string; kind: string; subject: string; runAt: string }[];
  now: string;
}

/** Reports searches without a result at the end of their hour: one event an hour for each store. */
export function searchReports(counts: readonly Count[]): JobsForEvents {
  const empty = counts.filter(
    (each) => each.kind === 'empty_search' && !UNCOUNTED_AGENTS.includes(each.agent),
  );
  const jobs = empty.map(({ storeId, lastAt }) => {
    const end = (Math.floor(Date.parse(lastAt) / HOUR_MS) + 1) * HOUR_MS;
    return { storeId, kind: REPORT_SEARCHES, subject: toIso(end), runAt: toIso(end + COUNTED_AFTER_MS) };
  });
  return { type: 'search.without_result', jobs, now: empty[0]?.lastAt ?? '' };
}

export function toHourUntil(to: string): Pick<SearchFacts, 'from' | 'to'> {
  return { from: toIso(Date.parse(to) - HOUR_MS), to };
}

/** Event of an hour's searches, the most frequent first; undefined without any. A report that is repeated has the same id. */
export function searchEvent(
  storeId: string,
  { from, to }: Pick<SearchFacts, 'from' | 'to'>,
  searches: SearchFacts['searches'],
): StoreEvent | undefined {
  if (searches.length === 0) return undefined;
  const facts = { from, to, searches: searches.slice(0, MAX_SEARCHES), searchCount: searches.length };
  return {
    id: `msg_searches_${storeId}_${Date.parse(to)}`,
    subject: REPORT_SEARCHES,
    data: { type: 'search.without_result', ...facts },
  };
}
