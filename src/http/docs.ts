import type { FastifyInstance } from 'fastify';
import type { ApiDescription } from '../openapi/description.ts';
import { OPEN_TO_ALL } from './cors.ts';

/** Serves `/openapi.json`, built on the first request: building half a megabyte holds the event loop for tens of milliseconds. */
export function addDocs(server: FastifyInstance, describe: () => ApiDescription): void {
  let document: Buffer | undefined;
  server.get('/openapi.json', async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(describe()));
    return reply
      .type('application/json; charset=utf-8')
      .headers({ ...OPEN_TO_ALL, 'cache-control': 'public, max-age=300' })
      .send(document);
  });
}
