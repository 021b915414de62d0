import type { FastifyInstance } from 'fastify';
import type { ShopState } from './shop-state.ts';

/** The OAuth endpoint where an app gets a token for a shop of its own organization. */
export function addTokenRoute(app: FastifyInstance, shop: ShopState): void {
  app.post('/admin/oauth/access_token', async (request, reply) => {
    const { grant_type, client_id, client_secret } = (request.body ?? {}) as Record<string, unknown>;
    if (grant_type !== 'client_credentials') return reply.code(400).send({ error: 'unsupported_grant_type' });
    if (client_id !== shop.tokens.clientId || client_secret !== shop.tokens.appSecret) {
      return reply.code(400).send({ error: 'invalid_client' });
    }
    if (!shop.grants.installed) return reply.code(400).send({ error: 'app_not_installed' });
    const { token, expiresIn } = shop.grants.issue();
    return reply.send({ access_token: token, scope: shop.scopes.admin.join(','), expires_in: expiresIn });
  });
}
