import { withTimeout } from '../../commerce/time/with-timeout.ts';
import { type ConnectionFailure, toConnectionFailure } from './connection-failure.ts';
import type { FetchInit } from './exchange.ts';
import type { Fetch } from './guarded-fetch.ts';

export interface WholeAnswer {
  status: number;
  headers: Headers;
  /** At most `maxBytes` of the unpacked body, read as UTF-8 whatever charset the answer declares. */
  text: string;
  tooLarge: boolean;
}

export interface AnswerLimits {
  /** Covers everything from the DNS look-up to the last byte of the answer. */
  timeoutMs: number;
  /** 0 reads no body. */
  maxBytes: number;
  /** Parts of a multipart answer that come later than this after its head are left out; absent: all are waited for. */
  partsTimeoutMs?: number | undefined;
  stop?: AbortSignal | undefined;
}

/** Sends a request and reads its whole answer within limits; all requests to addresses named by others go through here. */
export function askWhole(
  fetch: Fetch,
  url: string,
  init: Omit<FetchInit, 'signal' | 'redirect'>,
  limits: AnswerLimits,
): Promise<WholeAnswer> {
  return withTimeout(limits, async (signal) => {
    // A redirect could carry credentials to another host: the caller sees the 3xx instead.
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const { status, headers } = response;
    const { bytes, tooLarge } = await readUpTo(response, limits);
    return { status, headers, text: new TextDecoder().decode(new Uint8Array(bytes)), tooLarge };
  });
}

async function readUpTo({ body, headers }: Response, { maxBytes, partsTimeoutMs }: AnswerLimits) {
  if (maxBytes === 0 || Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel();
    return { bytes: new ArrayBuffer(0), tooLarge: true };
  }
  // Grows in place: the memory of small chunks may be a hundred times their size.
  const bytes = new ArrayBuffer(0, { maxByteLength: maxBytes });
  for await (const chunk of limitToTime(body ?? [], headers, partsTimeoutMs)) {
    const size = bytes.byteLength;
    // Leaving the loop closes the connection.
    if (size + chunk.byteLength > maxBytes) return { bytes, tooLarge: true };
    bytes.resize(size + chunk.byteLength);
    new Uint8Array(bytes).set(chunk, size);
  }
  return { bytes, tooLarge: false };
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

function limitToTime(body: Body | [], headers: Headers, partsTimeoutMs: number | undefined) {
  const isInParts = headers.get('content-type')?.startsWith('multipart/');
  return isInParts && 'getReader' in body ? readChunksUntil(body, partsTimeoutMs) : body;
}

/** Ends when the time has passed, and closes the connection then. */
async function* readChunksUntil(body: Body, timeoutMs: number | undefined) {
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  const timer = timeoutMs === undefined ? undefined : setTimeout(cancel, timeoutMs);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    clearTimeout(timer);
    await cancel();
  }
}

export type Probed =
  | ({ kind: 'answer' } & WholeAnswer)
  | ({ kind: 'failure' } & Pick<ConnectionFailure, 'failure' | 'code'>);

/** Sends one request without following redirects; never throws. */
export type Probe = (
  url: string,
  request?: Pick<FetchInit, 'method' | 'headers' | 'body'>,
) => Promise<Probed>;

const DEFAULT_LIMITS: AnswerLimits = { timeoutMs: 5_000, maxBytes: 256 * 1024 };

export function createProbe(fetch: Fetch, limits: AnswerLimits = DEFAULT_LIMITS): Probe {
  return async (url, request = {}) => {
    try {
      return { kind: 'answer', ...(await askWhole(fetch, url, request, limits)) };
    } catch (error) {
      const { failure, code } = toConnectionFailure(error);
      return { kind: 'failure', failure, code };
    }
  };
}
