import { withDeadline } from '../with-deadline.ts';
import type { Fetch, FetchInit } from './guarded-fetch.ts';

export interface WholeAnswer {
  status: number;
  headers: Headers;
  /** At most `maxBytes` of the unpacked body, read as UTF-8 whatever it says of itself. */
  text: string;
  tooLarge: boolean;
}

export interface AnswerLimits {
  /** From the name's look-up to the last byte of the answer. */
  timeoutMs: number;
  maxBytes: number;
  stop?: AbortSignal | undefined;
}

/** Sends a request and reads its answer: the one way in which the service waits for a peer that others have named. */
export function askWhole(
  fetch: Fetch,
  url: string,
  init: Omit<FetchInit, 'signal' | 'redirect'>,
  limits: AnswerLimits,
): Promise<WholeAnswer> {
  return withDeadline(limits, async (signal) => {
    // A redirect could carry credentials to another host: the caller sees the 3xx instead.
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const { status, headers } = response;
    return { status, headers, ...(await readAtMost(response, limits.maxBytes)) };
  });
}

const FIRST_BYTES = 16 * 1024;

/** Copies the chunks into one buffer: kept by themselves, a body of one-byte chunks takes a hundred times its size. */
async function readAtMost({ body, headers }: Response, maxBytes: number) {
  if (Number(headers.get('content-length')) > maxBytes) {
    await body?.cancel();
    return { text: '', tooLarge: true };
  }
  let [held, size] = [new Uint8Array(FIRST_BYTES), 0];
  for await (const chunk of body ?? []) {
    const end = size + chunk.byteLength;
    // Leaving the loop closes the connection.
    if (end > maxBytes) return { text: decoded(held, size), tooLarge: true };
    if (end > held.byteLength) held = grown(held, Math.max(end, 2 * size));
    held.set(chunk, size);
    size = end;
  }
  return { text: decoded(held, size), tooLarge: false };
}

function grown(held: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes);
  larger.set(held);
  return larger;
}

function decoded(held: Uint8Array, size: number): string {
  return new TextDecoder().decode(held.subarray(0, size));
}
