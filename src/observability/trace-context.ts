import { randomBytes } from 'node:crypto';

/** Where in a trace something happens: ids in hex, as W3C's Trace Context writes them. */
export interface TracePlace {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Reads a `traceparent`; undefined when it is none. A later version than 00 may say more after what 00 says. */
export function readTraceparent(header: unknown): TracePlace | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
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
