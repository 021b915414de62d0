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
    return { status, headers, ...(await readUpTo(response, limits.maxBytes)) };
  });
}

const BLOCK_BYTES = 64 * 1024;

/**
 * Collects blocks: one-byte chunks one by one would take a hundred times the memory of the body. Decodes once, since a text that
 * is decoded in parts takes two bytes a character and is copied again when it is first read.
 */
async function readUpTo({ body, headers }: Response, maxBytes: number) {
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
  for await (const chunk of body ?? []) {
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
