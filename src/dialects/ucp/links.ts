import type { Store } from '../../commerce/store.ts';
import type { StoreContext } from '../../operations/store-context.ts';

/** The official dialect's endpoints of a store: REST is below it, MCP at its `/mcp`. */
export function ucpUrl({ baseUrl, store }: Pick<StoreContext, 'baseUrl' | 'store'>): string {
  return `${baseUrl}/ucp/${store.slug}`;
}

/** The shop's own front page: where a buyer can always go on. */
export function storefrontUrl({ sandbox, description }: Store): string {
  const scheme = sandbox ? 'http' : 'https';
  return `${scheme}://${description.hosts[0] ?? ''}${description.folder ?? ''}/`;
}

/** Where the buyer finds an order again. Shops give its own page to nobody but the buyer, by e-mail or once signed in. */
export function orderPermalink(store: Store): string {
  return storefrontUrl(store);
}

export function policyLinks({ description }: Store) {
  return description.links.map(({ rel, href }) => ({ type: rel.replaceAll('-', '_'), url: href }));
}
