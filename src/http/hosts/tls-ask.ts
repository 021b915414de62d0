import type { FastifyInstance } from 'fastify';
import { createMemberError } from '../../commerce/errors.ts';

/** True for a connected store's verified custom domain, read from the database each time. */
export type IsServed = (name: string) => Promise<boolean>;

const MAX_NAME_LENGTH = 253;

/** Answers a proxy's on-demand TLS check (Caddy's `on_demand_tls`): 200 for a verified custom domain, 404 for any other name. */
export function addTlsAsk(server: FastifyInstance, isServed: IsServed): void {
  server.get<{ Querystring: Record<string, unknown> }>('/tls/ask', async ({ query }, reply) => {
    const { domain } = query;
    if (typeof domain !== 'string' || domain === '') {
      throw createMemberError('domain', 'is required: /tls/ask?domain=agents.shop.example');
    }
    const name = domain.toLowerCase().replace(/\.$/, '');
    const served = name.length <= MAX_NAME_LENGTH && (await isServed(name));
    return reply
      .code(served ? 200 : 404)
      .header('cache-control', 'no-store')
      .send({ domain: name.slice(0, MAX_NAME_LENGTH), served });
  });
}
