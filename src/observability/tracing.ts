import { AsyncLocalStorage } from 'node:async_hooks';
import {
  newSpanId,
  newTraceId,
  readTraceparent,
  type TracePlace,
  writeTraceparent,
} from './trace-context.ts';

export type Attributes = Readonly<Record<string, string | number>>;

/** OTLP's numbers. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

export interface SpanToBegin {
  name: string;
  kind: keyof typeof SPAN_KINDS;
  attributes?: Attributes;
  /** A `traceparent` that came in from outside; else the span is within the one that is under way. */
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
  /** What is done in `work` is within this span. */
  within<Result>(work: () => Result): Result;
  /** For who is asked on its behalf. */
  traceparent: string;
  end(told?: { name?: string; attributes?: Attributes; failed?: boolean }): void;
}

export interface Tracing {
  begin(wanted: SpanToBegin): Span;
  /** A span around `work`, which fails when it does. */
  span<Result>(wanted: SpanToBegin, work: (span: Span) => Promise<Result>): Promise<Result>;
}

/** Spans in the words of OpenTelemetry; `export` is told of each that ends. */
export function createTracing(exportSpan: (span: EndedSpan) => void): Tracing {
  const underWay = new AsyncLocalStorage<TracePlace>();

  function begin({ name, kind, attributes = {}, traceparent }: SpanToBegin): Span {
    const parent = readTraceparent(traceparent) ?? underWay.getStore();
    const place: TracePlace = {
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      sampled: parent?.sampled ?? true,
    };
    const startedAtMs = performance.timeOrigin + performance.now();
    return {
      within: (work) => underWay.run(place, work),
      traceparent: writeTraceparent(place),
      end(told = {}) {
        if (!place.sampled) return;
        exportSpan({
          name: told.name ?? name,
          kind,
          place,
          parentSpanId: parent?.spanId,
          startedAtMs,
          endedAtMs: performance.timeOrigin + performance.now(),
          attributes: { ...attributes, ...told.attributes },
          failed: told.failed ?? false,
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
