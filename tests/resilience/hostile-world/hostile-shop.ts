import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { freePort } from '../../../testing/free-port.ts';
import { startHttpServer } from '../../../testing/http-server.ts';

/** WooCommerce shop that behaves during the connection and later abuses every call. */
export interface HostileShop {
  credentials: Record<string, string>;
  /** Makes all later answers hostile. */
  turn(): void;
  /** Webhook URL of the service, with the secret that signs deliveries. */
  webhook(): { address: string; secret: string } | undefined;
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;
const PAGES_WITHOUT_END = { 'x-wp-total': '1000000000', 'x-wp-totalpages': '1000000000' };

export async function startHostileShop(): Promise<HostileShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const shop = await startWooCommerceShop({ name: 'Bitter Goods', keysOf: 'bitter goods', origin: url });
  let hasTurned = false;
  let calls = 0;
  let webhook: { address: string; secret: string } | undefined;
  const server = await startHttpServer(async (request, response) => {
    calls += 1;
    if (hasTurned) return misbehave(request, response, calls);
    const body = await read(request);
    webhook = webhookIn(request, body) ?? webhook;
    await passOn(shop.url, { request, response, body });
  }, port);
  return {
    credentials: { ...shop.credentials, url },
    turn: () => {
      hasTurned = true;
    },
    webhook: () => webhook,
    async close() {
      await server.close();
      await shop.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function webhookIn({ method, url = '' }: IncomingMessage, body: Buffer) {
  if (method !== 'POST' || !/\/wc\/v3\/webhooks(\?|$|\/)/.test(url)) return undefined;
  const { delivery_url: address, secret } = JSON.parse(body.toString());
  return typeof address === 'string' && typeof secret === 'string' ? { address, secret } : undefined;
}

type Passing = { request: IncomingMessage; response: ServerResponse; body: Buffer };

async function passOn(target: string, { request, response, body }: Passing): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const shopHeaders = ['authorization', 'content-type'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const answer = await fetch(target + url, {
    method,
    headers: shopHeaders,
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  });
  const heads = [...answer.headers].filter(([name]) => /^(content-type|x-wp-.*)$/.test(name));
  response.writeHead(answer.status, Object.fromEntries(heads));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Lists are endless; other calls rotate through the abuses. */
function misbehave(request: IncomingMessage, response: ServerResponse, call: number): void {
  request.resume();
  const list = endlessList(request.url ?? '', call);
  if (list) answerJson(response, list);
  else MISUSES[call % MISUSES.length]?.(response, request.socket);
}

function endlessList(url: string, call: number): Buffer | undefined {
  if (url.includes('/webhooks')) return ENDLESS_WEBHOOKS;
  if (!url.includes('/products?')) return undefined;
  return url.includes('search=') || call % 3 === 0 ? TEXT_BOMBS : ENDLESS_CATALOG;
}

function answerJson(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', ...PAGES_WITHOUT_END }).end(body);
}

type Misuse = (response: ServerResponse, socket: Socket) => void;

const MISUSES: readonly Misuse[] = [
  (_, socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  (_, socket) => void socket.destroy(),
  // Keeps the connection open without an answer.
  () => undefined,
  (_, socket) => trickle(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  (_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
    trickle(socket, '1\r\n[\r\n');
  },
  (response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Error'.repeat(1_000)),
];

const TRICKLE_MS = 200;

function trickle(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), TRICKLE_MS);
  socket.once('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
}

const ENDLESS_WEBHOOKS = Buffer.from(
  JSON.stringify(
    Array.from({ length: 100 }, (_, index) => ({
      id: index + 1,
      name: 'x'.repeat((4 * MEGABYTE) / 100),
      status: 'active',
      topic: 'order.created',
      delivery_url: 'https://elsewhere.example/hook',
    })),
  ),
);

function productsWith(count: number, of: (index: number) => object): Buffer {
  const products = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    type: 'simple',
    status: 'publish',
    catalog_visibility: 'visible',
    slug: `thing-${index}`,
    permalink: `http://127.0.0.1/product/thing-${index}`,
    sku: '',
    price: '10.00',
    regular_price: '10.00',
    stock_status: 'instock',
    purchasable: true,
    categories: [],
    tags: [],
    images: [],
    variations: [],
    attributes: [],
    ...of(index),
  }));
  return Buffer.from(JSON.stringify(products));
}

const ENDLESS_CATALOG = productsWith(100, (index) => ({
  id: Math.floor(Math.random() * 1e9) + index,
  name: `Thing ${index}`,
  description: 'word '.repeat(8_000),
  short_description: '',
}));

const TEXT_BOMBS = productsWith(20, (index) => ({
  name: `Thing ${'<b>'.repeat(20_000)}`,
  description: index % 2 === 0 ? `<pre>${' '.repeat(199_000)}</pre>` : '<td><br><i>'.repeat(18_000),
  short_description: `${'a'.repeat(60_000)}@`,
}));
