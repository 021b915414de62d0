import { randomUUID } from 'node:crypto';
import type { Probe, Probed } from '../../outbound/guarded-fetch/ask-whole.ts';
import { toJsonRequest } from './answers.ts';

/** Cart client of an agent platform, as its guides describe it: a buyer's cart is transferred by one request, never repeated. */
export interface CartClient {
  title: string;
  /** Version of UCP that it speaks. */
  version: string;
  /** Published profile with the same version and capabilities, which stands for its own. */
  profile: string;
}

/** Google: developers.google.com/merchant/ucp/implementation/2026-04-08/cart-api, and guides/overview/network-and-waf. */
export const CART_CLIENTS = {
  google: {
    title: 'Google',
    version: '2026-04-08',
    profile: 'https://shopify.dev/ucp/agent-profiles/2026-04-08/valid-with-capabilities.json',
  },
} as const satisfies Record<string, CartClient>;

export type CartClientName = keyof typeof CART_CLIENTS;

/** Sends one request of the client: a POST when it has a body. */
export function askAs(ask: Probe, { profile }: CartClient, url: string, body?: object): Promise<Probed> {
  const key = body && { 'idempotency-key': randomUUID() };
  return ask(url, toJsonRequest({ body, headers: { 'ucp-agent': `profile="${profile}"`, ...key } }));
}

/** Transfers a cart with one piece of each item. */
export async function transferCart(
  ask: Probe,
  client: CartClient,
  endpoint: string,
  itemIds: readonly string[],
): Promise<{ probed: Probed; ms: number }> {
  const startedAt = performance.now();
  const lines = itemIds.map((id) => ({ item: { id }, quantity: 1 }));
  const probed = await askAs(ask, client, `${endpoint}/carts`, { line_items: lines });
  return { probed, ms: performance.now() - startedAt };
}
