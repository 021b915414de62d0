import { withTimeout } from '../../commerce/with-timeout.ts';
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
    return { status, headers, ...(await readUpTo(response, limits)) };
  });
}

const BLOCK_BYTES = 64 * 1024;

/**
 * Collects blocks: one-byte chunks one by one would take a hundred times the memory of the body. Decodes once, since a text that
 * is decoded in parts takes two bytes a character and is copied again when it is first read.
 */
async function readUpTo({ body, headers }: Response, { maxBytes, partsTimeoutMs }: AnswerLimits) {
  if (maxBytes === 0 || Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel();
    return { text: '', tooLarge: true };
  }
  const blocks: Uint8Array[] = [];
  let block = new Uint8Array(BLOCK_BYTES);
  let [filled, size] = [0, 0];
  const closeBlock = () => {
    blocks.push(block.subarray(0, filled));
    block = new Uint8Array(BLOCK_BYTES);
    filled = 0;
  };
  const decode = () => new TextDecoder().decode(Buffer.concat([...blocks, block.subarray(0, filled)]));
  for await (const chunk of inTime(body ?? [], headers, partsTimeoutMs)) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > maxBytes) return { text: decode(), tooLarge: true };
    if (filled + chunk.byteLength > BLOCK_BYTES) closeBlock();
    if (chunk.byteLength > BLOCK_BYTES) blocks.push(chunk);
    else {
      block.set(chunk, filled);
      filled += chunk.byteLength;
    }
  }
  return { text: decode(), tooLarge: false };
}

type Body = ReadableStream<Uint8Array>;

function inTime(body: Body | [], headers: Headers, partsTimeoutMs: number | undefined) {
  const isInParts = headers.get('content-type')?.startsWith('multipart/');
  return isInParts && 'getReader' in body ? chunksUntil(body, partsTimeoutMs) : body;
}

/** Ends when the time has passed, and closes the connection then. */
async function* chunksUntil(body: Body, timeoutMs: number | undefined) {
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
