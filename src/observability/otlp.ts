import { type Attributes, createTracing, type EndedSpan, SPAN_KINDS, type Tracing } from './tracing.ts';

export interface OtlpOptions {
  /** OTLP over HTTP; `/v1/traces` is added. */
  endpoint: string;
  /** As in OTEL_EXPORTER_OTLP_HEADERS: `name=value,name=value`, percent-encoded. */
  headers: string | undefined;
  serviceName: string;
  version: string;
  log: { warn(details: object, message: string): void };
}

export interface ExportedTracing extends Tracing {
  /** Exports the spans that wait. */
  close(): Promise<void>;
}

const SEND_DELAY_MS = 2_000;
const BATCH_SIZE = 512;
/** Spans beyond these are dropped while the collector does not answer. */
const MAX_WAITING = 4_096;
const TIMEOUT_MS = 5_000;
const LOG_INTERVAL_MS = 60_000;

/** Sends spans in batches to an OpenTelemetry collector, as OTLP's JSON over HTTP. */
export function exportTraces(options: OtlpOptions): ExportedTracing {
  const url = `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  const headers = { 'content-type': 'application/json', ...readHeaders(options.headers) };
  const resource = {
    attributes: written({ 'service.name': options.serviceName, 'service.version': options.version }),
  };
  const waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let loggedAt = Number.NEGATIVE_INFINITY;

  const sendNext = () => {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(sendBatch).catch(logFailure);
    return sending;
  };

  async function sendBatch(): Promise<void> {
    const spans = waiting.splice(0, BATCH_SIZE);
    if (spans.length === 0) return;
    const scopeSpans = [{ scope: { name: 'ucp-host', version: options.version }, spans: spans.map(toOtlp) }];
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  }

  function logFailure(error: unknown): void {
    const now = performance.now();
    if (now - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = now;
    options.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'Traces cannot be sent');
  }

  const tracing = createTracing((span) => {
    if (waiting.length >= MAX_WAITING) return;
    waiting.push(span);
    if (waiting.length === BATCH_SIZE) void sendNext();
    else timer ??= setTimeout(() => void sendNext(), SEND_DELAY_MS).unref();
  });

  return {
    ...tracing,
    async close() {
      for (let left = MAX_WAITING / BATCH_SIZE; waiting.length > 0 && left > 0; left -= 1) await sendNext();
      clearTimeout(timer);
      await sending;
    },
  };
}

function readHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim().toLowerCase(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

/** OTLP's JSON has 64-bit numbers as strings, and ids in hex. */
function toOtlp(span: EndedSpan): object {
  return {
    traceId: span.place.traceId,
    spanId: span.place.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: SPAN_KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAtMs),
    endTimeUnixNano: nanoseconds(span.endedAtMs),
    attributes: written(span.attributes),
    status: span.failed ? { code: 2 } : {},
  };
}

function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000)));
}

function written(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }));
}
