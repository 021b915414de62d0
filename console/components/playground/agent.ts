import type { z } from 'zod';
import type {
  cartResponse,
  orderResponse,
  productPageResponse,
  sessionResponse,
} from '../../../src/protocols/contract/responses.ts';
import { type Answer, type Call, exchange, type Watch } from './exchange.ts';

type ProductPage = z.infer<typeof productPageResponse>;
export type Product = ProductPage['products'][number];
export type Cart = z.infer<typeof cartResponse>;
export type Session = z.infer<typeof sessionResponse>;
export type Order = z.infer<typeof orderResponse>;
export type Transport = 'rest' | 'mcp';

export interface Purchase {
  line_items: { item: { id: string }; quantity: number }[];
  discounts?: { codes: string[] };
}

/** Steps of a purchase over either transport. Refusals reject with the store's message. */
export interface Agent {
  search(words: string): Promise<ProductPage>;
  fillCart(purchase: Purchase, cartId?: string): Promise<Cart>;
  createSession(purchase: Purchase, idempotencyKey: string): Promise<Session>;
  readSession(id: string): Promise<Session>;
  completeSession(id: string): Promise<Session>;
  cancelSession(id: string): Promise<Session>;
  readOrder(id: string): Promise<Order>;
}

interface Setting {
  /** Address of the store: `/api/ucp/{slug}`. */
  address: string;
  headers: Record<string, string>;
  watch: Watch;
}

export function agentOver(transport: Transport, setting: Setting): Agent {
  return transport === 'mcp' ? agentOverMcp(setting) : agentOverRest(setting);
}

function agentOverRest(setting: Setting): Agent {
  const sessions = `${setting.address}/checkout-sessions`;
  const post = (title: string, path: string) =>
    restCall<Session>(setting, { title, method: 'POST', url: path });
  return {
    ...readsOf(setting),
    createSession: (body, key) =>
      restCall(setting, {
        title: 'Create a checkout session',
        method: 'POST',
        url: sessions,
        headers: { 'idempotency-key': key },
        body,
      }),
    readSession: (id) =>
      restCall(setting, { title: 'Read the session', method: 'GET', url: `${sessions}/${id}` }),
    completeSession: (id) => post('Complete the session', `${sessions}/${id}/complete`),
    cancelSession: (id) => post('Cancel the session', `${sessions}/${id}/cancel`),
  };
}

/** MCP carries the four tools of checkout; search, carts and orders are REST's for every agent. */
function agentOverMcp(setting: Setting): Agent {
  const tool = (title: string, name: string, args: object) => toolCall(setting, title, name, args);
  return {
    ...readsOf(setting),
    createSession: (purchase, key) =>
      tool('Create a checkout session', 'create_checkout_session', { ...purchase, idempotency_key: key }),
    readSession: (id) => tool('Read the session', 'get_checkout_session', { session_id: id }),
    completeSession: (id) => tool('Complete the session', 'complete_checkout_session', { session_id: id }),
    cancelSession: (id) => tool('Cancel the session', 'cancel_checkout_session', { session_id: id }),
  };
}

function readsOf(setting: Setting): Pick<Agent, 'search' | 'fillCart' | 'readOrder'> {
  const { address } = setting;
  return {
    search: (words) =>
      restCall(setting, {
        title: `Search for “${words}”`,
        method: 'GET',
        url: `${address}/catalog/search?q=${encodeURIComponent(words)}&first=12`,
      }),
    fillCart: (body, id) =>
      id === undefined
        ? restCall(setting, { title: 'Create cart', method: 'POST', url: `${address}/carts`, body })
        : restCall(setting, { title: 'Update cart', method: 'PUT', url: `${address}/carts/${id}`, body }),
    readOrder: (id) =>
      restCall(setting, {
        title: 'Read order',
        method: 'GET',
        url: `${address}/orders/${encodeURIComponent(id)}`,
      }),
  };
}

async function restCall<Of>(setting: Setting, call: Call): Promise<Of> {
  const answer = await exchange(call, setting.headers, setting.watch);
  if (answer.status >= 400) throw new Error(refusalOf(answer));
  return answer.body as Of;
}

let lastRpcId = 0;

async function toolCall(setting: Setting, title: string, name: string, args: object): Promise<Session> {
  lastRpcId += 1;
  const body = { jsonrpc: '2.0', id: lastRpcId, method: 'tools/call', params: { name, arguments: args } };
  const call: Call = {
    title,
    method: 'POST',
    url: `${setting.address}/mcp`,
    headers: { accept: 'application/json, text/event-stream' },
    body,
  };
  const answer = await exchange(call, setting.headers, setting.watch);
  const reply = answer.body as RpcReply;
  const text = reply.result?.content[0]?.text;
  if (text === undefined) throw new Error(reply.error?.message ?? refusalOf(answer));
  return JSON.parse(text) as Session;
}

interface RpcReply {
  result?: { content: { text: string }[] } | null;
  error?: { message: string } | null;
}

function refusalOf({ status, body }: Answer): string {
  const words = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof words === 'string' ? words : `The store answered ${status}`;
}
