import { randomBytes } from 'node:crypto';

/** Ids of a span in hex, as in W3C's Trace Context. */
export interface TracePlace {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ALL_ZERO = /^0+$/;

/** Parses a `traceparent`; undefined when it is malformed. Versions after 00 may append members. */
export function readTraceparent(header: unknown): TracePlace | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceparent({ traceId, spanId, sampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}
