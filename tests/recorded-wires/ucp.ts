import { type AgentPlatform, startAgentPlatform } from '../../testing/agent-platform.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { type Rpc, rpcAt } from './contract-mcp.ts';
import type { Answer } from './recorder.ts';
import { inStock, type Stage, type Wire } from './stage.ts';

type Version = '2026-08-25' | '2026-04-08';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const BUYER = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
const CONTEXT = { address_country: 'US', address_region: 'CA', postal_code: '94105' };

/** An agent's platform whose profile the service fetches, and which signs what it asks. */
export async function platformOf(stage: Stage, version: Version): Promise<AgentPlatform> {
  const platform = stage.closing(await startAgentPlatform(version));
  stage.tape.name(new URL(platform.profileUrl).host, 'agent platform');
  return platform;
}

/** Asks over REST for a platform: signed, as orders want it. */
export function restOf(stage: Stage, platform: AgentPlatform) {
  return async (route: string, body?: object | string, options: { key?: string; unsigned?: true } = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const address = `/ucp/${stage.slug}${path}`;
    const content =
      body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const key = options.key === undefined ? {} : { idempotencyKey: options.key };
    const url = stage.running.baseUrl + address;
    const { host: _, ...signed } = await platform.sign({ method, url, ...content, ...key });
    if (options.unsigned) for (const name of ['signature', 'signature-input']) delete signed[name];
    return stage.call(method, address, { headers: signed, ...content });
  };
}

type Rest = ReturnType<typeof restOf>;

export const lines = (id: string, quantity = 1) => ({ line_items: [{ item: { id }, quantity }] });

export function ucpRest(version: Version): Wire {
  return {
    async play(stage) {
      await stage.settle();
      const rest = restOf(stage, await platformOf(stage, version));
      await browse(rest);
      const mug = (await inStock(stage, 'mug')).id;
      await changeCarts(rest, mug);
      await checkOut(stage, rest, mug);
      await negotiate(stage, version);
    },
  };
}

async function browse(rest: Rest): Promise<void> {
  const results = await rest('POST /catalog/search', {
    query: 'mug',
    pagination: { limit: 2 },
    context: CONTEXT,
  });
  const [product] = results.body.products;
  const { cursor } = results.body.pagination;
  if (cursor) await rest('POST /catalog/search', { query: 'mug', pagination: { limit: 2, cursor } });
  const { id } = product.variants[0];
  for (const body of [{}, { query: 'mug', filters: { price: { max: 1 } } }, { query: 7 }, '{'])
    await rest('POST /catalog/search', body);
  await rest('POST /catalog/lookup', { ids: [product.id, id, 'nonsense'] });
  await rest('POST /catalog/lookup', { ids: [] });
  await rest('POST /catalog/product', { id: product.id });
  await rest('POST /catalog/product', { id: 'nonsense' });
}

async function changeCarts(rest: Rest, mug: string): Promise<void> {
  const body = { ...lines(mug, 2), discounts: { codes: ['SUMMER10', 'NO-SUCH-CODE'] }, buyer: BUYER };
  const { body: cart } = await rest('POST /carts', body, { key: 'key-of-a-cart' });
  await rest('POST /carts', body, { key: 'key-of-a-cart' });
  await rest('POST /carts', lines(mug), { key: 'key-of-a-cart' });
  await rest(`GET /carts/${cart.id}`);
  await rest(`PUT /carts/${cart.id}`, lines(mug, 3));
  await rest('POST /checkout-sessions', { cart_id: cart.id, line_items: [] });
  await rest(`POST /carts/${cart.id}/cancel`, {}, { key: 'key-of-cancel' });
  await rest(`GET /carts/${cart.id}`);
  await rest('POST /carts', { line_items: [] });
  await rest('POST /carts', lines('nonsense'));
  await rest(`GET /carts/${UNKNOWN}`);
}

async function checkOut(stage: Stage, rest: Rest, mug: string): Promise<void> {
  const body = {
    ...lines(mug, 2),
    discounts: { codes: ['SUMMER10', 'EXPIRED5'] },
    buyer: BUYER,
    context: CONTEXT,
  };
  const { body: checkout } = await rest('POST /checkout-sessions', body, { key: 'key-of-a-checkout' });
  await rest('POST /checkout-sessions', body, { key: 'key-of-a-checkout' });
  await rest('POST /checkout-sessions', lines(mug), { key: 'key-of-a-checkout' });
  const path = `/checkout-sessions/${checkout.id}`;
  await rest(`GET ${path}`);
  await rest(`GET ${path}`, undefined, { unsigned: true });
  await rest(`PUT ${path}`, lines(mug, 3));
  await rest(`POST ${path}/complete`, {}, { key: 'key-of-complete' });
  const { body: last } = await rest(`GET ${path}`);
  await payCheckout(last.continue_url);
  await stage.settle();
  const { body: completed } = await rest(`POST ${path}/complete`, {}, { key: 'another-key' });
  await rest(`POST ${path}/cancel`, {}, { key: 'key-of-cancel-2' });
  await rest(`GET /orders/${completed.order?.id}`);
  await rest(`GET /orders/${completed.order?.id}`, undefined, { unsigned: true });
  await rest(`GET /orders/${UNKNOWN}`);
  const { body: other } = await rest('POST /checkout-sessions', lines(mug));
  await rest(`POST /checkout-sessions/${other.id}/cancel`, {}, { key: 'key-of-cancel-3' });
  await rest(`POST /checkout-sessions/${other.id}/complete`, {}, { key: 'key-of-complete-3' });
  for (const wrong of [{}, { line_items: [] }, lines('nonsense'), { ...lines(mug), buyer: { email: 7 } }])
    await rest('POST /checkout-sessions', wrong);
  await rest(`GET /checkout-sessions/${UNKNOWN}`);
  for (const route of ['DELETE /carts', 'GET /nowhere', 'OPTIONS /checkout-sessions']) await rest(route);
}

