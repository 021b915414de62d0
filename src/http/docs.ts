import type { FastifyInstance } from 'fastify';
import type { ApiDescription } from '../openapi/description.ts';
import { OPEN_TO_ALL } from './cors.ts';
import { referencePage } from './reference-page.ts';

/** Serves `/openapi.json` and `/docs` from one description, built on request. */
export function addDocs(server: FastifyInstance, describe: () => ApiDescription): void {
  server.get('/openapi.json', async (_request, reply) =>
    reply.headers({ ...OPEN_TO_ALL, 'cache-control': 'public, max-age=300' }).send(describe()),
  );
  server.get('/docs', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'cache-control': 'public, max-age=300',
      })
      .send(referencePage(describe())),
  );
}
