import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFoundPage } from '../shop/shop-pages.ts';
import type { Fault } from '../shop/types.ts';
import type { Site } from './site.ts';
import { errorBody, noRoute, WordPressError } from './wordpress-error.ts';

/** Applies WordPress's errors, headers and bodies. */
export function actLikeWordPress(app: FastifyInstance, site: Site): void {
  readBodies(app);
  app.addHook('onSend', async (request, reply) => {
    if (!isApi(request.url)) return;
    reply.header('Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private');
    const type = String(reply.getHeader('content-type'));
    if (type.startsWith('application/json')) reply.type('application/json; charset=UTF-8');
  });
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request.url)) return reply.code(404).send(errorBody(noRoute()));
    return reply.code(404).type('text/html').send(notFoundPage(site.settings));
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof WordPressError) return reply.code(error.status).send(errorBody(error));
    if (isClientError(error)) {
      const refusal = new WordPressError(error.statusCode, 'rest_invalid_request', error.message);
      return reply.code(error.statusCode).send(errorBody(refusal));
    }
    const crash = new WordPressError(
      500,
      'internal_server_error',
      '<p>There has been a critical error on this website.</p>',
    );
    return reply.code(500).send(errorBody(crash));
  });
}

/** Throttles like a host's firewall, since WooCommerce itself never does. */
export function throttle(reply: FastifyReply, _fault: Fault): FastifyReply {
  const page =
    '<html><head><title>429 Too Many Requests</title></head><body>429 Too Many Requests</body></html>';
  return reply.code(429).header('Retry-After', '1').type('text/html').send(page);
}

/** WordPress reads JSON bodies; an absent body and other types have no parameters. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: unknown) => parseJson(String(body)),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => ({}));
}

function parseJson(body: string): unknown {
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body, wellFormed);
  } catch {
    throw new WordPressError(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
      json_error_code: 4,
      json_error_message: 'Syntax error',
    });
  }
}

/** PHP reads no half of a character. */
function wellFormed(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('An unpaired surrogate');
  return value;
}

function isApi(url: string): boolean {
  return url.startsWith('/wp-json/');
}

function isClientError(error: unknown): error is Error & { statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}
