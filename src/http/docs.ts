import type { FastifyInstance } from 'fastify';
import type { ApiDescription } from '../openapi/description.ts';
import { OPEN_TO_ALL } from './cors.ts';

/** Serves `/openapi.json`, built on request. */
export function addDocs(server: FastifyInstance, describe: () => ApiDescription): void {
  server.get('/openapi.json', async (_request, reply) =>
    reply.headers({ ...OPEN_TO_ALL, 'cache-control': 'public, max-age=300' }).send(describe()),
  );
}
