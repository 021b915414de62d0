import { nameOf } from '../../commerce/store/store.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import { VERSION } from '../../settings/version.ts';
import type { SentRequest } from '../endpoint.ts';
import { endpointUrl } from './endpoint-url.ts';

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
/** Bound of the card's texts, by its schema. */
const MAX_TEXT = 100;

/** Describes the endpoint for clients that are not connected yet (SEP-2127). */
export function serverCard(context: Pick<StoreContext, 'baseUrl' | 'store'>, request: SentRequest): string {
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
export function aiCatalog(context: Pick<StoreContext, 'baseUrl' | 'store'>, request: SentRequest): string {
  const url = endpointUrl(context, request);
  const identifier = `urn:air:${new URL(url).hostname}:mcp:${context.store.slug}`;
  const entry = { identifier, type: SERVER_CARD_TYPE, url: `${url}/server-card` };
  return JSON.stringify({ specVersion: '1.0', entries: [entry] });
}
