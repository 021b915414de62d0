import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { withTimeout } from '../commerce/with-timeout.ts';
import { metricsOfAll, serveWorkerMetrics } from './worker-metrics.ts';
import { histogram } from './histogram.ts';

/** One request as it was answered. All of it is from short lists of words: never what somebody wrote. */
export interface AnsweredRequest {
  /** The route's pattern; empty where there is none. */
  route: string;
  /** MCP's tool, where one was called. */
  tool: string;
  method: string;
  /** `2xx` and so on; `rpc_error` for an error that MCP says within a 200. */
  status: string;
  /** Of the store; empty where none is concerned. */
  platform: string;
  durationMs: number;
}

/** How the queue stands: what is due, and since when. */
export interface DueJobs {
  kind: string;
  due: number;
  lagSeconds: number;
}

/** What is asked of the service whenever somebody reads the metrics. */
export interface Readings {
  circuits(): readonly { platform: string; condition: string }[];
  /** Connections to the database, by what they do; empty where there is no pool. */
  pool(): Readonly<Record<string, number>>;
  /** Rejects, or is given up, when the database does not answer. */
  dueJobs(): Promise<DueJobs[]>;
}

export type Metrics = ReturnType<typeof createMetrics>;

const REQUEST_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BOUNDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** Everything that is counted. Each figure is this process's own, except the queue's: that is one for all processes. */
export function createMetrics() {
  const registry = new Registry();
  const requests = histogram(registry, {
    name: 'ucp_http_request_duration_seconds',
    help: 'Answered requests, by route pattern, MCP tool, method, status class and platform.',
    labels: ['route', 'tool', 'method', 'status', 'platform'],
    bounds: REQUEST_BOUNDS,
  });
  const upstream = histogram(registry, {
    name: 'ucp_upstream_request_duration_seconds',
    help: 'Calls to platforms as they were sent, retries included, by operation and outcome.',
    labels: ['platform', 'operation', 'outcome'],
    bounds: REQUEST_BOUNDS,
  });
  const jobs = histogram(registry, {
    name: 'ucp_job_duration_seconds',
    help: 'Background tasks that ran, by kind and outcome.',
    labels: ['kind', 'outcome'],
    bounds: JOB_BOUNDS,
  });
  const count = counters(registry);
  let readings: Readings | undefined;
  addGauges(registry, () => readings);
  let reading = false;
  const ofAll = metricsOfAll(registry);
  // Whoever is asked, each tells of itself.
  if (ofAll) collectDefaultMetrics({ register: registry });
  else serveWorkerMetrics();

  return {
    contentType: registry.contentType,
    requestAnswered: (request: AnsweredRequest) =>
      requests(
        [request.route, request.tool, request.method, request.status, request.platform],
        request.durationMs / 1000,
      ),
    upstreamCalled: (platform: string, operation: string, outcome: string, durationMs: number) =>
      upstream([platform, operation, outcome], durationMs / 1000),
    jobRan: (kind: string, outcome: 'done' | 'failed' | 'released', durationMs: number) =>
      jobs([kind, outcome], durationMs / 1000),
    ...count,

    /** Where the gauges read from. */
    readFrom(source: Readings): void {
      readings = source;
    },

    /** In Prometheus' text format, of all workers together. What a process itself uses is watched from the first reading on. */
    async text(): Promise<string> {
      if (!ofAll && !reading) collectDefaultMetrics({ register: registry });
      reading = true;
      return ofAll ? ofAll() : registry.metrics();
    },
  };
}

function counters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const webhooks = counter('ucp_webhook_deliveries_total', 'Deliveries of webhooks, by what came of them.', [
    'result',
  ]);
  const sessions = counter(
    'ucp_session_transitions_total',
    'Checkout sessions that went from one state to another.',
    ['from', 'to'],
  );
  const orders = counter('ucp_order_transitions_total', 'Orders that went from one state to another.', [
    'from',
    'to',
    'payment',
  ]);
  const dropped = counter(
    'ucp_request_log_dropped_total',
    'Calls that were counted, but not kept in the log.',
    [],
  );
  const trouble = counter('ucp_database_failures_total', 'Queries that the database could not answer.', [
    'trouble',
  ]);
  return {
    /** Counts what comes of receiving a delivery; `failed` when nothing does. */
    async webhookDone<Receipt extends string>(receive: () => Promise<Receipt>): Promise<Receipt> {
      try {
        const result = await receive();
        webhooks.inc({ result });
        return result;
      } catch (error) {
        webhooks.inc({ result: 'failed' });
        throw error;
      }
    },
    sessionWent: (from: string, to: string, times = 1) => sessions.inc({ from, to }, times),
    orderWent: (from: string, to: string, payment: string) => orders.inc({ from, to, payment }),
    callDropped: () => dropped.inc(),
    databaseFailed: (what: string) => trouble.inc({ trouble: what }),
  };
}

/** The database is not waited for any longer: who reads the metrics wants to know of everything else all the more. */
const TIMEOUT_MS = 2_000;

interface GaugeOptions {
  name: string;
  help: string;
  labelNames: string[];
  /** How the gauge of one process and those of others make one. */
  aggregator?: 'sum' | 'max';
}

function addGauges(registry: Registry, readings: () => Readings | undefined): void {
  const gauge = (options: GaugeOptions, read: (each: Gauge) => void | Promise<void>) =>
    new Gauge({
      ...options,
      registers: [registry],
      collect() {
        this.reset();
        return read(this);
      },
    });
  gauge(
    {
      name: 'ucp_circuits',
      help: 'Circuits of stores that are in use, by how they stand.',
      labelNames: ['platform', 'condition'],
    },
    (each) => {
      for (const { platform, condition } of readings()?.circuits() ?? []) each.inc({ platform, condition });
    },
  );
  gauge(
    {
      name: 'ucp_database_connections',
      help: 'Connections of the pool to PostgreSQL; waiting: requests for one.',
      labelNames: ['state'],
    },
    (each) => {
      for (const [state, value] of Object.entries(readings()?.pool() ?? {})) each.set({ state }, value);
    },
  );
  const dueJobs = sharedWhileAsked(() =>
    withTimeout(
      { timeoutMs: TIMEOUT_MS, late: () => [] },
      async () => (await readings()?.dueJobs()) ?? [],
    ).catch(() => []),
  );
  gauge(
    {
      name: 'ucp_jobs_due',
      help: 'Tasks that are due and not being done, by kind: the same in every process.',
      labelNames: ['kind'],
      aggregator: 'max',
    },
    async (each) => {
      for (const { kind, due } of await dueJobs()) each.set({ kind }, due);
    },
  );
  gauge(
    {
      name: 'ucp_job_lag_seconds',
      help: 'For how long the longest waiting due task of a kind is due: the same in every process.',
      labelNames: ['kind'],
      aggregator: 'max',
    },
    async (each) => {
      for (const { kind, lagSeconds } of await dueJobs()) each.set({ kind }, lagSeconds);
    },
  );
}

/** Who asks while the answer is under way gets the same. */
function sharedWhileAsked<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<Value> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
