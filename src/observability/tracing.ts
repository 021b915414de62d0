import { AsyncLocalStorage } from 'node:async_hooks';
import {
  newSpanId,
  newTraceId,
  readTraceparent,
  type TracePlace,
  writeTraceparent,
} from './trace-context.ts';

export type Attributes = Readonly<Record<string, string | number>>;

/** Numbers of OTLP. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

export interface SpanToBegin {
  name: string;
  kind: keyof typeof SPAN_KINDS;
  attributes?: Attributes;
  /** A `traceparent` header that came in; without a valid one the parent is the current span. */
  traceparent?: unknown;
}

export interface EndedSpan {
  name: string;
  kind: keyof typeof SPAN_KINDS;
  place: TracePlace;
  parentSpanId: string | undefined;
  startedAtMs: number;
  endedAtMs: number;
  attributes: Attributes;
  failed: boolean;
}

export interface Span {
  /** Runs `work` as children of this span. */
  within<Result>(work: () => Result): Result;
  /** Header for calls that are made within this span. */
  traceparent: string;
  end(ended?: { name?: string; attributes?: Attributes; failed?: boolean }): void;
}

export interface Tracing {
  begin(wanted: SpanToBegin): Span;
  /** Runs `work` in a span, which fails when `work` does. */
  span<Result>(wanted: SpanToBegin, work: (span: Span) => Promise<Result>): Promise<Result>;
}

/** Creates spans as OpenTelemetry defines them; `exportSpan` gets each that ends. */
export function createTracing(exportSpan: (span: EndedSpan) => void): Tracing {
  const current = new AsyncLocalStorage<TracePlace>();

  function begin({ name, kind, attributes = {}, traceparent }: SpanToBegin): Span {
    const parent = readTraceparent(traceparent) ?? current.getStore();
    const place: TracePlace = {
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      sampled: parent?.sampled ?? true,
    };
    const startedAtMs = performance.timeOrigin + performance.now();
    return {
      within: (work) => current.run(place, work),
      traceparent: writeTraceparent(place),
      end(ended = {}) {
        if (!place.sampled) return;
        exportSpan({
          name: ended.name ?? name,
          kind,
          place,
          parentSpanId: parent?.spanId,
          startedAtMs,
          endedAtMs: performance.timeOrigin + performance.now(),
          attributes: { ...attributes, ...ended.attributes },
          failed: ended.failed ?? false,
        });
      },
    };
  }

  async function span<Result>(wanted: SpanToBegin, work: (span: Span) => Promise<Result>): Promise<Result> {
    const begun = begin(wanted);
    try {
      const result = await begun.within(() => work(begun));
      begun.end();
      return result;
    } catch (error) {
      begun.end({ failed: true });
      throw error;
    }
  }

  return { begin, span };
}
