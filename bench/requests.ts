import { randomUUID } from 'node:crypto';
import type { Filled, OfStore } from './fill-database.ts';
import { INSTANT_PRODUCT, INSTANT_VARIANT } from './instant-platform.ts';
import type { Request } from './load.ts';

/** Returns an endless sequence of requests. */
export type Requests = () => Request;

export function manifestRequests({ slugs }: Filled): Requests {
  return inTurn(slugs.map((slug) => get(`/api/ucp/${slug}`)));
}

export function sessionRequests({ readable }: Filled): Requests {
  return inTurn(readable.map(({ slug, id }) => get(`/api/ucp/${slug}/checkout-sessions/${id}`)));
}

export function lookupRequests({ slugs }: Pick<Filled, 'slugs'>): Requests {
  const query = `ids=${encodeURIComponent(INSTANT_PRODUCT)}`;
  return inTurn(slugs.map((slug) => get(`/api/ucp/${slug}/catalog/lookup?${query}`)));
}

export function searchRequests({ slugs }: Filled): Requests {
  return inTurn(slugs.map((slug) => get(`/api/ucp/${slug}/catalog/search?q=mug&first=20`)));
}

export function cartUpdateRequests(carts: OfStore[]): Requests {
  const body = JSON.stringify({ line_items: [{ item: { id: INSTANT_VARIANT }, quantity: 2 }] });
  return inTurn(carts.map(({ slug, id }) => send('PUT', `/api/ucp/${slug}/carts/${id}`, body)));
}

export function orderRequests(orders: OfStore[]): Requests {
  return inTurn(orders.map(({ slug, id }) => get(`/api/ucp/${slug}/orders/${id}`)));
}

export function toolRequests({ readable }: Filled): Requests {
  const calls = readable.map(({ slug, id }) => {
    const params = { name: 'get_checkout_session', arguments: { session_id: id } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return post(`/api/ucp/${slug}/mcp`, body);
  });
  return inTurn(calls);
}

/** Creates with a fresh idempotency key each. */
export function createRequests(slugs: string[], variantId = INSTANT_VARIANT): Requests {
  const paths = slugs.map((slug) => `/api/ucp/${slug}/checkout-sessions`);
  const body = JSON.stringify({ line_items: [{ item: { id: variantId }, quantity: 1 }] });
  const run = randomUUID();
  let last = 0;
  return () => {
    last += 1;
    return post(paths[last % paths.length] ?? '', body, `idempotency-key: ${run}-${last}\r\n`);
  };
}

const HEADERS = 'host: 127.0.0.1\r\naccept: application/json\r\n';

function get(path: string): Request {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${HEADERS}\r\n`);
}

function post(path: string, body: string, more = ''): Request {
  return send('POST', path, body, more);
}

function send(method: string, path: string, body: string, more = ''): Request {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${HEADERS}${more}content-type: application/json\r\n${length}\r\n\r\n${body}`,
  );
}

function inTurn(requests: Request[]): Requests {
  let last = 0;
  return () => {
    last = (last + 1) % requests.length;
    return requests[last] ?? Buffer.alloc(0);
  };
}
