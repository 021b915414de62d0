import type { StoreContext } from '../../operations/store-context.ts';
import type { Incoming } from '../endpoint.ts';

/** True for a request on a host of the store's own. */
export function isOnTenantHost({ store }: StoreContext, { target }: Incoming['sent']): boolean {
  return !target.startsWith(`/mcp/${store.slug}/`);
}

/** Address of the store's endpoint on the requested host. */
export function endpointUrl(context: StoreContext, sent: Incoming['sent']): string {
  return isOnTenantHost(context, sent)
    ? `${sent.scheme}://${sent.authority}/mcp`
    : `${context.baseUrl}/mcp/${context.store.slug}`;
}
