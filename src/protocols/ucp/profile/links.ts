import { getStorefrontUrl, type Store } from '../../../commerce/store/store.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import type { Incoming } from '../../endpoint.ts';

export const PROFILE_PATH = '/.well-known/ucp';

/** Path of permalinks, below a store's URL and at the root of its tenant host. */
export const PERMALINK_PATH = '/buy';

type Addressed = Pick<StoreContext, 'baseUrl' | 'store'>;

/** URL of a store's official endpoints: REST is below it, MCP at `/mcp`. */
export function getUcpUrl({ baseUrl, store }: Addressed): string {
  return `${baseUrl}/ucp/${store.slug}`;
}

/** URLs of a store: `endpoint` as in `getUcpUrl`, its profile, and the prefix of its permalinks. */
export interface StoreAddresses {
  endpoint: string;
  profile: string;
  permalink: string;
}

/** Returns the URLs on the requested host: a tenant host has the profile and the links at its root. */
export function getAddressesAt(context: Addressed, incoming: Pick<Incoming, 'sentRequest'>): StoreAddresses {
  const { scheme, authority, target } = incoming.sentRequest();
  // A tenant host has no slug in its paths.
  if (target.startsWith(`/ucp/${context.store.slug}/`)) {
    const endpoint = getUcpUrl(context);
    return { endpoint, profile: endpoint + PROFILE_PATH, permalink: endpoint + PERMALINK_PATH };
  }
  return buildAddressesOn(`${scheme}://${authority}`);
}

export function buildAddressesOn(origin: string): StoreAddresses {
  return { endpoint: `${origin}/ucp`, profile: origin + PROFILE_PATH, permalink: origin + PERMALINK_PATH };
}

/** An order's page opens to anyone who knows its URL: only its agent platform gets it (spec, Order: Authorization). */
export function orderPermalink(store: Store, pageUrl: string | null): string {
  return pageUrl ?? getStorefrontUrl(store);
}

export function toPolicyLinks({ description }: Store) {
  return description.links.map(({ rel, href }) => ({ type: rel.replaceAll('-', '_'), url: href }));
}
