import assert from 'node:assert/strict';
import type { z } from 'zod';
import type {
  cartResponse,
  orderResponse,
  productPageResponse,
  quotesResponse,
  sessionResponse,
} from '../src/protocols/contract/responses.ts';

export type Answer<Body = Record<string, unknown>> = { status: number; headers: Headers; body: Body };

export type Session = z.infer<typeof sessionResponse>;
export type Cart = z.infer<typeof cartResponse>;
export type Order = z.infer<typeof orderResponse>;
export type Quotes = z.infer<typeof quotesResponse>;
export type ProductPage = z.infer<typeof productPageResponse>;

export type ErrorBody = { error: string; code: string; details?: { path: string; message: string }[] };

/** Returns the body of an answer that has this status. */
export function bodyOf<Body>(status: number, answer: Pick<Answer<Body>, 'status' | 'body'>): Body {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
}

/** HTTP client of an agent at one store; `always` are headers of every request. */
export function agentOf(baseUrl: string, slug: string, always: Record<string, string> = {}) {
  const address = `${baseUrl}/api/ucp/${slug}`;

  async function send<Body>(method: string, path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    const response = await fetch(address + path, {
      method,
      ...init,
      headers: { ...always, ...(init.headers as Record<string, string> | undefined) },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? ({} as Body) : JSON.parse(text),
    };
  }

  const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

  return {
    address,
    send,
    get: <Body = Record<string, unknown>>(path: string, headers: Record<string, string> = {}) =>
      send<Body>('GET', path, { headers }),
    post: <Body = Session>(path: string, body: unknown, headers?: Record<string, string>) =>
      send<Body>('POST', path, json(body, headers)),
    put: <Body = Session>(path: string, body: unknown) => send<Body>('PUT', path, json(body)),

    search: async (words: string, first = 20) =>
      (await send<ProductPage>('GET', `/catalog/search?q=${encodeURIComponent(words)}&first=${first}`)).body,

    createSession: (lines: Line[], extras: object = {}, headers: Record<string, string> = {}) =>
      send<Session>(
        'POST',
        '/checkout-sessions',
        json({ line_items: lines.map(toLineItem), ...extras }, headers),
      ),
    readSession: (id: string) => send<Session>('GET', `/checkout-sessions/${id}`),
    replaceLines: (id: string, lines: Line[]) =>
      send<Session>('PUT', `/checkout-sessions/${id}`, json({ line_items: lines.map(toLineItem) })),
    complete: (id: string) => send<Session>('POST', `/checkout-sessions/${id}/complete`),
    cancel: (id: string) => send<Session>('POST', `/checkout-sessions/${id}/cancel`),

    createCart: (lines: Line[], extras: object = {}) =>
      send<Cart>('POST', '/carts', json({ line_items: lines.map(toLineItem), ...extras })),
    readCart: (id: string) => send<Cart>('GET', `/carts/${id}`),
    replaceCartLines: (id: string, lines: Line[], extras: object = {}) =>
      send<Cart>('PUT', `/carts/${id}`, json({ line_items: lines.map(toLineItem), ...extras })),
    updateCart: (id: string, change: object) => send<Cart>('PUT', `/carts/${id}`, json(change)),
    cancelCart: (id: string) => send<Cart>('POST', `/carts/${id}/cancel`),

    readOrder: (id: string) => send<Order>('GET', `/orders/${encodeURIComponent(id)}`),
    quote: (lines: Line[], destination: object) =>
      send<Quotes>('POST', '/fulfillment/quotes', json({ line_items: lines.map(toLineItem), destination })),

    rpc: <Result = Record<string, unknown>>(body: unknown, headers?: Record<string, string>) =>
      send<RpcAnswer<Result>>('POST', '/mcp', json(body, headers)),
  };
}

export type Agent = ReturnType<typeof agentOf>;

export interface RpcAnswer<Result> {
  jsonrpc: string;
  id: string | number | null;
  result?: Result;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** Item id, alone or with its quantity. */
export type Line = string | [id: string, quantity: number];

function toLineItem(line: Line) {
  const [id, quantity] = typeof line === 'string' ? [line, 1] : line;
  return { item: { id }, quantity };
}

/** Returns the first variant in stock that a search finds. */
export async function findVariant(
  agent: Agent,
  words: string,
): Promise<{ id: string; productId: string; url: string }> {
  const { products } = await agent.search(words);
  for (const product of products) {
    const variant = product.variants.find((each) => each.available);
    if (variant) return { id: variant.id, productId: product.id, url: product.url };
  }
  return assert.fail(`nothing in stock is called ${words}`);
}

/** Creates a session, of a mug by default. */
export async function newSession(agent: Agent, extras: object = {}, lines?: Line[]): Promise<Session> {
  return bodyOf(201, await agent.createSession(lines ?? [(await findVariant(agent, 'mug')).id], extras));
}

/** Pays as a buyer: opens the page and presses its button. */
export async function pay(session: Pick<Session | Cart, 'continue_url'>): Promise<void> {
  assert.ok(session.continue_url, 'the session has nowhere to pay');
  const page = await fetch(session.continue_url, { method: 'POST' });
  assert.equal(page.status, 200, 'the checkout page takes the payment');
  await page.text();
}
