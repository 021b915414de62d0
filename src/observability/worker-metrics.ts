import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Messages of a worker to the primary process, and back. */
interface MetricsRequest {
  metricsWanted: string;
}
interface MetricsResponse {
  metricsId: string;
  text: string;
}

/** Longer than prom-client waits for a worker that does not answer. */
const TIMEOUT_MS = 6_000;

let isServing = false;

/** In the primary process: sums the metrics of all workers whenever a worker asks for them. */
export function serveClusterMetrics(): void {
  if (!cluster.isPrimary || isServing) return;
  isServing = true;
  let all: AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'> | undefined;
  cluster.on('message', (worker: Worker, { metricsWanted: metricsId }: Partial<MetricsRequest>) => {
    if (metricsId === undefined) return;
    all ??= new AggregatorRegistry();
    const respond = (text: string) => {
      if (worker.isConnected()) worker.send({ metricsId, text } satisfies MetricsResponse);
    };
    all.clusterMetrics().then(respond, () => respond(''));
  });
}

/** In a worker: reads the metrics of all workers. Undefined in a process without workers. */
export function createClusterMetrics(registry: Registry): (() => Promise<string>) | undefined {
  if (!cluster.isWorker) return undefined;
  AggregatorRegistry.setRegistries([registry]);
  // The constructor makes this worker answer the primary process.
  new AggregatorRegistry();
  const waiting = new Map<string, (text: string) => void>();
  process.on('message', ({ metricsId, text = '' }: Partial<MetricsResponse>) => {
    if (metricsId !== undefined) waiting.get(metricsId)?.(text);
  });
  return async () => {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(() => resolve(''), TIMEOUT_MS);
    waiting.set(id, resolve);
    process.send?.({ metricsWanted: id } satisfies MetricsRequest);
    const text = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    // The primary process fails while a worker dies: this worker's own metrics are better than none.
    return text === '' ? registry.metrics() : text;
  };
}
