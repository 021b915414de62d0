import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { createSharedRuns } from '../commerce/time/shared-runs.ts';
import { withTimeout } from '../commerce/time/with-timeout.ts';
import type { DueJobs } from '../storage/repositories/jobs/job-queue.ts';

/** An answered request. Each label has few values: never text of a request. */
export interface AnsweredRequest {
  labels: {
    /** Pattern of the route; empty without one. */
    route: string;
    /** MCP's tool; empty when none was called. */
    tool: string;
    method: string;
    /** `2xx` and so on; `rpc_error` for a JSON-RPC error within a 200. */
    status: string;
    /** Platform of the store; empty for requests without a store. */
    platform: string;
  };
  durationMs: number;
}

/** Sources of the gauges, read at each scrape. */
interface Readings {
  circuits(): readonly { platform: string; condition: string }[];
  /** Connections of the database pool, by state; empty without a pool. */
  pool(): Readonly<Record<string, number>>;
  dueJobs(): Promise<DueJobs[]>;
  searchIndexBytes(): number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** All metrics. Figures are of this process, except those of the job queue, which all processes share. */
export function createMetrics() {
  const registry = new Registry();
  const { requests, upstream, jobs } = createHistograms(registry);
  const count = createCounters(registry);
  let readings: Readings | undefined;
  addGauges(registry, () => readings);
  let hasDefaultMetrics = false;
  const ofCluster = createClusterMetrics(registry);
  // Workers collect from their start: another worker may serve the scrape.
  if (ofCluster) addDefaultMetrics(registry);
  else serveClusterMetrics();

  return {
    contentType: registry.contentType,
    requestAnswered: ({ labels, durationMs }: AnsweredRequest) => requests.observe(labels, durationMs / 1000),
    upstreamCalled: (platform: string, operation: string, outcome: string, durationMs: number) =>
      upstream.observe({ platform, operation, outcome }, durationMs / 1000),
    jobRan: (kind: string, outcome: 'done' | 'failed' | 'released', durationMs: number) =>
      jobs.observe({ kind, outcome }, durationMs / 1000),
    ...count,

    readFrom(source: Readings): void {
      readings = source;
    },

    /** Prometheus' text format, summed over all workers. A single process collects its default metrics from the first scrape on. */
    async renderText(): Promise<string> {
      if (ofCluster) return ofCluster();
      if (!hasDefaultMetrics) addDefaultMetrics(registry);
      hasDefaultMetrics = true;
      return registry.metrics();
    },
  };
}

/** Leaves out gauges that are named as counters, which `promtool check metrics` refuses; the same figures exist by type. */
function addDefaultMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const things of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${things}_total`);
}

function createHistograms(registry: Registry) {
  const createHistogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = REQUEST_BUCKETS,
  ) => new Histogram({ name, help, labelNames, buckets, registers: [registry] });
  return {
    requests: createHistogram(
      'ucp_http_request_duration_seconds',
      'Answered requests, by route pattern, MCP tool, method, status class and platform.',
      ['route', 'tool', 'method', 'status', 'platform'],
    ),
    upstream: createHistogram(
      'ucp_upstream_request_duration_seconds',
      'Calls to platforms as they were sent, retries included, by operation and outcome.',
      ['platform', 'operation', 'outcome'],
    ),
    jobs: createHistogram(
      'ucp_job_duration_seconds',
      'Background jobs that ran, by kind and outcome.',
      ['kind', 'outcome'],
      JOB_BUCKETS,
    ),
  };
}

function createCounters(registry: Registry) {
  const count = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const webhooks = count('ucp_webhook_deliveries_total', 'Webhook deliveries, by result.', ['result']);
  // From the start: an alert compares it with 0.
  webhooks.inc({ result: 'taken' }, 0);
  const steps = ['from', 'to'] as const;
  const sessions = count('ucp_session_transitions_total', 'State transitions of checkout sessions.', steps);
  const ofOrders = [...steps, 'payment'] as const;
  const orders = count('ucp_order_transitions_total', 'State transitions of orders.', ofOrders);
  const unlogged = 'Calls of agents that were counted but not logged.';
  const dropped = count('ucp_request_log_dropped_total', unlogged, []);
  const unrecorded = 'Reports of orders that were not recorded because their cart has too many.';
  const droppedOrders = count('ucp_cart_orders_dropped_total', unrecorded, []);
  const unanswered = 'Queries that the database could not answer.';
  const failures = count('ucp_database_failures_total', unanswered, ['reason']);
  return {
    async recordWebhook<Receipt extends string>(receive: () => Promise<Receipt>): Promise<Receipt> {
      try {
        const result = await receive();
        webhooks.inc({ result });
        return result;
      } catch (error) {
        webhooks.inc({ result: 'failed' });
        throw error;
      }
    },
    sessionChanged: (from: string, to: string, times = 1) => sessions.inc({ from, to }, times),
    orderChanged: (from: string, to: string, payment: string) => orders.inc({ from, to, payment }),
    callDropped: () => dropped.inc(),
    cartOrderDropped: () => droppedOrders.inc(),
    databaseFailed: (reason: string) => failures.inc({ reason }),
  };
}

/** A scrape returns all other metrics when the database does not answer in time. */
const DATABASE_TIMEOUT_MS = 2_000;

type Sample = [labels: Record<string, string>, value: number];
type Read = () => Sample[] | Promise<Sample[]>;

function addGauges(registry: Registry, getReadings: () => Readings | undefined): void {
  const add = (
    name: string,
    help: string,
    labelNames: string[],
    read: Read,
    aggregator: Aggregator = 'sum',
  ) =>
    new Gauge({
      ...{ name, help, labelNames, aggregator, registers: [registry] },
      async collect() {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value);
      },
    });
  const share = createSharedRuns<DueJobs[]>();
  const askForJobs = async () => getReadings()?.dueJobs() ?? [];
  const readDueJobs = () =>
    share('due jobs', () => withTimeout({ timeoutMs: DATABASE_TIMEOUT_MS }, askForJobs).catch(() => []));
  add('ucp_circuits', 'Circuit breakers of stores in use, by condition.', ['platform', 'condition'], () =>
    (getReadings()?.circuits() ?? []).map(({ platform, condition }) => [{ platform, condition }, 1]),
  );
  add(
    'ucp_database_connections',
    'Connections of the PostgreSQL pool; waiting: requests for one.',
    ['state'],
    () => Object.entries(getReadings()?.pool() ?? {}).map(([state, count]) => [{ state }, count]),
  );
  add('ucp_search_index_bytes', 'Memory of the search indexes, roughly.', [], () => [
    [{}, getReadings()?.searchIndexBytes() ?? 0],
  ]);
  const addOfJobs = (name: string, figure: string, member: 'due' | 'lagSeconds') => {
    const read = async () => (await readDueJobs()).map((jobs): Sample => [{ kind: jobs.kind }, jobs[member]]);
    add(name, `${figure}, by kind: the same in every process.`, ['kind'], read, 'max');
  };
  addOfJobs('ucp_jobs_due', 'Jobs that are due and not running', 'due');
  addOfJobs('ucp_job_lag_seconds', 'Age of the oldest due job', 'lagSeconds');
}

/** Messages of a worker to the primary process, and back. */
type MetricsRequest = { metricsWanted: string };
type MetricsResponse = { metricsId: string; text: string };

/** Longer than prom-client waits for a worker that does not answer. */
const TIMEOUT_MS = 6_000;

let isServing = false;

/** In the primary process: sums the metrics of all workers whenever a worker asks for them. */
function serveClusterMetrics(): void {
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
function createClusterMetrics(registry: Registry): (() => Promise<string>) | undefined {
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
