import type { StoreContext } from '../../operations/store-context.ts';
import type { SentRequest } from '../endpoint.ts';

/** True for a request on a host of the store's own. */
export function isOnTenantHost({ store }: Pick<StoreContext, 'store'>, { target }: SentRequest): boolean {
  return !target.startsWith(`/mcp/${store.slug}/`);
}

/** Address of the store's endpoint on the requested host. */
export function endpointUrl(context: Pick<StoreContext, 'baseUrl' | 'store'>, request: SentRequest): string {
  return isOnTenantHost(context, request)
    ? `${request.scheme}://${request.authority}/mcp`
    : `${context.baseUrl}/mcp/${context.store.slug}`;
}