/** Refuses platforms that say nothing of themselves, something unreadable, or something that does not fit. */
async function negotiate(stage: Stage, version: Version): Promise<void> {
  const platform = await platformOf(stage, version);
  const search = (headers: Record<string, string>, note: string) =>
    stage.call('POST', `/ucp/${stage.slug}/catalog/search`, { headers, body: { query: 'mug' } }, note);
  await search({}, 'without a profile');
  await search({ 'ucp-agent': 'nonsense' }, 'with an unreadable header');
  await search(
    { 'ucp-agent': 'profile="ftp://agent.example/profile.json"' },
    'with a profile at no web address',
  );
  await search({ 'ucp-agent': `profile="${platform.profileUrl}", version="1999-01-01"` }, 'with a version');
  const profiles: [note: string, change: Parameters<AgentPlatform['publish']>[0]][] = [
    ['of a version that is not spoken', { version: '2031-01-01' }],
    ['without a capability in common', { capabilities: {} }],
    ['with carts only', { capabilities: { 'dev.ucp.shopping.cart': [{ version }] } }],
  ];
  for (const [note, change] of profiles) {
    const other = await platformOf(stage, version);
    other.publish({ version, ...change });
    await search({ 'ucp-agent': `profile="${other.profileUrl}"` }, `with a profile ${note}`);
  }
  const broken = await platformOf(stage, version);
  broken.serve = (response) => void response.writeHead(404).end();
  await search({ 'ucp-agent': `profile="${broken.profileUrl}"` }, 'with a profile that is not there');
}

export function ucpMcp(version: Version): Wire {
  return {
    async play(stage) {
      await stage.settle();
      const platform = await platformOf(stage, version);
      const path = `/ucp/${stage.slug}/mcp`;
      const rpc = rpcAt(stage, path, async (body) => {
        const url = stage.running.baseUrl + path;
        const { host: _, ...signed } = await platform.sign({ method: 'POST', url, body });
        return signed;
      });
      await introduce(rpc);
      await useTools(stage, rpc, platform.profileUrl);
    },
  };
}

async function introduce({ rpc, stateless, send }: Rpc): Promise<void> {
  const clientInfo = { name: 'a-recorded-agent', version: '1.0.0' };
  await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await rpc('tools/list');
  await stateless('server/discover');
  await stateless('tools/list');
  await rpc('resources/list');
  await stateless('resources/list');
  await send('{');
}

async function useTools(stage: Stage, rpc: Rpc, profile: string): Promise<void> {
  let keys = 0;
  const tool = (name: string, args: object = {}, meta: object = {}): Promise<Answer> => {
    keys += 1;
    const all = { 'ucp-agent': { profile }, 'idempotency-key': `key ${keys}`, ...meta };
    return rpc.tool(name, { meta: all, ...args });
  };
  const contentOf = (answer: Answer) => answer.body.result?.structuredContent ?? {};
  const mug = (await inStock(stage, 'mug')).id;
  await tool('search_catalog', { catalog: { query: 'mug', pagination: { limit: 1 } } });
  await tool('lookup_catalog', { catalog: { ids: [mug, 'nonsense'] } });
  await tool('get_product', { catalog: { id: mug } });
  const cart = contentOf(await tool('create_cart', { cart: lines(mug) }));
  await tool('get_cart', { id: cart.id });
  await tool('update_cart', { id: cart.id, cart: lines(mug, 2) });
  const converted = contentOf(
    await tool('create_checkout', { checkout: { cart_id: cart.id, line_items: [] } }),
  );
  await tool('cancel_cart', { id: cart.id });
  await tool('cancel_checkout', { id: converted.id });
  const key = { 'idempotency-key': 'a key sent again' };
  const checkout = contentOf(
    await tool('create_checkout', { checkout: { ...lines(mug), buyer: BUYER } }, key),
  );
  await tool('create_checkout', { checkout: { ...lines(mug), buyer: BUYER } }, key);
  await tool('create_checkout', { checkout: lines(mug, 7) }, key);
  await tool('get_checkout', { id: checkout.id });
  const updated = contentOf(await tool('update_checkout', { id: checkout.id, checkout: lines(mug, 2) }));
  await tool('complete_checkout', { id: checkout.id });
  await payCheckout(updated.continue_url);
  await stage.settle();
  const completed = contentOf(await tool('complete_checkout', { id: checkout.id, checkout: {} }));
  await tool('get_order', { id: completed.order?.id });
  await tool('get_order', { id: UNKNOWN });
  await tool('create_checkout', { checkout: { line_items: [] } });
  await tool('create_checkout', {});
  await tool('cancel_checkout', { id: converted.id }, { 'idempotency-key': undefined });
  await tool('get_checkout', { id: UNKNOWN });
  await tool('no_such_tool');
  await tool('get_cart', { id: cart.id }, { 'ucp-agent': undefined });
}
