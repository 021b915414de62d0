import type { FastifyInstance } from 'fastify';
import type { ApiDescription } from '../openapi/description.ts';
import { answerReference } from './console.ts';
import type { ConsoleAssets } from './console-files.ts';
import { OPEN_TO_ALL } from './cors.ts';

/** Serves `/openapi.json`, built on request, and `/docs`, the page that reads it. */
export function addDocs(
  server: FastifyInstance,
  describe: () => ApiDescription,
  assets: ConsoleAssets,
): void {
  server.get('/openapi.json', async (_request, reply) =>
    reply.headers({ ...OPEN_TO_ALL, 'cache-control': 'public, max-age=300' }).send(describe()),
  );
  server.get('/docs', (request, reply) => answerReference(assets, request, reply));
}
