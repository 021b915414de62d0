import type { FastifyInstance } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';

/** Whether a name is a connected store's own domain, which its merchant has proved; asked of the database each time. */
export type IsServed = (name: string) => Promise<boolean>;

const MAX_NAME_LENGTH = 253;

/**
 * A proxy that gets certificates when they are first needed asks here whether it should (Caddy's `on_demand_tls`): 200 for a domain
 * that a merchant has proved, 404 for every other name, so that nobody makes it ask for certificates without end.
 */
export function addTlsQuestion(server: FastifyInstance, isServed: IsServed): void {
  server.get<{ Querystring: Record<string, unknown> }>('/tls/ask', async ({ query }, reply) => {
    const { domain } = query;
    if (typeof domain !== 'string' || domain === '') {
      throw new CommerceError('invalid_input', 'domain is required: /tls/ask?domain=agents.shop.example');
    }
    const name = domain.toLowerCase().replace(/\.$/, '');
    const served = name.length <= MAX_NAME_LENGTH && (await isServed(name));
    return reply
      .code(served ? 200 : 404)
      .header('cache-control', 'no-store')
      .send({ domain: name.slice(0, MAX_NAME_LENGTH), served });
  });
}
