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

/** Addresses on the requested host, which may be the store's own. Clients choose the transport by the end in `/mcp`. */
function getAddresses(context: Context, { scheme, authority, target }: SentRequest) {
  const { baseUrl, store } = context;
  if (target.startsWith(`/mcp/${store.slug}/`)) {
    const documents = `${baseUrl}/mcp/${store.slug}`;
    return { ucp: getUcpUrl(context), documents, endpoint: `${documents}/mcp` };
  }
  const origin = `${scheme}://${authority}`;
  return { ucp: origin, documents: `${origin}/mcp`, endpoint: `${origin}/mcp` };
}

/** Renders the store's llms.txt, with the addresses on the requested host (https://llmstxt.org). */
function renderLlmsText(context: Context, request: SentRequest): string {
  const { store } = context;
  const { ucp, endpoint } = getAddresses(context, request);
  return [
    `# ${toShopTitle(store, MAX_NAME_LENGTH)}`,
    '',
    `> Agents can search this store, fill carts and start checkouts in ${store.description.currency}. Buyers pay on the store's own checkout page.`,
    '',
    '## For agents',
    '',
    `- [MCP](${endpoint}): Streamable HTTP, no key and no profile. Begin with the tool search_products.`,
    `- [UCP profile](${ucp}${PROFILE_PATH}): the Universal Commerce Protocol over REST and MCP, for agent platforms with a profile.`,
    `- [Storefront](${getStorefrontUrl(store)}): for people.`,
    '',
  ].join('\n');
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const MAX_TEXT = 100;

/** Describes the endpoint for clients that are not connected yet (SEP-2127). */
function renderServerCard(context: Context, request: SentRequest): string {
  const { store } = context;
  const { endpoint: url } = getAddresses(context, request);
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
  const { documents, endpoint } = getAddresses(context, request);
  const identifier = `urn:air:${new URL(endpoint).hostname}:mcp:${context.store.slug}`;
  const entry = { identifier, type: SERVER_CARD_TYPE, url: `${documents}/server-card` };
  return JSON.stringify({ specVersion: '1.0', entries: [entry] });
}
