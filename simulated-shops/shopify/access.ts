import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { ShopState } from './shop-state.ts';

export interface StorefrontAccess {
  kind: 'private' | 'public' | 'tokenless';
  scopes: readonly string[];
}

export interface Refusal {
  status: number;
  body: { errors: unknown };
}

const TOKENLESS_SCOPES = [
  'unauthenticated_read_checkouts',
  'unauthenticated_read_product_listings',
  'unauthenticated_write_checkouts',
];

/** Reads the Storefront API's caller. A missing token is valid, a wrong one is not. */
export function storefrontAccess(shop: ShopState, headers: IncomingHttpHeaders): StorefrontAccess | Refusal {
  const privateToken = headers['shopify-storefront-private-token'];
  const publicToken = headers['x-shopify-storefront-access-token'];
  if (privateToken !== undefined) {
    if (privateToken !== shop.tokens.storefrontPrivate) return refusal(403, 'FORBIDDEN');
    const buyerIp = headers['shopify-storefront-buyer-ip'];
    if (buyerIp !== undefined && isIP(String(buyerIp)) === 0) return refusal(400, 'BAD_REQUEST');
    return { kind: 'private', scopes: shop.scopes.storefront };
  }
  if (publicToken === undefined) return { kind: 'tokenless', scopes: TOKENLESS_SCOPES };
  if (publicToken !== shop.tokens.storefrontPublic) return refusal(401, 'UNAUTHORIZED');
  return { kind: 'public', scopes: shop.scopes.storefront };
}

/** Undefined when the token is right. */
export function adminRefusal(shop: ShopState, headers: IncomingHttpHeaders): Refusal | undefined {
  const token = String(headers['x-shopify-access-token'] ?? '');
  if (token === shop.tokens.admin || shop.grants.isGood(token)) return undefined;
  const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
  return { status: 401, body: { errors } };
}

function refusal(status: number, code: string): Refusal {
  return { status, body: { errors: [{ message: '', extensions: { code } }] } };
}
