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

/** Body of an answer in parts, each in memory of its own. */
type Blocks = Uint8Array<ArrayBuffer>[];

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
    const { blocks, tooLarge } = await readUpTo(response, limits);
    return { status, headers, text: new TextDecoder().decode(Buffer.concat(blocks)), tooLarge };
  });
}

const BLOCK_BYTES = 64 * 1024;
/** The memory of smaller chunks may be a hundred times their size. */
const MIN_KEPT_BYTES = 16 * 1024;

async function readUpTo({ body, headers }: Response, { maxBytes, partsTimeoutMs }: AnswerLimits) {
  if (maxBytes === 0 || Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel();
    return { blocks: [], tooLarge: true };
  }
  const blocks: Blocks = [];
  let size = 0;
  for await (const chunk of limitToTime(body ?? [], headers, partsTimeoutMs)) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > maxBytes) break;
    append(blocks, chunk);
  }
  return { blocks, tooLarge: size > maxBytes };
}

/** Fills the last block with a chunk and begins further ones, or keeps a large chunk that has its memory for itself. */
function append(blocks: Blocks, chunk: Uint8Array<ArrayBuffer>): void {
  if (chunk.byteLength >= MIN_KEPT_BYTES && isFull(chunk)) {
    blocks.push(chunk);
    return;
  }
  let rest = chunk;
  while (rest.byteLength > 0) {
    const last = blocks.at(-1);
    const block = last && !isFull(last) ? last : new Uint8Array(new ArrayBuffer(BLOCK_BYTES), 0, 0);
    const filled = block.byteLength;
    const longer = new Uint8Array(block.buffer, 0, Math.min(BLOCK_BYTES, filled + rest.byteLength));
    longer.set(rest.subarray(0, longer.byteLength - filled), filled);
    blocks.splice(block === last ? -1 : blocks.length, 1, longer);
    rest = rest.subarray(longer.byteLength - filled);
  }
}

function isFull({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength === buffer.byteLength;
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
