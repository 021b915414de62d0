import type { FastifyInstance } from 'fastify';
import { withTimeout } from '../../commerce/time/with-timeout.ts';
import { createNotFoundError } from '../../protocols/invoke.ts';
import type { WebhookRequest } from '../../store-platforms/platform-kind.ts';
import type { Addressed } from '../limits/limits.ts';
import { HttpError } from '../requests/error-responses.ts';

/** Verifies and records a delivery, without calling the shop. */
export type ReceiveWebhook = (
  slug: string,
  request: WebhookRequest,
) => Promise<'taken' | 'unknown_store' | 'bad_signature' | 'malformed'>;

const MAX_BODY_BYTES = 1024 * 1024;
/** Below the store platforms' own 5 seconds, so that they retry after a 503; deliveries recorded late are deduplicated. */
const TIMEOUT_MS = 4_000;

/** Webhook endpoint, one URL per store. */
export function addWebhookRoute(server: FastifyInstance, receive: ReceiveWebhook): void {
  server.post<Addressed>('/webhooks/:slug', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const { slug } = request.params;
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const receipt = await withTimeout({ timeoutMs: TIMEOUT_MS, late: refuseBusy }, () =>
      receive(slug, { headers: request.headers, body }),
    );
    if (receipt === 'taken') return reply.code(200).send({ received: true });
    if (receipt === 'unknown_store') throw createNotFoundError();
    server.serviceLog.warn({ requestId: request.id, slug, receipt }, 'A webhook was refused');
    throw receipt === 'malformed'
      ? new HttpError(400, 'invalid_input', 'The body is not valid JSON.')
      : new HttpError(401, 'bad_signature', 'The signature does not match this store.');
  });
}

function refuseBusy(): never {
  throw new HttpError(503, 'busy', 'The service is busy. Send it again later.', { 'retry-after': '5' });
}
