import { SEND_ALERTS } from '../commerce/job/job-names.ts';
import { hasFeeds } from '../commerce/store/store.ts';
import { SURFACES } from '../feeds/surfaces.ts';
import { getInstant } from '../operations/call/store-context.ts';
import { reportFeeds, type SurfaceReport } from '../operations/catalog/check-feeds.ts';
import { describeGap } from '../operations/catalog/read-feed.ts';
import type { StoreJob } from './job-context.ts';
import { buildFeedSubject } from './send-alerts.ts';

/** Items that a surface may refuse more than the day before without an alert: so many, or this part of all. */
const MAX_MORE = 10;
const MAX_MORE_PART = 0.05;

type Refused = Partial<Record<string, number>>;

/** Counts what the feeds of a store refuse, and alerts its people when it is much more than at the last run. */
export const checkFeeds: StoreJob = async (context, job) => {
  const { store, products, jobs } = context;
  if (!hasFeeds(store) || describeGap(await products.findLastImport(store.id), store) !== undefined)
    return { progress: job.progress };
  const before = (job.progress as { refused?: Refused } | null)?.refused ?? {};
  const reports = await reportFeeds(context);
  for (const report of reports) {
    const last = before[report.surface];
    if (last === undefined || report.refused - last <= countTolerated(report)) continue;
    const { title } = SURFACES[report.surface];
    const day = getInstant(context).slice(0, 10);
    const subject = buildFeedSubject(title, last, report.refused, day);
    await jobs.enqueue({ storeId: store.id, kind: SEND_ALERTS, subject }, getInstant(context));
  }
  const refused: Refused = Object.fromEntries(reports.map(({ surface, refused }) => [surface, refused]));
  return { progress: { refused } };
};

function countTolerated({ accepted, warned, refused }: SurfaceReport): number {
  return Math.max(MAX_MORE, (accepted + warned + refused) * MAX_MORE_PART);
}
