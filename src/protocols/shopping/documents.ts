import { nameOf } from '../../commerce/store/store.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { VERSION } from '../../settings/version.ts';
import type { SentRequest } from '../endpoint.ts';
import type { StoreDocument } from '../protocol.ts';
import { PROFILE_PATH, storefrontUrl, ucpUrl } from '../ucp/profile/links.ts';

const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

/** Documents by which clients find a store's endpoint. */
export const documents: readonly StoreDocument[] = [
  { path: '/llms.txt', type: 'text/plain; charset=utf-8', render: llmsText },
  { path: '/server-card', type: SERVER_CARD_TYPE, render: serverCard },
  { path: '/ai-catalog.json', type: 'application/ai-catalog+json', render: aiCatalog },
];

type Context = Pick<StoreContext, 'baseUrl' | 'store'>;

/** True for a request on a host of the store's own. */
function isOnTenantHost({ store }: Context, { target }: SentRequest): boolean {
  return !target.startsWith(`/mcp/${store.slug}/`);
}

/** Address of the store's endpoint on the requested host. */
function endpointUrl(context: Context, request: SentRequest): string {
  return isOnTenantHost(context, request)
    ? `${request.scheme}://${request.authority}/mcp`
    : `${context.baseUrl}/mcp/${context.store.slug}`;
}

/** Renders the store's llms.txt, with the addresses on the requested host (https://llmstxt.org). */
function llmsText(context: Context, request: SentRequest): string {
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

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
/** Bound of the card's texts, by its schema. */
const MAX_TEXT = 100;

/** Describes the endpoint for clients that are not connected yet (SEP-2127). */
function serverCard(context: Context, request: SentRequest): string {
  const { store } = context;
  const url = endpointUrl(context, request);
  const { currency } = store.description;
  return JSON.stringify({
    $schema: SCHEMA,
    name: `${namespaceOf(url)}/${store.slug}`,
    version: VERSION,
    title: nameOf(store).slice(0, MAX_TEXT).toWellFormed(),
    description: `Search this store, fill carts and start checkouts in ${currency}. Buyers pay on the store's own page.`,
    remotes: [{ type: 'streamable-http', url }],
  });
}

/** Reverses a domain name; an address of a machine gives the product's name. */
function namespaceOf(url: string): string {
  const labels = new URL(url).hostname.split('.').toReversed();
  return /^[a-z][a-z\d-]*$/.test(labels[0] ?? '') ? labels.join('.') : 'ucp-host';
}

/** Lists the server card for clients that know the store's host alone. */
function aiCatalog(context: Context, request: SentRequest): string {
  const url = endpointUrl(context, request);
  const identifier = `urn:air:${new URL(url).hostname}:mcp:${context.store.slug}`;
  const entry = { identifier, type: SERVER_CARD_TYPE, url: `${url}/server-card` };
  return JSON.stringify({ specVersion: '1.0', entries: [entry] });
}
