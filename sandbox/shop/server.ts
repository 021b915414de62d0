import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { CallCounter, FaultBoard } from './faults.ts';
import type { Fault } from './types.ts';

export interface ShopServerOptions {
  faults: FaultBoard;
  calls: CallCounter;
  /** As counted and as named by faults; undefined for what is no call of the platform (pages, images, control). */
  operationOf(request: FastifyRequest): string | undefined;
  /** How the platform says that it is asked too often; must send. */
  throttle(reply: FastifyReply, fault: Fault): FastifyReply;
}

const DEFAULT_DELAY_MS = 1_000;

/** A server that counts the platform's calls and suffers the injected faults; the platform adds its routes. */
export function createShopServer(options: ShopServerOptions): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  const suffered = new WeakMap<FastifyRequest, Fault>();

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.addHook('preHandler', async (request, reply) => {
    const operation = options.operationOf(request);
    if (operation === undefined) return undefined;
    options.calls.count(operation);
    const fault = options.faults.take(operation);
    if (!fault) return undefined;
    suffered.set(request, fault);
    return suffer(fault, request, reply, options);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = suffered.get(request);
    if (fault?.kind === 'dropped_answer') request.raw.socket.destroy();
    if (fault?.kind !== 'malformed') return payload;
    const text = String(payload);
    reply.removeHeader('content-length').code(200);
    return text.slice(0, Math.ceil(text.length / 2));
  });
  return app;
}

async function suffer(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ShopServerOptions,
): Promise<FastifyReply | undefined> {
  if (fault.kind === 'down') return hangUp(request, reply);
  if (fault.kind === 'throttled') return options.throttle(reply, fault);
  if (fault.kind === 'server_error') return reply.code(500).type('text/html').send(ERROR_PAGE);
  if (fault.kind === 'slow') await delay(fault.delayMs ?? DEFAULT_DELAY_MS);
  return undefined;
}

/** Closes the connection without an answer. */
function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

const ERROR_PAGE = '<!doctype html><title>500</title><h1>Internal Server Error</h1>';

/** Listens on 127.0.0.1 (port 0: a free one) and answers `http://127.0.0.1:<port>`. */
export function listen(app: FastifyInstance, port = 0): Promise<string> {
  return app.listen({ port, host: '127.0.0.1' });
}
