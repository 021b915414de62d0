import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { words } from '../search/made-up-words.ts';
import { answerParent } from './answer-parent.ts';

const { SHOP_PRODUCTS = '1000', SHOP_ANSWER_MS = '110' } = process.env;

/** Simulated WooCommerce shop behind one worker, which answers one request after the other. */
const lines = Array.from({ length: Number(SHOP_PRODUCTS) }, (_, index) => ({
  id: String(index + 1),
  title: words(index * 13, 5),
  description: words(index * 31, 60),
  categories: [],
  brand: '',
  sku: `SKU-${index + 1}`,
  gtin: '',
  price: `${10 + (index % 90)}.00`,
  options: {},
}));
const shop = await startWooCommerceShop({ port: 0, currency: 'USD', catalog: lines, name: 'Small Shop' });
let turn: Promise<unknown> = Promise.resolve();
let calls: { at: number; method: string; path: string }[] = [];

const front = createServer((request, response) => {
  const { method = 'GET', url = '' } = request;
  if (request.headers['x-person'] === undefined) calls.push({ at: Date.now(), method, path: url });
  turn = turn
    .then(() => work(request, response))
    .catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
});
front.listen(0, '127.0.0.1');
await new Promise((resolve) => front.once('listening', resolve));
const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

async function work(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body: Buffer[] = [];
  for await (const part of request) body.push(part as Buffer);
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const shopCall = fetch(shop.url + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
  });
  const [answer] = await Promise.all([shopCall, sleep(Number(SHOP_ANSWER_MS))]);
  const text = Buffer.from(await answer.arrayBuffer());
  const {
    'content-encoding': _encoding,
    'transfer-encoding': _transfer,
    ...otherHeaders
  } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, { ...otherHeaders, 'content-length': String(text.length) }).end(text);
}

answerParent(({ reset }) => {
  if (reset) calls = [];
  return {
    credentials: { ...(shop.credentials as object), url },
    page: `${url}/product/${shop.control.products[0]?.handle ?? ''}`,
    products: shop.control.products.map(({ id, title }) => ({ id, title })),
    calls,
  };
});
