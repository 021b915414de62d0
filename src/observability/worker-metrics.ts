import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** What a worker asks of the process that minds it, and what it is told. */
interface Asked {
  metricsWanted: string;
}
interface Told {
  metricsOfAll: string;
  text: string;
}

/** Longer than prom-client waits for a worker that does not answer. */
const TIMEOUT_MS = 6_000;

let minding = false;

/** In the process that minds workers: puts their figures together for whichever of them is asked. */
export function serveWorkerMetrics(): void {
  if (!cluster.isPrimary || minding) return;
  minding = true;
  let all: AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'> | undefined;
  cluster.on('message', (worker: Worker, message: Partial<Asked>) => {
    const { metricsWanted } = message;
    if (metricsWanted === undefined) return;
    all ??= new AggregatorRegistry();
    const tell = (text: string) => {
      if (worker.isConnected()) worker.send({ metricsOfAll: metricsWanted, text } satisfies Told);
    };
    all.clusterMetrics().then(tell, () => tell(''));
  });
}

/** In a worker: the figures of all workers together. Undefined in a process that stands alone. */
export function metricsOfAll(registry: Registry): (() => Promise<string>) | undefined {
  if (!cluster.isWorker) return undefined;
  AggregatorRegistry.setRegistries([registry]);
  // Answers from now on when the figures of all are put together.
  new AggregatorRegistry();
  const waiting = new Map<string, (text: string) => void>();
  process.on('message', (message: Partial<Told>) => {
    if (message.metricsOfAll !== undefined) waiting.get(message.metricsOfAll)?.(message.text ?? '');
  });
  return async () => {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(() => resolve(''), TIMEOUT_MS);
    waiting.set(id, resolve);
    process.send?.({ metricsWanted: id } satisfies Asked);
    const text = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    // A worker that is just dying does not answer: better some figures than none.
    return text === '' ? registry.metrics() : text;
  };
}
