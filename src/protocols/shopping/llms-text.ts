import { nameOf } from '../../commerce/store/store.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import type { SentRequest } from '../endpoint.ts';
import { PROFILE_PATH, storefrontUrl, ucpUrl } from '../ucp/links.ts';
import { endpointUrl, isOnTenantHost } from './endpoint-url.ts';

/** Renders the store's llms.txt, with the addresses on the requested host (https://llmstxt.org). */
export function llmsText(context: Pick<StoreContext, 'baseUrl' | 'store'>, request: SentRequest): string {
  const { store } = context;
  const mcp = endpointUrl(context, request);
  const root = isOnTenantHost(context, request)
    ? `${request.scheme}://${request.authority}`
    : ucpUrl(context);
  const profile = root + PROFILE_PATH;
  return [
    `# ${nameOf(store)}`,
    '',
    `> Agents can search this store, fill carts and start checkouts in ${store.description.currency}. Buyers pay on the store's own checkout page.`,
    '',
    '## For agents',
    '',
    `- [MCP](${mcp}): Streamable HTTP, no key and no profile. Begin with the tool search_products.`,
    `- [UCP profile](${profile}): the Universal Commerce Protocol over REST and MCP, for agent platforms with a profile.`,
    `- [Storefront](${storefrontUrl(store)}): for people.`,
    '',
  ].join('\n');
}
