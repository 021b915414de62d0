import type { SitePairing } from '../store-platforms/pairing.ts';
import type {
  UnpairNotification,
  UnpairNotifications,
} from '../storage/repositories/unpair-notifications.ts';

export interface UnpairNotificationWork {
  unpairNotifications: UnpairNotifications;
  pairing(platform: string): SitePairing;
  now: () => number;
  newId: () => string;
}

const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 12 * 60 * 60_000;
/** Whoever works at it has it for so long. */
const LEASE_MS = 5 * 60_000;
/** About a week: a site that has not answered until then is gone, and its keys with it. */
const MAX_ATTEMPTS = 20;

/** One round: tells sites that they are paired no more. Any number of processes may do so at once. */
export async function notifyUnpairedSites(work: UnpairNotificationWork): Promise<void> {
  const now = work.now();
  const due = await work.unpairNotifications.takeDue({
    now: iso(now),
    until: iso(now + LEASE_MS),
    latest: iso(now + LAST_RETRY_MS + LEASE_MS),
  });
  await Promise.all(due.map((farewell) => tell(work, farewell)));
}

async function tell(
  { unpairNotifications, pairing, now, newId }: UnpairNotificationWork,
  farewell: UnpairNotification,
): Promise<void> {
  try {
    await pairing(farewell.platform).unpair(farewell.credentials, { requestId: newId(), fresh: true });
  } catch {
    if (farewell.attempts < MAX_ATTEMPTS) {
      const wait = Math.min(FIRST_RETRY_MS * 2 ** (farewell.attempts - 1), LAST_RETRY_MS);
      return unpairNotifications.postpone(farewell.id, iso(now() + wait));
    }
  }
  await unpairNotifications.remove(farewell.id);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
