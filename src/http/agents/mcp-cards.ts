import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../commerce/json/is-object.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { SignAnswer } from '../../protocols/endpoint.ts';
import type { Card, Protocol } from '../../protocols/protocol.ts';
import { INVALID_PARAMS } from '../../protocols/protocol-error.ts';
import { RpcError, type RpcRequest } from '../requests/json-rpc.ts';
import { OPEN_TO_ALL } from '../requests/response-headers.ts';
import { META, type Revision } from './mcp-versions.ts';

export interface Call {
  request: FastifyRequest;
  rpc: RpcRequest;
  /** Profile URL of the agent platform that the message names. */
  ucpAgent: string | undefined;
  context: StoreContext;
  revision: Revision;
  /** Cards of the store, for a client that shows them. */
  shownCards: ShownCards | undefined;
  /** Set by a tool whose response must be signed. */
  sign?: SignAnswer;
}

interface ShownCards {
  cards: readonly Card[];
  document: string;
}

/** Reads the built document of the cards; undefined while it is not built. */
export type CardDocument = () => Promise<string | undefined>;

/** Type of the documents of MCP Apps (SEP-1865). */
const CARD_TYPE = 'text/html;profile=mcp-app';

/** `Mcp-Session-Id` of clients that show cards: after a handshake no other member of a request repeats what the client can do. */
const SHOWS_CARDS = 'shows-cards';

const RESOURCE_NOT_FOUND = -32_002;

/** Resolves with the store's cards for a client that shows them; with undefined for any other. */
export async function loadCards({ cardsOf }: Protocol, call: Call, readDocument: CardDocument) {
  if (!cardsOf || !canShowCards(call)) return undefined;
  const document = await readDocument();
  return document === undefined ? undefined : { cards: cardsOf(call.context), document };
}

function canShowCards({ request, rpc: { method, params, meta } }: Call): boolean {
  const capabilities = method === 'initialize' ? params.capabilities : meta[META.clientCapabilities];
  if (request.headers['mcp-session-id'] === SHOWS_CARDS && method !== 'initialize') return true;
  const extensions = isObject(capabilities) ? capabilities.extensions : undefined;
  const extension = isObject(extensions) ? extensions['io.modelcontextprotocol/ui'] : undefined;
  // Libraries that show nothing declare the extension without a type, and hand the pictures of a result to their model.
  const types = isObject(extension) ? extension.mimeTypes : undefined;
  return Array.isArray(types) && types.includes(CARD_TYPE);
}

/** Makes the client repeat in each request after the handshake that it shows cards. */
export function rememberCards(reply: FastifyReply): void {
  const exposed = `${OPEN_TO_ALL['access-control-expose-headers']}, mcp-session-id`;
  reply.headers({ 'mcp-session-id': SHOWS_CARDS, 'access-control-expose-headers': exposed });
}

/** Tools change only with a release or a switch. Cards make the answer private: another client gets another one. */
export function buildCacheHints({ revision, shownCards }: Pick<Call, 'revision' | 'shownCards'>): object {
  return revision === 'stateless' ? { ttlMs: 300_000, cacheScope: shownCards ? 'private' : 'public' } : {};
}

/** Member of a tool that names its card; empty for a tool without one. */
export function getToolCard(shownCards: ShownCards | undefined, tool: string): object {
  const card = shownCards?.cards.find(({ tools }) => tools.includes(tool));
  return card ? { _meta: { ui: { resourceUri: card.uri } } } : {};
}

export function listCards(call: Call): object {
  const resources = call.shownCards?.cards.map(({ uri, title: name }) => {
    return { uri, name, mimeType: CARD_TYPE };
  });
  return { resources, ...buildCacheHints(call) };
}

export async function readCard(call: Call): Promise<object> {
  const { shownCards, rpc, revision } = call;
  const card = shownCards?.cards.find(({ uri }) => uri === rpc.params.uri);
  if (!shownCards || !card) {
    const uris = shownCards?.cards.map(({ uri }) => uri).join(', ');
    const code = revision === 'stateless' ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
    throw new RpcError(code, `params.uri must name a resource of this store: ${uris}.`);
  }
  const resourceDomains = await card.pictureOrigins();
  const csp = { connectDomains: [], resourceDomains };
  const _meta = { ui: { csp, prefersBorder: true } };
  const text = card.fill(shownCards.document, resourceDomains);
  return { contents: [{ uri: card.uri, mimeType: CARD_TYPE, text, _meta }], ...buildCacheHints(call) };
}
