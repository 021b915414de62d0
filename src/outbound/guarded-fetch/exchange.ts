import type { ClientRequest, IncomingMessage, RequestOptions, request } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface FetchInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  redirect?: 'manual';
}

/** Usual servers send one or two (103 Early Hints); endless ones would keep the parser busy until the deadline. */
const MAX_INFORMATIONAL_ANSWERS = 10;

const USUAL_HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'ucp-host' };

/** Sends one request. Settles when the connection ends in any way, and when the signal is aborted. */
export function exchange(
  send: typeof request,
  { method = 'GET', headers = {}, body, signal }: FetchInit,
  to: RequestOptions,
): Promise<Response> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const request = send({ ...to, method, headers: { ...USUAL_HEADERS, ...headers } });
    let arriving: IncomingMessage | undefined;
    let informational = 0;
    const end = (reason: Error) => {
      arriving?.destroy(reason);
      request.destroy();
      reject(reason);
    };
    const onAbort = () => end(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    request.on('close', () => {
      signal?.removeEventListener('abort', onAbort);
      reject(toFetchError(new Error('closed without an answer')));
    });
    const validity = recordCertificate(request);
    request.on('error', (error) => reject(toFetchError(Object.assign(error, validity))));
    request.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL_ANSWERS)
        end(toFetchError(new UnusableAnswer('informational answers without end')));
    });
    // Without this listener Node closes the socket silently.
    request.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      end(toFetchError(new UnusableAnswer('a switch to another protocol')));
    });
    request.on('response', (incoming) => {
      arriving = incoming;
      try {
        resolve(toResponse(incoming));
      } catch (error) {
        end(toFetchError(error));
      }
    });
    request.end(body);
  });
}

/** Fills in the end of the certificate's validity: a socket that has failed does not know its certificate any more. */
function recordCertificate(request: ClientRequest): { validUntil?: string } {
  const validity: { validUntil?: string } = {};
  request.on('socket', (socket) => {
    if (request.reusedSocket || !(socket instanceof TLSSocket)) return;
    // Node checks the certificate in its own listener of this event.
    socket.prependOnceListener('secure', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      if (!Number.isNaN(until)) validity.validUntil = new Date(until).toISOString();
    });
  });
  return validity;
}

export function toFetchError(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

const UNPACKING: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const WITHOUT_BODY = [204, 205, 304];

/** Bound of compressed bytes: an endless stream can decompress to nothing. */
const MAX_PACKED_BYTES = 10 * 1024 * 1024;

class UnusableAnswer extends Error {
  readonly code = 'UNUSABLE_ANSWER';

  constructor(flaw: string) {
    super(`the answer is ${flaw}`);
    this.name = 'UnusableAnswer';
  }
}

/** The body is decompressed as it is read. Throws UnusableAnswer for an invalid status. */
function toResponse(incoming: IncomingMessage): Response {
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
  const unpack = UNPACKING[headers.get('content-encoding')?.toLowerCase() ?? ''];
  // The reader gets the stream's error, so the callback has nothing to do.
  const body = unpack ? pipeline(incoming, limitPacked, unpack(), () => undefined) : incoming;
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, statusText, headers });
}

async function* limitPacked(incoming: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.byteLength;
    if (size > MAX_PACKED_BYTES) throw new UnusableAnswer('packed and too large');
    yield chunk;
  }
}
