import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ShopState } from './shop-state.ts';

/** Seconds, as Shopify says it of itself. */
const LIVES_SECONDS = 86_399;

/** Admin tokens by the client credentials grant. */
export interface TokenGrants {
  issue(): { token: string; expiresIn: number };
  isGood(token: string): boolean;
  /** Number of tokens made. */
  issued(): number;
  /** Revokes all tokens, as reinstalling the app does. */
  revokeAll(): void;
  /** False: the app is not installed on this shop. */
  installed: boolean;
}

export function createTokenGrants(): TokenGrants {
  const good = new Map<string, number>();
  let issued = 0;
  return {
    installed: true,
    issue() {
      const token = `shpat_${randomBytes(16).toString('hex')}`;
      good.set(token, Date.now() + LIVES_SECONDS * 1000);
      issued += 1;
      return { token, expiresIn: LIVES_SECONDS };
    },
    isGood: (token) => (good.get(token) ?? 0) > Date.now(),
    issued: () => issued,
    revokeAll: () => good.clear(),
  };
}

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
