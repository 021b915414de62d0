import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './requests/error-responses.ts';

export interface HealthOptions {
  /** True once the process is stopping; it still serves requests. */
  isStopping(): boolean;
  /** Reason for an unreachable database; undefined while it answers. Bounded to seconds. */
  databaseFailure(): Promise<string | undefined>;
  metrics: { renderText(): Promise<string>; contentType: string; token: string | undefined };
}

/** Serves liveness, readiness and metrics. */
export function addHealth(server: FastifyInstance, { isStopping, databaseFailure, metrics }: HealthOptions) {
  server.get('/healthz', (_request, reply) => answer(reply, 200, { status: 'alive' }));

  server.get('/readyz', async (_request, reply) => {
    if (isStopping()) return answer(reply, 503, { status: 'not_ready', reasons: ['stopping'] });
    const failure = await databaseFailure();
    if (failure === undefined) return answer(reply, 200, { status: 'ready' });
    reply.header('retry-after', '5');
    return answer(reply, 503, { status: 'not_ready', reasons: [`database_${failure}`] });
  });

  const render = cachePerSecond(metrics.renderText);
  server.get('/metrics', async (request, reply) => {
    if (metrics.token !== undefined) requireToken(request, metrics.token);
    const bytes = await render();
    return reply.header('content-type', metrics.contentType).header('cache-control', 'no-store').send(bytes);
  });
}

const RENDER_INTERVAL_MS = 1_000;

/** Renders at most once a second: earlier requests share the next rendering, so figures are never old. */
function cachePerSecond(render: () => Promise<string>): () => Promise<Buffer> {
  let renderedAt = Number.NEGATIVE_INFINITY;
  let next: Promise<Buffer> | undefined;
  const renderNext = async () => {
    await sleep(Math.max(0, renderedAt + RENDER_INTERVAL_MS - performance.now()));
    renderedAt = performance.now();
    next = undefined;
    return Buffer.from(await render());
  };
  return () => {
    next ??= renderNext();
    return next;
  };
}

function answer(reply: FastifyReply, status: number, body: object) {
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const [, bearer = ''] = /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '') ?? [];
  // Hashed, because only bytes of one length can be compared in constant time.
  const [digest, own] = [hash('sha256', bearer, 'buffer'), hash('sha256', token, 'buffer')];
  if (timingSafeEqual(digest, own)) return;
  const message = 'Send Authorization: Bearer with the METRICS_TOKEN of this service.';
  throw new HttpError(401, 'unauthenticated', message, { 'www-authenticate': 'Bearer' });
}
