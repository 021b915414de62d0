import { isIP } from 'node:net';
import type { Caller } from '../store-platform.ts';
import type { Transport } from '../transport/transport.ts';
import { type AdminTokens, clientTokens } from './client-tokens.ts';
import { originOf, type ShopifyCredentials } from './credentials.ts';
import { API_VERSION, type Ask, graphqlClient } from './client.ts';

/** The shop as its buyers see it. Tokenless, a few fields may not be read. */
export interface Storefront {
  ask: Ask;
  domain: string;
  hasToken: boolean;
}

export function storefrontApi(credentials: ShopifyCredentials, transport: Transport): Storefront {
  const { domain, storefrontPrivateToken, storefrontPublicToken } = credentials;
  const ask = graphqlClient(
    {
      name: 'Storefront',
      domain,
      url: `${originOf(domain)}/api/${API_VERSION}/graphql.json`,
      headers: ({ buyerIp }) => storefrontHeaders(credentials, buyerIp),
    },
    transport,
  );
  const hasToken = (storefrontPrivateToken ?? storefrontPublicToken) !== undefined;
  return { ask, domain, hasToken };
}

/** A private token is for servers, and Shopify counts its requests by the buyer that we name. */
function storefrontHeaders(credentials: ShopifyCredentials, buyerIp?: string): Record<string, string> {
  const { storefrontPrivateToken, storefrontPublicToken } = credentials;
  if (storefrontPrivateToken !== undefined) {
    const buyer =
      buyerIp === undefined || isIP(buyerIp) === 0 ? {} : { 'shopify-storefront-buyer-ip': buyerIp };
    return { 'shopify-storefront-private-token': storefrontPrivateToken, ...buyer };
  }
  if (storefrontPublicToken === undefined) return {};
  return { 'x-shopify-storefront-access-token': storefrontPublicToken };
}

const ADMIN_TOKEN = 'x-shopify-access-token';

/** The shop as its merchant sees it; undefined without a token, and without an app that makes some. */
export function adminApi(credentials: ShopifyCredentials, transport: Transport): Ask | undefined {
  const { domain } = credentials;
  const tokens = adminTokens(credentials, transport);
  if (!tokens) return undefined;
  const url = `${originOf(domain)}/admin/api/${API_VERSION}/graphql.json`;
  const headers = async (caller: Caller) => ({ [ADMIN_TOKEN]: await tokens.current(caller) });
  const refused = (sent: Record<string, string>) => tokens.refused(sent[ADMIN_TOKEN] ?? '');
  return graphqlClient({ name: 'Admin', domain, url, headers, refused }, transport);
}

function adminTokens(
  { domain, adminToken, clientId, clientSecret }: ShopifyCredentials,
  transport: Transport,
): AdminTokens | undefined {
  if (clientId !== undefined && clientSecret !== undefined) {
    return clientTokens({ domain, clientId, clientSecret }, transport);
  }
  if (adminToken === undefined) return undefined;
  return { current: async () => adminToken, refused: () => false };
}
