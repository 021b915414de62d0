import colors from 'picocolors';
import type { z } from 'zod';
import {
  cartResponse,
  manifestResponse,
  orderResponse,
  productPageResponse,
  quotesResponse,
  sessionResponse,
} from '../protocols/contract/responses.ts';
import { say } from './terminal.ts';

type Session = z.infer<typeof sessionResponse>;

/** Steps of a purchase over either transport. Responses are validated against the contract's schemas. */
export interface ShoppingAgent {
  address: string;
  transport: string;
  discover(): Promise<z.infer<typeof manifestResponse>>;
  search(words: string): Promise<z.infer<typeof productPageResponse>>;
  fillCart(request: object): Promise<z.infer<typeof cartResponse>>;
  quote(request: object): Promise<z.infer<typeof quotesResponse>>;
  readOrder(id: string): Promise<z.infer<typeof orderResponse>>;
  create(request: object, idempotencyKey: string): Promise<Session>;
  complete(id: string): Promise<Session>;
}

export function agentOverRest(address: string): ShoppingAgent {
  const sessions = `${address}/checkout-sessions`;
  return {
    ...overRest(address),
    transport: 'REST',
    create: async (request, key) =>
      sessionResponse.parse(await call('POST', sessions, request, { 'idempotency-key': key })),
    complete: async (id) => sessionResponse.parse(await call('POST', `${sessions}/${id}/complete`)),
  };
}

/** Uses the four MCP tools for checkout, and REST for the rest. */
export function agentOverMcp(address: string): ShoppingAgent {
  let requests = 0;
  const tool = async (name: string, given: object): Promise<Session> => {
    requests += 1;
    const request = {
      jsonrpc: '2.0',
      id: requests,
      method: 'tools/call',
      params: { name, arguments: given },
    };
    const answer = (await call('POST', `${address}/mcp`, request)) as RpcAnswer;
    if (!answer.result) throw new Error(`${name}: ${answer.error?.message}`);
    return sessionResponse.parse(JSON.parse(answer.result.content[0]?.text ?? 'null'));
  };
  return {
    ...overRest(address),
    transport: 'MCP',
    create: (request, key) => tool('create_checkout_session', { ...request, idempotency_key: key }),
    complete: (id) => tool('complete_checkout_session', { session_id: id }),
  };
}

interface RpcAnswer {
  result?: { content: { text: string }[] };
  error?: { message: string };
}

function overRest(address: string) {
  return {
    address,
    discover: async () => manifestResponse.parse(await call('GET', address)),
    search: async (words: string) =>
      productPageResponse.parse(
        await call('GET', `${address}/catalog/search?q=${encodeURIComponent(words)}&first=5`),
      ),
    fillCart: async (request: object) => cartResponse.parse(await call('POST', `${address}/carts`, request)),
    quote: async (request: object) =>
      quotesResponse.parse(await call('POST', `${address}/fulfillment/quotes`, request)),
    readOrder: async (id: string) => orderResponse.parse(await call('GET', `${address}/orders/${id}`)),
  };
}

async function call(
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const sent = body === undefined ? '' : ` ${shortened(JSON.stringify(body))}`;
  say(`    ${colors.cyan(`${method} ${new URL(url).pathname}${new URL(url).search}`)}${colors.dim(sent)}`);
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  say(colors.dim(`    ${answer.status} ${shortened(inShort(JSON.parse(text)))}`));
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** Response without envelopes and without the cart's key. */
function inShort(answer: object): string {
  if ('result' in answer) return inShort(JSON.parse((answer as RpcAnswer).result?.content[0]?.text ?? '{}'));
  const { ucp, ...rest } = answer as Record<string, unknown>;
  const shown = Object.keys(rest).length > 0 ? rest : ucp;
  return JSON.stringify(shown).replaceAll(/\?(?:key|ucp_cart)=[^"]+/g, '?…');
}

const SHOWN = 200;

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
