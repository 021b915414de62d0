import type { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store/store.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import type { CallStats } from '../request-log/agent-call.ts';
import type { Endpoint, Incoming, RawInput, SentRequest } from './endpoint.ts';
import type { Refused } from './protocol-error.ts';
import type { Tool } from './tools.ts';

export interface ToolFailure {
  status: number;
  message: string;
  /** Text for the model. */
  text: string;
}

/** JSON-RPC error; `status` is the status of the HTTP response. */
interface RpcRefusal {
  code: number;
  data: object;
  status: number;
}

/** HTML document that a host of MCP Apps shows for a tool's results (SEP-1865). */
export interface Card {
  uri: string;
  title: string;
  tools: readonly string[];
  /** Reads the origins from which the document loads pictures; it loads nothing else. */
  pictureOrigins(): Promise<string[]>;
  /** Fills the store, the card and its policy into the built document. */
  fill(document: string, pictureOrigins: readonly string[]): string;
}

/** Document that names a store's endpoint, rendered for the request's host. */
export interface StoreDocument {
  /** Path below the store's URL. */
  path: `/${string}`;
  type: string;
  render(context: StoreContext, request: SentRequest): string;
}

/** Everything that a transport needs to know of a protocol. */
export interface Protocol {
  /** Path above the stores' slugs. */
  root: `/${string}`;
  endpoints: Endpoint[];
  /** MCP tools by name; a tool is hidden while its capability is off. */
  tools: ReadonlyMap<string, Tool>;
  permalinks?: Permalinks;
  /** Paths of MCP below the store's URL. */
  mcpPaths: readonly ('/mcp' | '')[];
  /** Structured content beside the text: never, where the URL asks for it, or always (docs/shopping-mcp.md). */
  toolResults: 'text' | 'textUnlessAsked' | 'structured';
  documents?: readonly StoreDocument[];
  /** Lists the store's cards, for clients that show them. */
  cardsOf?(context: StoreContext): Card[];
  /** Instructs models how to shop, in the answer to `initialize` and `server/discover`; `shop` is its title. */
  instructions?(shop: string): string;
  /** Renders a failure as the result of its tool; without it failures are JSON-RPC errors. */
  toolFailure?(error: CommerceError, call: { tool: string; args: RawInput }): ToolFailure;
  refusal(refused: Refused): object;
  toRpcRefusal(refused: Refused): RpcRefusal;
}

/** Request for a link, by a browser or by a program that previews links. */
export interface Visit extends Pick<Incoming, 'headers' | 'sentRequest'> {
  /** Undecoded rest of the path, with the query. */
  below: string;
}

export interface BrowserAnswer {
  status: number;
  headers: Record<string, string>;
  body?: string;
  /** Checkout session that the link created or returned to. */
  sessionId?: string;
  callStats?: CallStats | undefined;
}

/** Links into a store that browsers open. */
export interface Permalinks {
  path: `/${string}`;
  /** Throws `CommerceError` and `ProtocolError`. */
  open(context: StoreContext | undefined, visit: Visit): Promise<BrowserAnswer>;
  /** Renders an error as the client accepts it; `context` is undefined when no store is known. */
  refuse(refused: Refused, visit: Visit, context: RefusedAt | undefined): BrowserAnswer;
}

export type RefusedAt = Pick<StoreContext, 'baseUrl'> & { store: Store };
