import { MAX_NAME_LENGTH } from '../../commerce/product/product-limits.ts';
import { getStorefrontUrl } from '../../commerce/store/store.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { VERSION } from '../../settings/version.ts';
import type { SentRequest } from '../endpoint.ts';
import type { StoreDocument } from '../protocol.ts';
import { toShopTitle } from '../texts.ts';
import { getUcpUrl, PROFILE_PATH } from '../ucp/profile/links.ts';

const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

export const documents: readonly StoreDocument[] = [
  { path: '/llms.txt', type: 'text/plain; charset=utf-8', render: renderLlmsText },
  { path: '/server-card', type: SERVER_CARD_TYPE, render: renderServerCard },
  { path: '/ai-catalog.json', type: 'application/ai-catalog+json', render: renderAiCatalog },
];

type Context = Pick<StoreContext, 'baseUrl' | 'store'>;

/** True for a request on a host of the store's own. */
function isOnTenantHost({ store }: Context, { target }: SentRequest): boolean {
  return !target.startsWith(`/mcp/${store.slug}/`);
}

/** Address below which the requested host serves the endpoint's documents. */
function getDocumentRoot(context: Context, request: SentRequest): string {
  return isOnTenantHost(context, request)
    ? `${request.scheme}://${request.authority}/mcp`
    : `${context.baseUrl}/mcp/${context.store.slug}`;
}

/** Address of the store's endpoint on the requested host. It ends in `/mcp`, by which clients choose the transport. */
function getEndpointUrl(context: Context, request: SentRequest): string {
  const root = getDocumentRoot(context, request);
  return isOnTenantHost(context, request) ? root : `${root}/mcp`;
}

/** Renders the store's llms.txt, with the addresses on the requested host (https://llmstxt.org). */
function renderLlmsText(context: Context, request: SentRequest): string {
  const { store } = context;
  const mcp = getEndpointUrl(context, request);
  const root = isOnTenantHost(context, request)
    ? `${request.scheme}://${request.authority}`
    : getUcpUrl(context);
  const profile = root + PROFILE_PATH;
  return [
    `# ${toShopTitle(store, MAX_NAME_LENGTH)}`,
    '',
    `> Agents can search this store, fill carts and start checkouts in ${store.description.currency}. Buyers pay on the store's own checkout page.`,
    '',
    '## For agents',
    '',
    `- [MCP](${mcp}): Streamable HTTP, no key and no profile. Begin with the tool search_products.`,
    `- [UCP profile](${profile}): the Universal Commerce Protocol over REST and MCP, for agent platforms with a profile.`,
    `- [Storefront](${getStorefrontUrl(store)}): for people.`,
    '',
  ].join('\n');
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const MAX_TEXT = 100;

/** Describes the endpoint for clients that are not connected yet (SEP-2127). */
function renderServerCard(context: Context, request: SentRequest): string {
  const { store } = context;
  const url = getEndpointUrl(context, request);
  const { currency } = store.description;
  return JSON.stringify({
    $schema: SCHEMA,
    name: `${toNamespace(url)}/${store.slug}`,
    version: VERSION,
    title: toShopTitle(store, MAX_TEXT),
    description: `Search this store, fill carts and start checkouts in ${currency}. Buyers pay on the store's own page.`,
    remotes: [{ type: 'streamable-http', url }],
  });
}

/** Reverses a domain name; an address of a machine gives the product's name. */
function toNamespace(url: string): string {
  const labels = new URL(url).hostname.split('.').toReversed();
  return /^[a-z][a-z\d-]*$/.test(labels[0] ?? '') ? labels.join('.') : 'ucp-host';
}

/** Lists the server card for clients that know the store's host alone. */
function renderAiCatalog(context: Context, request: SentRequest): string {
  const url = getEndpointUrl(context, request);
  const identifier = `urn:air:${new URL(url).hostname}:mcp:${context.store.slug}`;
  const entry = {
    identifier,
    type: SERVER_CARD_TYPE,
    url: `${getDocumentRoot(context, request)}/server-card`,
  };
  return JSON.stringify({ specVersion: '1.0', entries: [entry] });
}
