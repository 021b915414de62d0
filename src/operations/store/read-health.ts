import { randomUUID } from 'node:crypto';
import { HEALTH_REPORTS } from '../../commerce/order/events.ts';
import {
  type AspectHealth,
  HEALTH_ASPECTS,
  type HealthAspect,
  isSameHealth,
  nextHealth,
  toReportedChange,
  toUnknownHealth,
} from '../../commerce/store/health.ts';
import { HOUR_MS, toIso } from '../../commerce/time/time.ts';
import type { HealthFacts, HealthFactsReader } from '../../storage/repositories/stores/health-facts.ts';
import type { HealthByAspect, StoreHealthRows } from '../../storage/repositories/stores/store-health.ts';
import { HEALTH_JOBS, observeHealth } from './observe-health.ts';

export interface HealthReading {
  facts: HealthFacts;
  /** As recorded by the last round. */
  recorded: HealthByAspect;
  /** As of now: correct also while no process runs background work. */
  current: Record<HealthAspect, AspectHealth>;
}

export interface HealthRepositories {
  healthFacts: HealthFactsReader;
  storeHealth: StoreHealthRows;
}

/** Time in which deliveries with a wrong signature are counted. */
const UNVERIFIED_SPAN_MS = HOUR_MS;

/** Reads the health of the connected ones of these stores, and writes nothing. */
export async function readHealth(
  { healthFacts, storeHealth }: HealthRepositories,
  storeIds: readonly string[],
  now: number,
): Promise<HealthReading[]> {
  const [facts, recorded] = await Promise.all([
    healthFacts.listOfStores(storeIds, HEALTH_JOBS, toIso(now - UNVERIFIED_SPAN_MS)),
    storeHealth.findRecorded(storeIds),
  ]);
  return facts.map((each) => toHealthReading(each, recorded.get(each.storeId) ?? {}, now));
}

function toHealthReading(facts: HealthFacts, recorded: HealthByAspect, now: number): HealthReading {
  const observed = observeHealth(facts, now);
  const computeCurrent = (aspect: HealthAspect) =>
    nextHealth(recorded[aspect] ?? toUnknownHealth(facts.connectedAt), observed[aspect], toIso(now));
  const entries = HEALTH_ASPECTS.map((aspect) => [aspect, computeCurrent(aspect)]);
  return { facts, recorded, current: Object.fromEntries(entries) as HealthReading['current'] };
}

/** Records what has changed. Any number of processes may do so at once: each change is recorded by one of them. */
export async function recordHealth(
  { storeHealth }: Pick<HealthRepositories, 'storeHealth'>,
  readings: readonly HealthReading[],
  now: number,
): Promise<void> {
  const at = toIso(now);
  const steps = readings.flatMap(({ facts: { storeId }, recorded, current }) =>
    HEALTH_ASPECTS.flatMap((aspect) => {
      const step = { storeId, aspect, before: recorded[aspect], next: current[aspect] };
      if (step.before && isSameHealth(step.before, step.next)) return [];
      return { ...step, change: toReportedChange({ ...step, id: randomUUID(), at }) };
    }),
  );
  await storeHealth.advance(steps, HEALTH_REPORTS);
}
