import type { Accounts } from '../storage/repositories/accounts.ts';
import type { Attempts } from '../storage/repositories/attempts.ts';
import type { Carts } from '../storage/repositories/carts.ts';
import type { CheckoutSessions } from '../storage/repositories/checkout-sessions.ts';
import type { IdempotencyRecords } from '../storage/repositories/idempotency-records.ts';
import type { PairingCodes } from '../storage/repositories/pairing-codes.ts';
import type { PairingAttempts } from '../storage/repositories/pairing-attempts.ts';
import type { RateWindows } from '../storage/repositories/rate-windows.ts';
import type { RequestLog } from '../storage/repositories/request-log.ts';
import type { Retention } from '../storage/maintenance/retention.ts';
import type { SigningKeys } from '../storage/repositories/signing-keys.ts';
import type { Jobs } from '../storage/repositories/jobs.ts';
import { RECURRING_JOBS } from './job-kinds.ts';

interface Housekeeping {
  sessions: CheckoutSessions;
  carts: Carts;
  jobs: Jobs;
  retention: Retention;
  pairingCodes: PairingCodes;
  pairingAttempts: PairingAttempts;
  accounts: Accounts;
  attempts: Attempts;
  rateWindows: RateWindows;
  signingKeys: SigningKeys;
  answers: IdempotencyRecords;
  /** How long sessions and carts are kept after their end, where a store does not say otherwise; 0 for ever. */
  retentionDays: number;
  requestLog: RequestLog;
  /** How long calls of agents are kept; 0: not at all. */
  requestLogDays: number;
  now: () => number;
}

const DAY_MS = 24 * 60 * 60_000;
/** No platform sends a delivery again after so long. */
const DELIVERIES_KEPT_DAYS = 7;
/** What an agent may ask for again without its being done again. */
const ANSWERS_KEPT_DAYS = 2;
/** Of one store, however few days these are. */
const MAX_CALLS = 100_000;
const FORGET_INTERVAL_MS = 60 * 60_000;
/** Half an hour, or the hour that a shop may ask for; and a little. */
const MAX_RETRY_MS = 65 * 60_000;
/** Between two readings of a catalog; and a little. */
const MAX_REST_MS = 2 * DAY_MS;

/** One round. Each part may be done by any number of processes at once. */
export function housekeeping(house: Housekeeping): () => Promise<void> {
  let forgottenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = house.now();
    const at = new Date(now).toISOString();
    await house.sessions.failExpired(at);
    await house.carts.cancelExpired(at);
    for (const kind of RECURRING_JOBS) await house.jobs.enqueueForEveryStore(kind, at);
    await house.jobs.recallLate(at, {
      retry: new Date(now + MAX_RETRY_MS).toISOString(),
      regular: new Date(now + MAX_REST_MS).toISOString(),
    });
    if (Math.abs(now - forgottenAt) < FORGET_INTERVAL_MS) return;
    forgottenAt = now;
    await house.accounts.forgetEndedSessions(at);
    await house.attempts.forgetEnded(at);
    await house.rateWindows.forget(now);
    await house.signingKeys.forgetEnded(at);
    await house.answers.forget(new Date(now - ANSWERS_KEPT_DAYS * DAY_MS).toISOString());
    await house.pairingAttempts.forget(new Date(now - FORGET_INTERVAL_MS).toISOString());
    await house.pairingCodes.forget(new Date(now - DAY_MS).toISOString());
    await forget(house, now);
    await house.requestLog.forgetBefore(new Date(now - house.requestLogDays * DAY_MS).toISOString());
    await house.requestLog.trim(MAX_CALLS);
  };
}

async function forget({ retention, retentionDays }: Housekeeping, now: number): Promise<void> {
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString();
  await retention.forgetDeliveries(daysAgo(DELIVERIES_KEPT_DAYS));
  for (const days of await retention.daysInUse()) {
    const kept = days ?? retentionDays;
    if (kept === 0) continue;
    await retention.forgetSessions(daysAgo(kept), days);
    await retention.forgetCarts(daysAgo(kept), days);
  }
}
