import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../commerce/time/time.ts';
import { withTimeout } from '../../commerce/time/with-timeout.ts';
import { createWindowCounts } from '../../limits/window-counts.ts';
import { createNotFoundError } from '../../protocols/invoke.ts';
import type { WebhookRequest } from '../../store-platforms/platform-kind.ts';
import type { Addressed, RefusalLimit } from '../limits/limits.ts';
import { HttpError } from '../requests/error-responses.ts';

/** Verifies and records a delivery, without calling the shop. */
export type ReceiveWebhook = (
  slug: string,
  request: WebhookRequest,
) => Promise<'taken' | 'unknown_store' | 'bad_signature' | 'malformed'>;

const MAX_BODY_BYTES = 1024 * 1024;
/** Below the store platforms' own 5 seconds, so that they retry after a 503; deliveries recorded late are deduplicated. */
const TIMEOUT_MS = 4_000;

/** Webhook endpoint, one URL per store. Unsigned deliveries are limited by address, before their bodies are read. */
export function addWebhookRoute(server: FastifyInstance, receive: ReceiveWebhook, refusals: RefusalLimit) {
  const logged = createWindowCounts(MINUTE_MS);

  function logRefusal(requestId: string, slug: string, receipt: string): void {
    logged.enter(performance.now());
    if (logged.add(slug) === 1) server.serviceLog.warn({ requestId, slug, receipt }, 'A webhook was refused');
  }

  const refuseUnread = (request: FastifyRequest, reply: FastifyReply) => refusals.check(request, reply, '');
  const options = { bodyLimit: MAX_BODY_BYTES, onRequest: refuseUnread };
  server.post<Addressed>('/webhooks/:slug', options, async (request, reply) => {
    const { slug } = request.params;
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const receipt = await withTimeout({ timeoutMs: TIMEOUT_MS, late: refuseBusy }, () =>
      receive(slug, { headers: request.headers, body }),
    );
    if (receipt === 'taken') return reply.code(200).send({ received: true });
    if (receipt !== 'malformed') await refusals.count(request, '');
    if (receipt === 'unknown_store') throw createNotFoundError();
    logRefusal(request.id, slug, receipt);
    throw receipt === 'malformed'
      ? new HttpError(400, 'invalid_input', 'The body is not valid JSON.')
      : new HttpError(401, 'bad_signature', 'The signature does not match this store.');
  });
}

function refuseBusy(): never {
  throw new HttpError(503, 'busy', 'The service is busy. Send it again later.', { 'retry-after': '5' });
}
