import { z } from 'zod';
import type { RequestFilter } from '../../storage/repositories/activity/request-log.ts';
import type { MeasuredRequest } from '../../storage/repositories/activity/request-log-rows.ts';
import type { DomainOf } from '../to-wire.ts';
import type { AtStore } from '../visit.ts';

const milliseconds = z.number().describe('Milliseconds.');
const shopMilliseconds = z
  .number()
  .nullable()
  .describe('Time spent waiting for the shop, in milliseconds. Null: unknown.');
const latencyFigures = z.object({
  requests: z.int(),
  p50_ms: milliseconds,
  p95_ms: milliseconds,
  p99_ms: milliseconds,
  shop_p50_ms: shopMilliseconds,
  shop_p95_ms: shopMilliseconds,
  shop_p99_ms: shopMilliseconds,
});
export const latencyRow = z.object({ endpoint: z.string(), ...latencyFigures.shape });

/** Upper bounds of the distribution, in milliseconds. */
const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

export const latencyAnswer = z.object({
  overall: latencyFigures.nullable().describe('Null without requests.'),
  distribution: z
    .array(
      z.object({
        up_to_ms: milliseconds.nullable().describe('Milliseconds; null for all that took longer.'),
        requests: z.int(),
      }),
    )
    .describe('Requests by the time that they took: more than the bound before, and at most this one.'),
  items: z.array(latencyRow),
  limited: z.boolean().describe('True when only the newest 10,000 of the requests were measured.'),
});

/** Bounds the memory and the time for which SQLite blocks the process. */
const MAX_MEASURED = 10_000;

/** Measures the newest requests that match. */
export async function findLatency({ context, store }: AtStore, filter: RequestFilter) {
  await context.flushCalls();
  const measured = await context.requestLog.listDurations(store.id, filter, MAX_MEASURED + 1);
  const requests = measured.slice(0, MAX_MEASURED);
  const items = [...Map.groupBy(requests, ({ endpoint }) => endpoint)].map(([endpoint, its]) => ({
    endpoint,
    ...measure(its),
  }));
  const counts = Map.groupBy(
    requests,
    ({ durationUs }) => BOUNDS.find((ms) => durationUs <= ms * 1000) ?? null,
  );
  return {
    overall: requests.length === 0 ? null : measure(requests),
    distribution: [...BOUNDS, null].map((upToMs) => ({ upToMs, requests: counts.get(upToMs)?.length ?? 0 })),
    items: items.toSorted(
      (one, other) => other.requests - one.requests || one.endpoint.localeCompare(other.endpoint),
    ),
    limited: measured.length > MAX_MEASURED,
  };
}

function measure(requests: readonly MeasuredRequest[]): DomainOf<typeof latencyFigures> {
  const total = createPercentiles(requests.map(({ durationUs }) => durationUs));
  const shop = createPercentiles(requests.flatMap(({ shopUs }) => shopUs ?? []));
  return {
    requests: requests.length,
    p50Ms: total(0.5) ?? 0,
    p95Ms: total(0.95) ?? 0,
    p99Ms: total(0.99) ?? 0,
    shopP50Ms: shop(0.5),
    shopP95Ms: shop(0.95),
    shopP99Ms: shop(0.99),
  };
}

/** By the nearest rank: each is the duration of a request. Null without any. */
function createPercentiles(microseconds: readonly number[]): (part: number) => number | null {
  const sorted = Float64Array.from(microseconds, (us) => us / 1000).sort();
  return (part) => sorted[Math.ceil(part * sorted.length) - 1] ?? null;
}
