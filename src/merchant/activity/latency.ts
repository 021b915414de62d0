import type { RequestFilter } from '../../storage/repositories/request-log.ts';
import type { MeasuredRequest } from '../../storage/repositories/request-log-rows.ts';
import type { StoreVisit } from '../visit.ts';

/** Milliseconds within which half, 95 % and 99 % of the requests were answered. */
interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

export interface Latency {
  requests: number;
  total: Percentiles;
  /** Time that the shop took for its part; null where no request has it. */
  shop: Percentiles | null;
}

interface LatencyReport {
  /** Null without requests. */
  overall: Latency | null;
  /** The most frequent first. */
  endpoints: (Latency & { endpoint: string })[];
  /** True when older requests match too. */
  isLimited: boolean;
}

/** Bounds the memory and the time for which SQLite blocks the process. */
const MAX_MEASURED = 10_000;

/** Measures the newest requests that match. */
export async function latencyOf(
  { context, store }: StoreVisit<'flushCalls' | 'requestLog'>,
  filter: RequestFilter,
): Promise<LatencyReport> {
  await context.flushCalls();
  const measured = await context.requestLog.durations(store.id, filter, MAX_MEASURED + 1);
  const requests = measured.slice(0, MAX_MEASURED);
  const endpoints = [...Map.groupBy(requests, ({ endpoint }) => endpoint)].map(([endpoint, its]) => ({
    endpoint,
    ...measure(its),
  }));
  return {
    overall: requests.length === 0 ? null : measure(requests),
    endpoints: endpoints.sort(
      (one, other) => other.requests - one.requests || one.endpoint.localeCompare(other.endpoint),
    ),
    isLimited: measured.length > MAX_MEASURED,
  };
}

function measure(requests: readonly MeasuredRequest[]): Latency {
  const shop = requests.flatMap(({ shopUs }) => shopUs ?? []);
  return {
    requests: requests.length,
    total: percentiles(requests.map(({ durationUs }) => durationUs)),
    shop: shop.length === 0 ? null : percentiles(shop),
  };
}

/** By the nearest rank: each is the duration of a request. */
function percentiles(microseconds: readonly number[]): Percentiles {
  const sorted = Float64Array.from(microseconds).sort();
  const rank = (part: number) => (sorted[Math.ceil(part * sorted.length) - 1] ?? 0) / 1000;
  return { p50: rank(0.5), p95: rank(0.95), p99: rank(0.99) };
}
