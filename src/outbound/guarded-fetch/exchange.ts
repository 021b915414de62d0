import type { ClientRequest, IncomingMessage, RequestOptions, request } from 'node:http';
import { TLSSocket } from 'node:tls';
import { ACCEPTED_ENCODINGS, toResponse, UnusableAnswer } from './response.ts';

export interface FetchInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  redirect?: 'manual';
}

/** Usual servers send one or two (103 Early Hints); endless ones would keep the parser busy until the deadline. */
const MAX_INFORMATIONAL_ANSWERS = 10;

const USUAL_HEADERS = { accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': 'ucp-host' };

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

/** Wraps the cause as `fetch` does. */
export function toFetchError(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}
