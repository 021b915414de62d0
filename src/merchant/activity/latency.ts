import { z } from 'zod';
import type { RequestFilter } from '../../storage/repositories/activity/request-log.ts';
import type { MeasuredRequest } from '../../storage/repositories/activity/request-log-rows.ts';
import type { DomainOf } from '../to-wire.ts';
import type { StoreVisit } from '../visit.ts';

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

export const latencyAnswer = z.object({
  overall: latencyFigures.nullable().describe('Null without requests.'),
  items: z.array(latencyRow),
  limited: z.boolean().describe('True when only the newest 10,000 of the requests were measured.'),
});

/** Bounds the memory and the time for which SQLite blocks the process. */
const MAX_MEASURED = 10_000;

/** Measures the newest requests that match. */
export async function findLatency(
  { context, store }: StoreVisit<'flushCalls' | 'requestLog'>,
  filter: RequestFilter,
): Promise<DomainOf<typeof latencyAnswer>> {
  await context.flushCalls();
  const measured = await context.requestLog.listDurations(store.id, filter, MAX_MEASURED + 1);
  const requests = measured.slice(0, MAX_MEASURED);
  const items = [...Map.groupBy(requests, ({ endpoint }) => endpoint)].map(([endpoint, its]) => ({
    endpoint,
    ...measure(its),
  }));
  return {
    overall: requests.length === 0 ? null : measure(requests),
    items: items.sort(
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
  const sorted = Float64Array.from(microseconds).sort();
  return (part) => {
    const duration = sorted[Math.ceil(part * sorted.length) - 1];
    return duration === undefined ? null : duration / 1000;
  };
}
