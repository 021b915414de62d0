import { SEND_ALERTS } from '../commerce/job/job-names.ts';
import { findWall } from '../commerce/store/checkout-wall.ts';
import { hasFeeds } from '../commerce/store/store.ts';
import { toDomainState } from '../commerce/store/store-domain.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../commerce/time/time.ts';
import { SURFACES } from '../feeds/surfaces.ts';
import { getInstant } from '../operations/call/store-context.ts';
import { reportFeeds } from '../operations/catalog/check-feeds.ts';
import { describeGap } from '../operations/catalog/read-feed.ts';
import type { AccessReport } from '../operations/store/health.ts';
import { refreshDescription } from '../operations/store/refresh-description.ts';
import { isLocalAddress } from '../outbound/guarded-fetch/addresses.ts';
import type { JobContext, StoreJob } from './job-kind.ts';
import { tryToRefreshDescription } from './refresh.ts';
import { buildFeedSubject } from './send-alerts.ts';

/** A problem must show twice before it is reported, and is found solved soon. */
const PROBLEM_CHECK_INTERVAL_MS = 5 * MINUTE_MS;

/** Fails, and thereby begins an outage, when the shop does not answer. A suspected outage lets the credentials prove themselves too. */
export const checkShop: StoreJob = async (context, { subject, shopFailures }) => {
  if (subject !== '' || shopFailures > 0) await context.platform.describeStore(context.caller);
  else await refreshDescription(context);
  return undefined;
};

/** Tries every part of the access, records the wall before the checkout for agents, and the shop's domain once agents have found the store there. */
export const checkAccess: StoreJob = async (context, job) => {
  const { platform, caller, store } = context;
  // A shop that is down would fail every part: that is an outage, no lack of access.
  await platform.describeStore(caller);
  const diagnostics = (await platform.checkAccess(caller)).filter(({ level }) => level !== 'ok');
  await context.stores.setCheckoutWall(store, findWall(diagnostics));
  const before = job.progress as AccessReport | null;
  const domain = await context.checkShopDomain(store, before?.domain?.name ?? null);
  const progress: AccessReport = { checkedAt: getInstant(context), diagnostics, domain };
  const isFine = diagnostics.every(({ level }) => level !== 'problem') && domain?.ok !== false;
  return isFine ? { progress } : { progress, everyMs: PROBLEM_CHECK_INTERVAL_MS };
};

/** Subscribes to the shop's webhooks, restores dropped ones, and refreshes the shop's description. */
export const checkSubscriptions: StoreJob = async (context, job) => {
  const address = `${context.baseUrl}/webhooks/${context.store.slug}`;
  await tryToRefreshDescription(context);
  const store = context.store.slug;
  if (!canReach(context)) {
    const skipped = `The store cannot reach ${context.baseUrl}: set BASE_URL to the service's public address.`;
    const before = (job.progress as { skipped?: string } | null)?.skipped;
    if (before !== skipped) context.log({ store }, `No events are asked for. ${skipped}`);
    return { progress: { skipped, checkedAt: getInstant(context) } };
  }
  const secret = await context.webhookSecret();
  const report = await context.platform.subscribe({ address, secret }, context.caller);
  const { repaired: topics } = report;
  if (topics.length > 0) context.log({ store, topics }, 'Subscriptions were restored');
  return { progress: { address, ...report, checkedAt: getInstant(context) } };
};

/** False for a shop on the internet when this service has a local address. */
function canReach({ store, baseUrl }: JobContext): boolean {
  const isLocal = (address: string) => isLocalAddress(URL.parse(address)?.hostname ?? '');
  return (
    store.sandbox || !isLocal(baseUrl) || store.description.hosts.every((host) => isLocal(`http://${host}`))
  );
}

/** Interval after a merchant has changed the record or the address, while DNS propagates. */
const FRESH_INTERVAL_MS = 15 * MINUTE_MS;
const CHECK_INTERVAL_MS = 6 * HOUR_MS;
const FRESH_DURATION_MS = 3 * DAY_MS;

/** Subject: the domain's id. A domain without proof for some days is checked only on its merchant's request. */
export const checkDomain: StoreJob = async (context, { subject }) => {
  const domain = await context.checkCustomDomain(context.store, subject);
  if (!domain) return undefined;
  const state = toDomainState(domain);
  const { createdAt, verifiedAt, lostAt } = domain;
  const changedAt = Math.max(...[createdAt, verifiedAt, lostAt].map((at) => Date.parse(at ?? createdAt)));
  const isFresh = context.now() - changedAt < FRESH_DURATION_MS;
  const isSettled = state === 'live' || state === 'proof_missing';
  if (isFresh && !isSettled) return { rerunAt: getInstant(context, FRESH_INTERVAL_MS) };
  return isSettled || state === 'verified' ? { rerunAt: getInstant(context, CHECK_INTERVAL_MS) } : undefined;
};

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
    const { surface, accepted, warned, refused } = report;
    const last = before[surface];
    const tolerated = Math.max(MAX_MORE, (accepted + warned + refused) * MAX_MORE_PART);
    if (last === undefined || refused - last <= tolerated) continue;
    const now = getInstant(context);
    const subject = buildFeedSubject(SURFACES[surface].title, last, refused, now.slice(0, 10));
    await jobs.enqueue({ storeId: store.id, kind: SEND_ALERTS, subject }, now);
  }
  const refused: Refused = Object.fromEntries(reports.map(({ surface, refused }) => [surface, refused]));
  return { progress: { refused } };
};
