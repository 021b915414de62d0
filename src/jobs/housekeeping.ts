import { countCarts, countSessions } from '../commerce/counts/forgotten-counts.ts';
import { EXPIRY } from '../commerce/order/events.ts';
import { DAY_MS, HOUR_MS, toIso } from '../commerce/time/time.ts';
import { computeOutdatedWindows } from '../limits/rate-counters.ts';
import type { Repositories } from '../storage/repositories/index.ts';

interface Housekeeping extends Repositories {
  /** Days for which ended sessions and carts are stored, unless a store sets its own; 0: for ever. */
  retentionDays: number;
  /** Days for which calls of agents are stored; 0: none are. */
  requestLogDays: number;
  now: () => number;
}

/** Longer than platforms repeat a delivery. */
const DELIVERY_RETENTION_DAYS = 7;
/** Events that were given up can be sent again for this long. */
const DEAD_LETTER_RETENTION_DAYS = 30;
const IDEMPOTENCY_RETENTION_DAYS = 2;
/** No message of the service expires later. */
const MESSAGE_RETENTION_DAYS = 7;
/** Per store, whatever the retention. */
const MAX_CALLS = 100_000;
/** The longest period that the console counts products in, and a day for time zones behind UTC. */
const PRODUCT_COUNT_DAYS = 91;
/** The longest period of the overview, with the one before. */
const SHOP_ORDER_DAYS = 801;
/** Part of its limit that an organization may log in an hour before it is measured in every round. */
const LOG_PART = 0.01;
const FORGET_INTERVAL_MS = HOUR_MS;
const PAIRING_CODE_RETENTION_DAYS = 1;
const HEALTH_CHANGE_RETENTION_DAYS = 90;

/** Returns one round of housekeeping. Any number of processes may run it at once. */
export function createHousekeeping(house: Housekeeping): () => Promise<void> {
  let forgottenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = house.now();
    const at = toIso(now);
    await house.sessions.failExpired(at, EXPIRY);
    await house.carts.cancelExpired(at);
    await house.requestLog.trimOrganizations(at, LOG_PART);
    if (Math.abs(now - forgottenAt) < FORGET_INTERVAL_MS) return;
    forgottenAt = now;
    await forget(house, now);
  };
}

/** Instants up to which rows that end by themselves are deleted. */
export function computeEndInstants(now: number) {
  const at = toIso(now);
  return {
    account_sessions: at,
    one_time_links: at,
    invitations: at,
    store_transfers: at,
    attempts: at,
    signing_keys: at,
    pairing_codes: toIso(now - PAIRING_CODE_RETENTION_DAYS * DAY_MS),
    health_changes: toIso(now - HEALTH_CHANGE_RETENTION_DAYS * DAY_MS),
  };
}

async function forget(house: Housekeeping, now: number): Promise<void> {
  const { retention, requestLog } = house;
  const toDaysAgo = (days: number) => toIso(now - days * DAY_MS);
  const toDate = (instant: string) => instant.slice(0, 10);
  await retention.forgetEnded(computeEndInstants(now));
  await house.rateWindows.forget(computeOutdatedWindows(now));
  await house.idempotencyRecords.forget(toDaysAgo(IDEMPOTENCY_RETENTION_DAYS));
  const dead = toDaysAgo(DEAD_LETTER_RETENTION_DAYS);
  await house.outbox.forget({ delivered: toDaysAgo(DELIVERY_RETENTION_DAYS), dead });
  await retention.forgetProductCounts(toDate(toDaysAgo(PRODUCT_COUNT_DAYS)));
  await house.shopOrderDays.forgetBefore(toDate(toDaysAgo(SHOP_ORDER_DAYS)));
  await house.serviceMessages.forget(toDaysAgo(MESSAGE_RETENTION_DAYS));
  await retention.forgetDeliveries(toDaysAgo(DELIVERY_RETENTION_DAYS));
  for (const days of await retention.listDaysInUse()) {
    const daysToKeep = days ?? house.retentionDays;
    if (daysToKeep === 0) continue;
    await retention.forgetSessions(toDaysAgo(daysToKeep), days, countSessions);
    await retention.forgetCarts(toDaysAgo(daysToKeep), days, countCarts);
  }
  await requestLog.forgetBefore(toDaysAgo(house.requestLogDays));
  await requestLog.trim(MAX_CALLS);
  await requestLog.trimOrganizations(toIso(0), 1);
}
