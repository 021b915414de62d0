import { computeBackoffMs } from '../time/backoff.ts';
import { MINUTE_MS, toIso } from '../time/time.ts';

/** `maxMs`: also the bound of the time until a recovered shop without webhooks is found. */
const RETRY = { firstMs: 2_000, maxMs: 5 * MINUTE_MS };
/** Minimum pause after a failure before a webhook brings the next probe forward. */
const SIGN_OF_LIFE_AFTER_MS = 30_000;
/** Above the longest Retry-After: a longer hold was set by a wrong clock. */
const MAX_HOLD_MS = 65 * MINUTE_MS;

/** Instant of the next probe of a shop or an agent platform's host after failures in a row. `askedMs`: its Retry-After. */
export function nextProbe(failures: number, now: string, askedMs = 0): string {
  return toIso(Date.parse(now) + computeBackoffMs(failures, RETRY, askedMs));
}

/** True while an outage admits no caller: until the next probe. */
export function isHeld(heldUntil: string, now: string): boolean {
  return heldUntil > now && Date.parse(heldUntil) - Date.parse(now) <= MAX_HOLD_MS;
}

/** Earliest instant of a probe after a sign of life, by the instant of the last failure. */
export function probeAfterSign(failedAt: string, now: string): string {
  const soonest = toIso(Date.parse(failedAt) + SIGN_OF_LIFE_AFTER_MS);
  return soonest > now ? soonest : now;
}
