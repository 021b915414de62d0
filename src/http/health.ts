import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './error-responses.ts';

export interface HealthDoor {
  /** True from when the process is told to stop: it still serves what comes, and wants no more. */
  isStopping(): boolean;
  /** A word for what keeps the database from answering; undefined while it answers. Never takes longer than seconds. */
  databaseFailure(): Promise<string | undefined>;
  /** Undefined where nobody may read them. */
  metrics: { text(): Promise<string>; contentType: string; token: string | undefined } | undefined;
}

/** For those who watch the service: whether the process lives, whether it can serve, and its figures. */
export function addHealth(
  server: FastifyInstance,
  { isStopping, databaseFailure, metrics }: HealthDoor,
): void {
  server.get('/healthz', (_request, reply) => answer(reply, 200, { status: 'alive' }));

  server.get('/readyz', async (_request, reply) => {
    if (isStopping()) return answer(reply, 503, { status: 'not_ready', reasons: ['stopping'] });
    const trouble = await databaseFailure();
    if (trouble === undefined) return answer(reply, 200, { status: 'ready' });
    reply.header('retry-after', '5');
    return answer(reply, 503, { status: 'not_ready', reasons: [`database_${trouble}`] });
  });

  if (!metrics) return;
  server.get('/metrics', async (request, reply) => {
    if (metrics.token !== undefined) requireToken(request, metrics.token);
    const text = await metrics.text();
    return reply.header('content-type', metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}

function answer(reply: FastifyReply, status: number, body: object) {
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new HttpError(
    401,
    'signed_out',
    'Send Authorization: Bearer with the METRICS_TOKEN of this service.',
    {
      'www-authenticate': 'Bearer',
    },
  );
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
