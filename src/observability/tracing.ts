import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ServiceLog } from './log.ts';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

export interface SpanToBegin {
  name: string;
  kind: keyof typeof KINDS;
  attributes?: Attributes;
  /** A `traceparent` header that came in; without a valid one the parent is the current span. */
  traceparent?: unknown;
}

export interface Span {
  /** Runs `work` as children of this span. */
  within<Result>(work: () => Result): Result;
  /** Header for calls that are made within this span. */
  traceparent: string;
  describe(facts: { name?: string; attributes?: Attributes; failed?: boolean }): void;
  end(): void;
}

export type Tracing = ReturnType<typeof createTracing>;

export interface CollectorOptions {
  /** OTLP over HTTP; `/v1/traces` is added. */
  endpoint: string;
  /** As in OTEL_EXPORTER_OTLP_HEADERS: `name=value,name=value`, percent-encoded. */
  headers: string | undefined;
  serviceName: string;
  version: string;
  log: Pick<ServiceLog, 'warn'>;
}

const EXPORT_DELAY_MS = 2_000;
/** Spans beyond these are dropped while the collector does not answer. */
const MAX_QUEUED_SPANS = 4_096;
const EXPORT_TIMEOUT_MS = 5_000;
const LOG_INTERVAL_MS = 60_000;

/** Traces with OpenTelemetry; registers nothing globally, so that several services can run in one process. */
export function createTracing(options: CollectorOptions) {
  const provider = createProvider(options);
  const tracer = provider.getTracer('ucp-host', options.version);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  function begin({ name, kind, attributes = {}, traceparent }: SpanToBegin): Span {
    const context = current.getStore() ?? ROOT_CONTEXT;
    const parent = propagator.extract(context, { traceparent }, defaultTextMapGetter);
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    const within = trace.setSpan(parent, span);
    const headers = { traceparent: '' };
    propagator.inject(within, headers, defaultTextMapSetter);
    return {
      within: (work) => current.run(within, work),
      traceparent: headers.traceparent,
      describe({ name, attributes, failed }) {
        if (name !== undefined) span.updateName(name);
        if (attributes) span.setAttributes(attributes);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: () => span.end(),
    };
  }

  async function runInSpan<Result>(options: SpanToBegin, work: (span: Span) => Promise<Result>) {
    const span = begin(options);
    try {
      return await span.within(() => work(span));
    } catch (error) {
      span.describe({ failed: true });
      throw error;
    } finally {
      span.end();
    }
  }

  return { begin, runInSpan, close: () => provider.shutdown() };
}

function createProvider(options: CollectorOptions): TracerProvider {
  const { endpoint, headers = '', serviceName, version, log } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter: withLoggedFailures(exporter, log),
    scheduledDelayMillis: EXPORT_DELAY_MS,
    maxQueueSize: MAX_QUEUED_SPANS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [processor],
  });
}

function withLoggedFailures(exporter: SpanExporter, log: CollectorOptions['log']): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error && now - loggedAt >= LOG_INTERVAL_MS) {
          loggedAt = now;
          log.warn({ reason: result.error.message }, 'Traces cannot be sent');
        }
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
