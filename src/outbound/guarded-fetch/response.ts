import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const UNPACKING: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

const WITHOUT_BODY = [204, 205, 304];

/** Bound of compressed bytes: an endless stream can decompress to nothing. */
const MAX_PACKED_BYTES = 10 * 1024 * 1024;

/** Answer that is no readable HTTP. */
export class UnusableAnswer extends Error {
  readonly code = 'UNUSABLE_ANSWER';

  constructor(flaw: string) {
    super(`the answer is ${flaw}`);
    this.name = 'UnusableAnswer';
  }
}

/** The body is decompressed as it is read. Throws UnusableAnswer for an invalid status. */
export function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = incoming;
  if (status < 200 || status > 599) throw new UnusableAnswer(`of status ${status}`);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (WITHOUT_BODY.includes(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  const body = Readable.toWeb(unpackBody(incoming)) as ReadableStream<Uint8Array>;
  return new Response(body, { status, statusText, headers });
}

function unpackBody(incoming: IncomingMessage): Readable {
  const unpack = UNPACKING[incoming.headers['content-encoding']?.trim().toLowerCase() ?? ''];
  // The reader gets the stream's error, so the callback has nothing to do.
  return unpack ? pipeline(incoming, limitPacked, unpack(), () => undefined) : incoming;
}

async function* limitPacked(incoming: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.byteLength;
    if (size > MAX_PACKED_BYTES) throw new UnusableAnswer('packed and too large');
    yield chunk;
  }
}
