import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allowCompiledRoutes } from '../../src/http/requests/routes.ts';
import type { CallCounter, FaultBoard } from './faults.ts';
import type { Fault } from './types.ts';

export interface ShopServerOptions {
  faults: FaultBoard;
  calls: CallCounter;
  /** Name of the call, for counts and faults; undefined for other requests (pages, images, control). */
  operationOf(request: FastifyRequest): string | undefined;
  /** Sends the platform's throttling response. */
  throttle(reply: FastifyReply, fault: Fault): FastifyReply;
  /** Does not say that it is simulated. */
  posesAsReal?: boolean | undefined;
}

const DEFAULT_DELAY_MS = 1_000;

/** Creates a server that counts the platform's calls and applies injected faults; the platform adds its routes. */
export function createShopServer(options: ShopServerOptions): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  allowCompiledRoutes(app);
  const applied = new WeakMap<FastifyRequest, Fault>();

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  if (!options.posesAsReal)
    app.addHook('onRequest', async (_request, reply) => void reply.header('x-ucp-host-simulated', '1'));

  app.addHook('preHandler', async (request, reply) => {
    const operation = options.operationOf(request);
    if (operation === undefined) return undefined;
    options.calls.count(operation);
    const fault = options.faults.take(operation);
    if (!fault) return undefined;
    applied.set(request, fault);
    return applyFault(fault, request, reply, options);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = applied.get(request);
    if (fault?.kind === 'dropped_answer') request.raw.socket.destroy();
    if (fault?.kind === 'php_notices') return withPhpMessages(fault, reply, String(payload));
    if (fault?.kind !== 'malformed') return payload;
    // Cuts the first part of an answer in parts.
    const text =
      payload instanceof Readable ? String((await payload.iterator().next()).value) : String(payload);
    reply.removeHeader('content-length').code(200);
    return (fault.variant === 'php_notices' ? PHP_MESSAGES : '') + text.slice(0, Math.ceil(text.length / 2));
  });
  return app;
}

async function applyFault(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ShopServerOptions,
): Promise<FastifyReply | undefined> {
  if (fault.kind === 'down') return hangUp(request, reply);
  if (fault.kind === 'switched_protocols') return switchProtocols(request, reply);
  if (fault.kind === 'throttled') return options.throttle(reply, fault);
  if (fault.kind === 'server_error') return crash(fault, reply);
  if (fault.kind === 'revoked') return reply.code(401).send(REVOKED);
  if (fault.kind === 'web_page') return reply.type('text/html').send(WEB_PAGE);
  if (fault.kind === 'slow') await delay(fault.delayMs ?? DEFAULT_DELAY_MS);
  return undefined;
}

/** Closes the connection without an answer. */
function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function crash({ variant }: Fault, reply: FastifyReply): FastifyReply {
  if (variant === 'graphql') return reply.code(200).send(GRAPHQL_ERROR);
  const [status, page] = ERROR_PAGES[variant ?? ''] ?? [500, ERROR_PAGE];
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** Answers as a proxy that takes the request for a WebSocket's. */
function switchProtocols(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  return reply;
}

const ERROR_PAGE = '<!doctype html><title>500</title><h1>Internal Server Error</h1>';

const ERROR_PAGES: Readonly<Record<string, readonly [status: number, page: string]>> = {
  '502': [502, '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'],
  database: [
    500,
    '<!DOCTYPE html><html><head><title>Database Error</title></head><body><h1>Error establishing a database connection</h1></body></html>',
  ],
};

const GRAPHQL_ERROR = {
  errors: [
    {
      message: 'Internal error. Looks like something went wrong on our end.',
      extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'a-request' },
    },
  ],
};

/** Refusal in both platforms' shapes; each adapter reads its own. */
const REVOKED = {
  code: 'woocommerce_rest_cannot_view',
  message: 'Sorry, you cannot list resources.',
  data: { status: 401 },
  errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
};

const WEB_PAGE = '<!doctype html><title>Please wait</title><p>Checking your browser</p>';

const PHP_MESSAGES = `<br />
<b>Deprecated</b>:  Creation of dynamic property Gallery::$map is deprecated in <b>/var/www/wp-content/plugins/gallery/map.php</b> on line <b>31</b><br />

Warning: Undefined array key "{sku}" in /var/www/wp-content/themes/shop/functions.php on line 7
`;

/** PHP messages printed first have sent the headers, so WordPress can set neither headers nor the status. */
function withPhpMessages({ variant }: Fault, reply: FastifyReply, answer: string): string {
  reply.removeHeader('content-length');
  if (variant === 'headers_sent') {
    for (const name of ['x-wp-total', 'x-wp-totalpages', 'link']) reply.removeHeader(name);
    reply.code(200).type('text/html; charset=UTF-8');
  }
  return variant === 'behind' ? `${answer}\n${PHP_MESSAGES}` : PHP_MESSAGES + answer;
}

/** Listens on 127.0.0.1 (port 0 for a free one) and returns `http://127.0.0.1:<port>`. */
export function listen(app: FastifyInstance, port = 0): Promise<string> {
  return app.listen({ port, host: '127.0.0.1' });
}
