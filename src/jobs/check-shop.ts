import { HOUR_MS, MINUTE_MS } from '../commerce/time.ts';
import type { AccessReport } from '../operations/observe-health.ts';
import { refreshDescription } from '../operations/refresh-description.ts';
import { instant } from '../operations/store-context.ts';
import { jitter } from './jitter.ts';
import type { StoreJob } from './job-context.ts';

/** With the minute for which an outage must hold, an outage is reported within five minutes. */
export const SHOP_CHECK_INTERVAL_MS = 3 * MINUTE_MS;
const ACCESS_CHECK_INTERVAL_MS = 6 * HOUR_MS;
/** A problem must show twice before it is reported, and is found solved soon. */
const PROBLEM_CHECK_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * Fails, and thereby begins an outage, when the shop does not answer. The recurring check makes one cheap call; during an outage,
 * or when an agent's call has failed (with a subject), the credentials must prove themselves too.
 */
export const checkShop: StoreJob = async (context, { subject, shopFailures }) => {
  if (subject !== '' || shopFailures > 0) await context.platform.describeStore(context.caller);
  else await refreshDescription(context);
  if (subject !== '') return undefined;
  return { rerunAt: instant(context, jitter(SHOP_CHECK_INTERVAL_MS, context.store.id)) };
};

/** Tries every part of the access, and the shop's domain once agents have found the store there. */
export const checkAccess: StoreJob = async (context, job) => {
  const { platform, caller, store } = context;
  // A shop that is down would fail every part: that is an outage, no lack of access.
  await platform.describeStore(caller);
  const diagnostics = (await platform.checkAccess(caller)).filter(({ level }) => level !== 'ok');
  const before = job.progress as AccessReport | null;
  const domain = await context.checkShopDomain(store, before?.domain?.name ?? null);
  const progress: AccessReport = { checkedAt: instant(context), diagnostics, domain };
  const isFine = diagnostics.every(({ level }) => level !== 'problem') && domain?.ok !== false;
  const interval = isFine ? ACCESS_CHECK_INTERVAL_MS : PROBLEM_CHECK_INTERVAL_MS;
  return { rerunAt: instant(context, jitter(interval, store.id)), progress };
};
