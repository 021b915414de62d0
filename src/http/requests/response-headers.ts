import type { FastifyInstance } from 'fastify';

/** Default headers for data; pages set policies of their own. */
export const GUARDING = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Default headers over https, with HSTS for half a year. */
export const GUARDING_HTTPS = { ...GUARDING, 'strict-transport-security': 'max-age=15552000' };

const ALLOWED_HEADERS = [
  ...['content-type', 'accept', 'authorization', 'idempotency-key', 'prefer', 'ucp-agent'],
  ...['request-id', 'x-request-id'],
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'],
  ...['signature', 'signature-input', 'signature-agent', 'content-digest', 'traceparent', 'tracestate'],
].join(', ');

/** Allows any origin, since the endpoints need no credential and set no cookie (docs/contract.md, CORS). */
export const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, idempotent-replayed, ratelimit, ratelimit-policy, retry-after, x-request-id',
};

const STORE_URLS = ['/api/ucp/:slug', '/ucp/:slug', '/mcp/:slug'].flatMap((url) => [url, `${url}/*`]);

/** Description of the API, which browsers read from other origins. */
const API_DESCRIPTION = '/openapi.json';

export function addPreflight(server: FastifyInstance): void {
  const headers = {
    ...OPEN_TO_ALL,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': '86400',
  };
  for (const url of [...STORE_URLS, API_DESCRIPTION]) {
    server.options(url, async (_request, reply) => reply.headers(headers).code(204).send());
  }
}
