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

/** What has begun to arrive as `fetch` shows it: unpacked as it is read. Throws for a status that is none. */
export function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (WITHOUT_BODY.includes(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  const body = Readable.toWeb(unpacked(incoming)) as ReadableStream<Uint8Array>;
  return new Response(body, { status, statusText, headers });
}

function unpacked(incoming: IncomingMessage): Readable {
  const unpack = UNPACKING[incoming.headers['content-encoding']?.trim().toLowerCase() ?? ''];
  // A stream that breaks off says so to who reads it; nobody else has to be told.
  return unpack ? pipeline(incoming, unpack(), () => undefined) : incoming;
}
