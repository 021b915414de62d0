import { backoffMs } from '../commerce/backoff.ts';
import { HOUR_MS, iso, MINUTE_MS } from '../commerce/time.ts';
import type {
  UnpairNotification,
  UnpairNotifications,
} from '../storage/repositories/unpair-notifications.ts';
import type { SitePairing } from '../store-platforms/pairing.ts';

export interface UnpairNotificationWork {
  unpairNotifications: UnpairNotifications;
  pairing(platform: string): SitePairing;
  now: () => number;
  newId: () => string;
}

const RETRY = { firstMs: MINUTE_MS, maxMs: 12 * HOUR_MS };
const LEASE_MS = 5 * MINUTE_MS;
/** About a week: a site that does not answer until then is gone, and its keys with it. */
const MAX_ATTEMPTS = 20;

/** Sends all due unpair notifications once. Any number of processes may do so at once. */
export async function notifyUnpairedSites(work: UnpairNotificationWork): Promise<void> {
  const now = work.now();
  const due = await work.unpairNotifications.takeDue({
    now: iso(now),
    until: iso(now + LEASE_MS),
    latest: iso(now + RETRY.maxMs + LEASE_MS),
  });
  await Promise.all(due.map((notification) => send(work, notification)));
}

async function send(
  { unpairNotifications, pairing, now, newId }: UnpairNotificationWork,
  { id, platform, credentials, attempts }: UnpairNotification,
): Promise<void> {
  try {
    await pairing(platform).unpair(credentials, { requestId: newId(), fresh: true });
  } catch {
    if (attempts < MAX_ATTEMPTS)
      return unpairNotifications.postpone(id, iso(now() + backoffMs(attempts, RETRY)));
  }
  await unpairNotifications.remove(id);
}
