import {
  type Cart,
  type CheckoutSession,
  createAgentClient,
  type Order,
  type ProductPage,
} from '../../../client/index.ts';
import { type Watch, watchedFetch } from './exchange.ts';

export type Transport = 'rest' | 'mcp';

export interface Purchase {
  line_items: { item: { id: string }; quantity: number }[];
  discounts?: { codes: string[] };
}

/** Steps of a purchase over either transport. Refusals reject with the store's message. */
export interface Agent {
  search(words: string): Promise<ProductPage>;
  fillCart(purchase: Purchase, cartId?: string): Promise<Cart>;
  createSession(purchase: Purchase, idempotencyKey: string): Promise<CheckoutSession>;
  readSession(id: string): Promise<CheckoutSession>;
  completeSession(id: string): Promise<CheckoutSession>;
  cancelSession(id: string): Promise<CheckoutSession>;
  readOrder(id: string): Promise<Order>;
}

interface Setting {
  slug: string;
  headers: Record<string, string>;
  watch: Watch;
}

export function agentOver(transport: Transport, setting: Setting): Agent {
  const overRest = agentOverRest(setting);
  return transport === 'mcp' ? { ...overRest, ...sessionsOverMcp(setting) } : overRest;
}

function agentOverRest({ slug, headers, watch }: Setting): Agent {
  const store = (title: string) =>
    createAgentClient({
      baseUrl: window.location.origin,
      slug,
      headers,
      maxRetries: 0,
      fetch: watchedFetch(title, watch),
    });
  return {
    search: (words) => store(`Search for “${words}”`).search(words, { first: 12 }),
    fillCart: (body, id) =>
      id === undefined ? store('Create cart').createCart(body) : store('Update cart').updateCart(id, body),
    createSession: (body, key) => store('Create a checkout session').createSession(body, key),
    readSession: (id) => store('Read the session').getSession(id),
    completeSession: (id) => store('Complete the session').completeSession(id),
    cancelSession: (id) => store('Cancel the session').cancelSession(id),
    readOrder: (id) => store('Read order').getOrder(id),
  };
}

/** MCP carries the four tools of checkout; search, carts and orders are REST's for every agent. */
function sessionsOverMcp(setting: Setting): Partial<Agent> {
  const tool = (title: string, name: string, args: object) => toolCall(setting, title, name, args);
  return {
    createSession: (purchase, key) =>
      tool('Create a checkout session', 'create_checkout_session', { ...purchase, idempotency_key: key }),
    readSession: (id) => tool('Read the session', 'get_checkout_session', { session_id: id }),
    completeSession: (id) => tool('Complete the session', 'complete_checkout_session', { session_id: id }),
    cancelSession: (id) => tool('Cancel the session', 'cancel_checkout_session', { session_id: id }),
  };
}

let lastRpcId = 0;

async function toolCall(
  { slug, headers, watch }: Setting,
  title: string,
  name: string,
  args: object,
): Promise<CheckoutSession> {
  lastRpcId += 1;
  const url = `${window.location.origin}/api/ucp/${encodeURIComponent(slug)}/mcp`;
  const response = await watchedFetch(title, watch)(url, {
    method: 'POST',
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: lastRpcId,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  });
  const { result, error }: RpcReply = await response.json().catch(() => ({}));
  const text = result?.content[0]?.text;
  if (text !== undefined) return JSON.parse(text);
  throw new Error(
    (typeof error === 'object' ? error?.message : error) ?? `The store answered ${response.status}`,
  );
}

interface RpcReply {
  result?: { content: { text: string }[] } | null;
  /** A text where the request was refused before JSON-RPC read it. */
  error?: { message: string } | string | null;
}
