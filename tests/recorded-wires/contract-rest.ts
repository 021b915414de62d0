import { payCheckout } from '../../testing/pay-checkout.ts';
import { numberOf, orderGid } from '../../testing/shop-orders.ts';
import { whileOff } from '../../testing/switches.ts';
import { inStock, type Stage, type Wire } from './stage.ts';

const BUYER = { email: 'ada@example.com', name: 'Ada Lovelace' };

export const contractRest: Wire = {
  async play(stage) {
    await discover(stage);
    await stage.settle();
    await searchCatalog(stage);
    await changeCarts(stage);
    await quote(stage);
    await checkOut(stage);
    await readOrders(stage);
    await switchOff(stage);
    await misbehave(stage);
  },
};

const storePath = ({ slug }: Stage, path: string) => `/api/ucp/${slug}${path}`;

/** Asks for an address of the store. */
function ask(
  stage: Stage,
  route: string,
  body?: object | string,
  headers: Record<string, string> = {},
): ReturnType<Stage['call']> {
  const [method = '', path = ''] = route.split(' ');
  return stage.call(method, storePath(stage, path), { headers, ...(body === undefined ? {} : { body }) });
}

const lines = (id: string, quantity = 1) => ({ line_items: [{ item: { id }, quantity }] });

async function discover(stage: Stage): Promise<void> {
  await ask(stage, 'GET ');
  await ask(stage, 'GET /');
  await ask(stage, 'HEAD ');
  await stage.call('GET', '/api/ucp/nobody');
  await stage.call('GET', '/api/ucp/nobody/catalog/search?q=mug');
  await ask(stage, 'GET /catalog/search?q=mug&first=1', undefined, {
    'x-request-id': 'an-id-of-the-agent',
  });
}

async function searchCatalog(stage: Stage): Promise<void> {
  const results = await ask(stage, 'GET /catalog/search?q=mug&first=2');
  const [product] = results.body.products;
  await ask(stage, 'GET /catalog/search?q=shirt&first=1');
  const cursor = results.body.page_info?.end_cursor;
  if (cursor) await ask(stage, `GET /catalog/search?q=mug&first=2&after=${encodeURIComponent(cursor)}`);
  for (const query of ['', '?q=', '?q=mug&first=0', '?q=mug&first=many', '?q=nothing-is-called-so'])
    await ask(stage, `GET /catalog/search${query}`);
  const ids = encodeURIComponent(`${product.id},${product.variants[0].id}`);
  for (const query of [
    '',
    `?ids=${ids}`,
    `?ids=gid%3A%2F%2F${stage.platform}%2FProduct%2F1`,
    '?ids=nonsense',
  ])
    await ask(stage, `GET /catalog/lookup${query}`);
}

async function changeCarts(stage: Stage): Promise<void> {
  const mug = await inStock(stage, 'mug');
  const lamp = await inStock(stage, 'lamp');
  const codes = ['SUMMER10', 'NO-SUCH-CODE', 'EXPIRED5', 'BIG100', 'USEDUP'];
  const { body: cart } = await ask(stage, 'POST /carts', {
    ...lines(mug.id, 2),
    discounts: { codes },
    buyer: BUYER,
  });
  await ask(stage, `GET /carts/${cart.id}`);
  await ask(stage, `PUT /carts/${cart.id}`, {
    line_items: [...lines(mug.id).line_items, ...lines(lamp.id, 3).line_items],
  });
  await ask(stage, `PUT /carts/${cart.id}`, { ...lines(lamp.id), discounts: { codes: [] } });
  await ask(stage, `PUT /carts/${cart.id}`, { discounts: { codes: ['SUMMER10'] } });
  await ask(stage, 'POST /carts', lines(mug.productId));
  await ask(stage, 'POST /carts', lines(mug.url));
  await ask(stage, `PUT /carts/${cart.id}`, { line_items: [] });
  await ask(stage, `POST /carts/${cart.id}/cancel`);
  for (const route of [`POST /carts/${cart.id}/cancel`, `GET /carts/${cart.id}`]) await ask(stage, route);
  await ask(stage, `PUT /carts/${cart.id}`, lines(mug.id));
  for (const body of [
    {},
    { line_items: [] },
    '{',
    '',
    '[]',
    lines(mug.id, 0),
    lines(`gid://${stage.platform}/ProductVariant/1`),
  ])
    await ask(stage, 'POST /carts', body, { 'content-type': 'application/json' });
  await ask(stage, 'POST /carts', {
    ...lines(mug.id),
    discounts: { codes: 'SUMMER10' },
    buyer: { email: 'nobody' },
  });
  await ask(stage, 'GET /carts/nonsense');
  await ask(stage, 'PUT /carts/00000000-0000-4000-8000-000000000000', lines(mug.id));
}

