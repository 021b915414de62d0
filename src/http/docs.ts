import type { FastifyInstance } from 'fastify';
import type { ApiDescription } from '../openapi/description.ts';
import { limitedAsLarge } from './admit-merchants.ts';
import { OPEN_TO_ALL } from './cors.ts';
import { keptDocument } from './kept-documents.ts';
import type { LimitRate } from './limits.ts';

/** Serves `/openapi.json`, half a megabyte. */
export function addDocs(
  server: FastifyInstance,
  describe: () => Promise<ApiDescription>,
  limit: LimitRate,
): void {
  const send = keptDocument(async () => Buffer.from(JSON.stringify(await describe())), {
    ...OPEN_TO_ALL,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
  });
  server.get('/openapi.json', { onRequest: limitedAsLarge(limit) }, send);
}
