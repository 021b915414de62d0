import { CHECK_ACCESS, CHECK_DOMAIN, CHECK_SHOP, CHECK_SUBSCRIPTIONS } from '../../commerce/job-names.ts';
import {
  type AspectHealth,
  HEALTH_ASPECTS,
  type HealthAspect,
  type HealthChange,
  type HealthState,
  worstOf,
} from '../../commerce/store/health.ts';
import type { Store } from '../../commerce/store/store.ts';
import { MINUTE_MS } from '../../commerce/time.ts';
import { type HealthReading, readHealth, recordHealth } from '../../operations/read-health.ts';
import type { Outage } from '../../storage/repositories/health-facts.ts';
import { type AtStore, mustBeConnected } from '../at-store.ts';
import { type MerchantContext, nowOf } from '../visit.ts';

export interface StoreHealth {
  state: Exclude<HealthState, 'waiting'>;
  /** ISO; begin of the worst aspect's state. Null while the store is healthy. */
  since: string | null;
  aspects: Record<HealthAspect, AspectHealth>;
  /** Last true failure of a shop in an outage. */
  outage: Outage | null;
  /** Last verified webhook, ISO. */
  lastEventAt: string | null;
  /** True while a test that a person asked for is due or running. */
  testing: boolean;
}

type HealthContext = Pick<MerchantContext, 'healthFacts' | 'storeHealth' | 'now'>;

/** Returns the present health by store id; a disconnected store has none. */
export async function healthOf(
  context: HealthContext,
  stores: readonly Pick<Store, 'id'>[],
): Promise<Map<string, StoreHealth>> {
  const now = context.now();
  const ids = stores.map(({ id }) => id);
  const readings = await readHealth(context, ids, now);
  return new Map(readings.map((reading) => [reading.facts.storeId, toHealth(reading, now)]));
}

const MAX_CHANGES = 20;

/** Returns the present health, null for a disconnected store, and its last changes, newest first. */
export async function healthWithChanges(
  context: HealthContext,
  store: Store,
): Promise<{ health: StoreHealth | null; changes: HealthChange[] }> {
  const [health, changes] = await Promise.all([
    healthOf(context, [store]),
    context.storeHealth.changesOf(store.id, MAX_CHANGES),
  ]);
  return { health: health.get(store.id) ?? null, changes };
}

/** Enqueues a test of every aspect, whose results count at once. Safe to repeat. */
export async function testHealth(at: AtStore): Promise<void> {
  mustBeConnected(at);
  const { context, store } = at;
  const now = context.now();
  const { jobs, storeHealth, customDomains } = context;
  await recordHealth(context, await readHealth(context, [store.id], now), now);
  await storeHealth.noteTest(store.id, nowOf(at));
  const domains = await customDomains.ofStore(store.id);
  const checks = [
    { kind: CHECK_SHOP, subject: 'test' },
    { kind: CHECK_ACCESS },
    { kind: CHECK_SUBSCRIPTIONS },
    ...domains.map(({ id }) => ({ kind: CHECK_DOMAIN, subject: id })),
  ];
  for (const check of checks) await jobs.enqueue({ storeId: store.id, isUrgent: true, ...check }, nowOf(at));
  context.wake();
}

function toHealth({ facts, current }: HealthReading, now: number): StoreHealth {
  const state = worstOf(HEALTH_ASPECTS.map((aspect) => current[aspect].state));
  const worst = HEALTH_ASPECTS.map((aspect) => current[aspect]).filter((each) => each.state === state);
  const [since = null] = state === 'ok' ? [] : worst.map((each) => each.since).toSorted();
  return {
    state,
    since,
    aspects: current,
    outage: facts.outage,
    lastEventAt: facts.lastVerifiedEventAt,
    testing: isTesting({ facts, current }, now),
  };
}

const MAX_TEST_MS = 2 * MINUTE_MS;

function isTesting({ facts, current }: Pick<HealthReading, 'facts' | 'current'>, now: number): boolean {
  const { testedAt } = current.shop;
  if (testedAt === null || now - Date.parse(testedAt) > MAX_TEST_MS) return false;
  // After a failed probe the other checks wait for the end of the outage.
  if (facts.outage && facts.outage.failedAt > testedAt) return false;
  return facts.jobs.some(
    ({ kind, running, runAt }) =>
      (kind === CHECK_ACCESS || kind === CHECK_SUBSCRIPTIONS) && (running || Date.parse(runAt) <= now),
  );
}