async function quote(stage: Stage): Promise<void> {
  const lamp = await inStock(stage, 'lamp');
  const destination = {
    country: 'US',
    region: 'CA',
    postal_code: '94105',
    city: 'San Francisco',
    line1: '1 Market St',
  };
  await ask(stage, 'POST /fulfillment/quotes', { ...lines(lamp.id, 2), destination });
  await ask(stage, 'POST /fulfillment/quotes', { ...lines(lamp.id), destination: { country: 'AQ' } });
  await ask(stage, 'POST /fulfillment/quotes', { ...lines(lamp.id), destination: { country: 'Utopia' } });
  await ask(stage, 'POST /fulfillment/quotes', lines(lamp.id));
}

async function checkOut(stage: Stage): Promise<void> {
  const mug = await inStock(stage, 'mug');
  const lamp = await inStock(stage, 'lamp');
  const key = { 'idempotency-key': 'a-key-of-the-agent' };
  const input = { ...lines(mug.id, 2), buyer: BUYER, discounts: { codes: ['SUMMER10', 'NO-SUCH-CODE'] } };
  const { body: session } = await ask(stage, 'POST /checkout-sessions', input, key);
  await ask(stage, 'POST /checkout-sessions', input, key);
  await ask(stage, 'POST /checkout-sessions', lines(lamp.id), key);
  const path = `/checkout-sessions/${session.id}`;
  await ask(stage, `GET ${path}`);
  await ask(stage, `PUT ${path}`, lines(lamp.id));
  await ask(stage, `PUT ${path}`, { line_items: 'none' });
  await ask(stage, `POST ${path}/complete`);
  for (const action of ['complete', 'cancel']) await ask(stage, `POST ${path}/${action}`);
  await ask(stage, `PUT ${path}`, lines(mug.id));
  const { body: canceled } = await ask(stage, 'POST /checkout-sessions', lines(lamp.id), key);
  const { body: other } = await ask(stage, 'POST /checkout-sessions', lines(lamp.id));
  for (const action of ['cancel', 'cancel', 'complete'])
    await ask(stage, `POST /checkout-sessions/${other.id}/${action}`);
  await ask(stage, `GET /checkout-sessions/${other.id}`);
  await ask(stage, `GET /checkout-sessions/${canceled.id}`);
  for (const body of [
    {},
    { line_items: [] },
    lines(`gid://${stage.platform}/ProductVariant/1`),
    lines('nonsense'),
  ])
    await ask(stage, 'POST /checkout-sessions', body);
  await ask(stage, 'POST /checkout-sessions', lines(mug.id), { 'idempotency-key': 'k'.repeat(256) });
  await ask(stage, 'GET /checkout-sessions/nonsense');
  await ask(stage, 'POST /checkout-sessions/00000000-0000-4000-8000-000000000000/complete');
}

async function readOrders(stage: Stage): Promise<void> {
  const { platform, running, slug } = stage;
  const mug = await inStock(stage, 'mug');
  const { body: session } = await ask(stage, 'POST /checkout-sessions', {
    ...lines(mug.id, 2),
    buyer: BUYER,
  });
  await payCheckout(session.continue_url);
  const { body: completed } = await ask(stage, `POST /checkout-sessions/${session.id}/complete`);
  const number = numberOf(stage, session);
  await ask(stage, `GET /orders/${completed.order?.id ?? session.id}`);
  await ask(stage, `GET /orders/${encodeURIComponent(orderGid(stage, number))}`);
  for (const step of ['shipped', 'delivered', 'refunded'] as const) {
    running.shop(slug).control.moveOrder(number, step);
    await running.settle();
    await ask(stage, `GET /orders/${number}`);
  }
  for (const id of ['1', 'nonsense', encodeURIComponent(`gid://${platform}/Order/1`)])
    await ask(stage, `GET /orders/${id}`);
}

async function switchOff(stage: Stage): Promise<void> {
  const mug = await inStock(stage, 'mug');
  for (const capability of ['cart', 'order', 'discount', 'fulfillment'] as const)
    await whileOff(stage, capability, async () => {
      await ask(stage, 'GET ');
      await ask(stage, 'POST /carts', { ...lines(mug.id), discounts: { codes: 7 } });
      await ask(stage, 'GET /orders/1');
      await ask(stage, 'POST /fulfillment/quotes', {});
    });
}

async function misbehave(stage: Stage): Promise<void> {
  const { control } = stage.running.shop(stage.slug);
  const mug = await inStock(stage, 'mug');
  await ask(stage, 'POST /carts', JSON.stringify(lines(mug.id)), { 'content-type': 'text/plain' });
  await ask(stage, 'POST /carts', 'x'.repeat(300 * 1024), { 'content-type': 'application/json' });
  for (const route of [
    'DELETE /carts',
    'PATCH /checkout-sessions',
    'GET /nowhere',
    'OPTIONS /catalog/search',
  ])
    await ask(stage, route);
  for (const path of ['/checkout-sessions', '/checkout-sessions/1', '/checkout-sessions/1/complete', '/mcp'])
    await ask(stage, `OPTIONS ${path}`, undefined, {
      origin: 'https://agent.example',
      'access-control-request-method': 'POST',
    });
  control.inject({ kind: 'revoked', times: 1 });
  await ask(stage, 'POST /carts', lines(mug.id));
  control.clearFaults();
}
