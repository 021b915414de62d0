import { findWall } from '../commerce/store/checkout-wall.ts';
import { MINUTE_MS } from '../commerce/time/time.ts';
import { getInstant } from '../operations/call/store-context.ts';
import type { AccessReport } from '../operations/store/health.ts';
import { refreshDescription } from '../operations/store/refresh-description.ts';
import type { StoreJob } from './job-context.ts';

/** A problem must show twice before it is reported, and is found solved soon. */
const PROBLEM_CHECK_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * Fails, and thereby begins an outage, when the shop does not answer. The recurring check makes one cheap call; during an outage,
 * or when an agent's call has failed (with a subject), the credentials must prove themselves too.
 */
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
