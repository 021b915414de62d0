import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import type { RunningShop, ShopProduct } from '../../../simulated-shops/shop/types.ts';
import {
  startWooCommerceShop,
  type WooCommerceShopOptions,
} from '../../../simulated-shops/woocommerce/start.ts';
import {
  type CartCreateResponse,
  cartCreateResponse,
} from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import { type BrowserPage, openBrowser } from './browser.ts';

export const CORE = '/wp-json/wc/v3';
export const CONNECTOR = '/wp-json/wc-ucp-host/v1';

export type Answer = { status: number; headers: Headers; body: unknown };

export interface Visitor {
  shop: RunningShop;
  /** With the key, unless other headers say who asks. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A site that closes with the test, and a caller with its key. */
export async function openSite(t: TestContext, options: WooCommerceShopOptions = {}): Promise<Visitor> {
  const shop = await startWooCommerceShop(options);
  t.after(() => shop.close());
  const ask = async (path: string, init: RequestInit, headers: Record<string, string>): Promise<Answer> => {
    const response = await fetch(`${shop.url}${path}`, { ...init, headers });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  };
  return {
    shop,
    get: (path, headers = basic(shop)) => ask(path, {}, headers),
    send: (method, path, body, headers = basic(shop)) =>
      ask(
        path,
        { method, body: typeof body === 'string' ? body : JSON.stringify(body) },
        { 'content-type': 'application/json', ...headers },
      ),
  };
}

export function basic(
  shop: RunningShop,
  wrong: { key?: string; secret?: string } = {},
): { authorization: string } {
  const key = wrong.key ?? shop.credentials.consumerKey;
  const secret = wrong.secret ?? shop.credentials.consumerSecret;
  return { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` };
}

export function goods(shop: RunningShop, handle: string): ShopProduct {
  const product = shop.control.products.find((each) => each.handle === handle);
  assert.ok(product, `no product ${handle}`);
  return product;
}

const post = z.looseObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  price: z.string(),
  purchasable: z.boolean(),
  stock_status: z.string(),
});

export function posts(answer: Answer): z.infer<typeof post>[] {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return z.array(post).parse(answer.body);
}

export function ids(answer: Answer): number[] {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return z
    .array(z.looseObject({ id: z.int() }))
    .parse(answer.body)
    .map(({ id }) => id);
}

export function errorCode(answer: Answer): string {
  return z.looseObject({ code: z.string() }).parse(answer.body).code;
}

const order = z.looseObject({
  id: z.int(),
  status: z.string(),
  total: z.string(),
  date_paid: z.string().nullable(),
  meta_data: z.array(z.looseObject({ key: z.string(), value: z.unknown() })),
  refunds: z.array(z.looseObject({ total: z.string() })),
});

export function orders(answer: Answer): z.infer<typeof order>[] {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return z.array(order).parse(answer.body);
}

export function cartRequest(items: { id: number; quantity: number }[]) {
  return { cart_id: randomUUID(), session_id: randomUUID(), items };
}

export function createCart(visitor: Visitor, request: unknown): Promise<Answer> {
  return visitor.send('POST', `${CONNECTOR}/cart/create`, request);
}

export function cart(answer: Answer): CartCreateResponse {
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return cartCreateResponse.parse(answer.body);
}

/** Opens the checkout and presses its one button in the same browser, with what was typed. */
export async function pay(checkoutUrl: string, typed: Record<string, string> = {}): Promise<BrowserPage> {
  const buyer = openBrowser();
  assert.equal((await buyer.open(checkoutUrl)).status, 200);
  return buyer.submit(checkoutUrl, typed);
}
