import type { Store } from '../../commerce/store.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import type { Incoming } from '../endpoint.ts';

export const PROFILE_PATH = '/.well-known/ucp';

/** Below a store's address, and at the root of its own host: what links for browsers begin with. */
export const PERMALINK_PATH = '/buy';

/** The official dialect's endpoints of a store: REST is below it, MCP at its `/mcp`. */
export function ucpUrl({ baseUrl, store }: Pick<StoreContext, 'baseUrl' | 'store'>): string {
  return `${baseUrl}/ucp/${store.slug}`;
}

/** Where an agent finds a store: `endpoint` as in `ucpUrl`, its profile, and what links to its checkout begin with. */
export interface StoreAddresses {
  endpoint: string;
  profile: string;
  permalink: string;
}

/** On the host that was asked: the store's own, which has the profile and the links at its root, or the service's. */
export function addressesAt(
  context: Pick<StoreContext, 'baseUrl' | 'store'>,
  { sent }: Pick<Incoming, 'sent'>,
): StoreAddresses {
  const onTenantHost = AT_ROOT.some((path) => sent.target.startsWith(path));
  if (!onTenantHost) {
    const endpoint = ucpUrl(context);
    return { endpoint, profile: endpoint + PROFILE_PATH, permalink: endpoint + PERMALINK_PATH };
  }
  const origin = `${sent.scheme}://${sent.authority}`;
  return { endpoint: `${origin}/ucp`, profile: origin + PROFILE_PATH, permalink: origin + PERMALINK_PATH };
}

const AT_ROOT = [PROFILE_PATH, PERMALINK_PATH];

/** The shop's own front page: where a buyer can always go on. */
export function storefrontUrl({ sandbox, description }: Store): string {
  const scheme = sandbox ? 'http' : 'https';
  return `${scheme}://${description.hosts[0] ?? ''}${description.folder ?? ''}/`;
}

/**
 * Where the buyer finds an order again. Shopify's status page and WooCommerce's order-received page open to whoever has their
 * address, so it is told only to the platform whose agent made the checkout: in orders, which are signed, and to a checkout that is
 * asked for with its signature (spec, Order: Authorization). For everybody else it is the front page: what the shops have for people
 * who are signed in is of no use to guests, as whom agents' buyers pay.
 */
export function orderPermalink(store: Store, pageUrl: string | null): string {
  return pageUrl ?? storefrontUrl(store);
}

export function policyLinks({ description }: Store) {
  return description.links.map(({ rel, href }) => ({ type: rel.replaceAll('-', '_'), url: href }));
}
