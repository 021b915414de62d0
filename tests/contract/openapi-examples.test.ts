import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { merchantApi } from '../../src/merchant/index.ts';
import { EXAMPLES_FILE, type Example, type Examples } from '../../src/openapi/examples.ts';
import { contract } from '../../src/protocols/contract/index.ts';
import { CURRENT_VERSION, OLDER_VERSIONS } from '../../src/protocols/ucp/profile/versions.ts';
import { databases } from '../../testing/databases.ts';
import { startDnsServer } from '../../testing/dns-server.ts';
import { tokenIn } from '../../testing/merchant.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { numberOf } from '../../testing/shop-orders.ts';
import { eventOf, post, shopSideOf } from '../integration/webhooks/shop-side.ts';
import { normalize } from '../recorded-wires/normalizer.ts';
import type { Answer } from '../recorded-wires/recorder.ts';
import { inStock, openStage, type Stage } from '../recorded-wires/stage.ts';
import { lines, platformOf, restOf } from '../recorded-wires/ucp.ts';
import { WRITTEN_EXAMPLES } from './written-examples.ts';

const UPDATES = process.env.UPDATE_EXAMPLES === '1';

describe('the examples of /openapi.json', () => {
  for (const [place, database] of databases.entries())
    it(`matches the examples of /openapi.json with what the service answers (${database.name})`, async (t) => {
      const dns = await startDnsServer();
      t.after(() => dns.close());
      const wire = {
        settings: { DNS_SERVERS: dns.address },
        showsAllStores: true as const,
        play: async () => undefined,
      };
      const stage = await openStage(t, wire, { database, platform: 'shopify' });
      const recorded = linesOf(await record(stage));
      if (UPDATES && place === 0) await writeFile(EXAMPLES_FILE, recorded);
      const lines = (await readFile(EXAMPLES_FILE, 'utf8')).split('\n');
      for (const [index, line] of recorded.split('\n').entries())
        assert.equal(line, lines[index], `line ${index + 1}; record anew with UPDATE_EXAMPLES=1`);
    });
});

type Ask = (route: string, input?: Example['input'], slug?: string) => Promise<Answer['body']>;

async function record(stage: Stage): Promise<Examples> {
  const { ask: agent, recorded: ofContract } = recorder(stage, contract.endpoints, '/api/ucp/{slug}');
  const { ask: merchant, recorded: ofMerchant } = recorder(stage, merchantApi.endpoints, '/api/merchant');
  await stage.settle();
  await signUp(merchant);
  const { cart, session, order } = await shop(stage, agent);
  const ofOfficial = await recordOfficial(stage);
  await readActivity(merchant, { cart_id: cart, session_id: session, order_id: order });
  await changeStore(stage, merchant);
  await changeDomains(merchant);
  await changeEvents(merchant);
  await actAtMany(stage, merchant);
  await reconnect(stage, merchant);
  await changeAccount(merchant);
  await changeOrganization(merchant);
  return placeholdersFilled(stage, {
    contract: inOrderOf(contract.endpoints, ofContract),
    official: ofOfficial,
    merchant: inOrderOf(merchantApi.endpoints, { ...WRITTEN_EXAMPLES, ...ofMerchant }),
  });
}

type Described = { route: string };

/** Calls endpoints by their `route` and records the first answer of each. Throws for a refusal. */
function recorder(stage: Stage, endpoints: readonly Described[], prefix: string) {
  const recorded: Record<string, Example> = {};
  const sender = { 'ucp-agent': 'profile="https://agent.example/profile.json"' };
  let cookie: string | undefined;
  const ask: Ask = async (route, input = {}, slug = stage.slug) => {
    const isFound = endpoints.some((endpoint) => endpoint.route === route);
    assert.ok(isFound, `${route} is an endpoint`);
    const { method, path, body, headers } = requestOf(route, prefix, { input, slug });
    const request = {
      headers: { ...sender, ...headers, ...(cookie === undefined ? {} : { cookie }) },
      ...body,
    };
    const answer = await stage.call(method, path, request);
    assert.ok(answer.status < 300, `${route} answered ${answer.status}: ${answer.text}`);
    cookie = answer.headers['set-cookie']?.split(';')[0] ?? cookie;
    recorded[route] ??= { input, output: answer.body };
    return answer.body;
  };
  return { ask, recorded };
}

function requestOf(
  route: string,
  prefix: string,
  { input, slug }: { input: Example['input']; slug: string },
) {
  const [method = '', pattern = ''] = route.split(' ');
  const { idempotency_key: key, ...fields } = input;
  const path = (prefix + pattern).replace('{slug}', slug).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields[name]);
    delete fields[name];
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': String(key) };
  if (method !== 'GET') {
    // Node frames the body of a DELETE only when its length is given.
    headers['content-length'] = String(Buffer.byteLength(JSON.stringify(fields)));
    return { method, path, headers, body: { body: fields } };
  }
  const query = new URLSearchParams(fields as Record<string, string>);
  return { method, path: query.size > 0 ? `${path}?${query}` : path, headers, body: {} };
}

async function signUp(merchant: Ask): Promise<void> {
  await merchant('GET /installation');
  await merchant('POST /sign-up', { name: 'Ada Lovelace', email: 'ada@example.com', password: PASSWORD });
  for (const route of ['GET /session', 'GET /me', 'GET /stores']) await merchant(route);
}

const PASSWORD = 'correct horse battery';

async function shop(stage: Stage, agent: Ask) {
  const mug = await inStock(stage, 'mug');
  const line_items = [{ item: { id: mug.id }, quantity: 2 }];
  const discounts = { codes: ['SUMMER10', 'EXPIRED5'] };
  const buyer = { email: 'ada@example.com' };
  await agent('GET /');
  await agent('GET /catalog/search', { q: 'mug', first: '1' });
  await agent('GET /catalog/lookup', { ids: mug.id });
  const { id: cart_id } = await agent('POST /carts', { line_items, discounts });
  await agent('GET /carts/{cart_id}', { cart_id });
  await agent('PUT /carts/{cart_id}', { cart_id, line_items });
  const session = await agent('POST /checkout-sessions', {
    line_items,
    discounts,
    buyer,
    idempotency_key: '4b8c2f0e-3f52-4c57-8f0b-6f6a9d0f8a10',
  });
  const { id: session_id } = session;
  await agent('GET /checkout-sessions/{session_id}', { session_id });
  await agent('PUT /checkout-sessions/{session_id}', { session_id, line_items });
  stage.running.shop(stage.slug).control.injectWebhookFaults({ lost: true });
  await payCheckout(session.continue_url);
  const { order } = await agent('POST /checkout-sessions/{session_id}/complete', { session_id });
  await agent('GET /orders/{order_id}', { order_id: order.id });
  const paid = eventOf(await shopSideOf(stage), stage.running.baseUrl, {
    order: numberOf(stage, session),
  });
  await post(paid);
  await stage.settle();
  const canceled = await agent('POST /checkout-sessions', { line_items });
  await agent('POST /checkout-sessions/{session_id}/cancel', { session_id: canceled.id });
  await stage.call('POST', `/api/ucp/${stage.slug}/checkout-sessions`, { body: { line_items: [] } });
  await agent('POST /carts/{cart_id}/cancel', { cart_id });
  const elsewhere = { ...stage, slug: 'demo-woocommerce' };
  const lamp = (await stage.call('GET', `/api/ucp/${elsewhere.slug}/catalog/search?q=lamp&first=1`)).body;
  const destination = { country: 'US', region: 'CA', postal_code: '94105' };
  const lines = [{ item: { id: lamp.products[0].variants[0].id }, quantity: 1 }];
  await agent('POST /fulfillment/quotes', { line_items: lines, destination }, elsewhere.slug);
  return { cart: cart_id, session: session_id, order: order.id };
}

/** Buys over official UCP, as an agent platform whose profile the service fetches. */
async function recordOfficial(stage: Stage): Promise<Examples['official']> {
  const platform = await platformOf(stage, CURRENT_VERSION);
  const send = restOf(stage, platform);
  const recorded: Examples['official'] = {};
  const ask = async (route: string, input: Example['input'] = {}, id?: string) => {
    const body = route.startsWith('GET ') ? undefined : input;
    const answer = await send(route.replace('{id}', id ?? ''), body, { key: `example of ${route}` });
    assert.ok(answer.status < 300, `${route} answered ${answer.status}: ${answer.text}`);
    recorded[route] = { input: id === undefined ? input : { id, ...input }, output: answer.body };
    return answer.body;
  };
  await ask('GET /.well-known/ucp');
  for (const version of OLDER_VERSIONS) await ask(`GET /.well-known/ucp/${version}`);
  const search = await ask('POST /catalog/search', { query: 'mug', pagination: { limit: 1 } });
  await ask('POST /catalog/lookup', { ids: [search.products[0].id] });
  await ask('POST /catalog/product', { id: search.products[0].id });
  const bought = lines((await inStock(stage, 'mug')).id, 2);
  const cart = await ask('POST /carts', { ...bought, discounts: { codes: ['SUMMER10'] } });
  await ask('GET /carts/{id}', {}, cart.id);
  await ask('PUT /carts/{id}', bought, cart.id);
  await ask('POST /carts/{id}/cancel', {}, cart.id);
  const checkout = await ask('POST /checkout-sessions', bought);
  await ask('GET /checkout-sessions/{id}', {}, checkout.id);
  await ask('PUT /checkout-sessions/{id}', bought, checkout.id);
  await payCheckout(checkout.continue_url);
  const completed = await ask('POST /checkout-sessions/{id}/complete', {}, checkout.id);
  await ask('GET /orders/{id}', {}, completed.order.id);
  const canceled = await send('POST /checkout-sessions', bought);
  await ask('POST /checkout-sessions/{id}/cancel', {}, canceled.body.id);
  return recorded;
}

async function readActivity(merchant: Ask, ids: Record<'cart_id' | 'session_id' | 'order_id', string>) {
  const page = { per_page: '1' };
  for (const kind of ['session', 'cart', 'order'] as const) {
    await merchant(`GET /stores/{slug}/${kind}s`, page);
    await merchant(`GET /stores/{slug}/${kind}s/{${kind}_id}`, { [`${kind}_id`]: ids[`${kind}_id`] });
  }
  const { items } = await merchant('GET /stores/{slug}/requests', page);
  await merchant('GET /stores/{slug}/requests/{log_id}', { log_id: items[0].id });
  await merchant('GET /stores/{slug}/overview', { from: '2026-11-22', to: '2026-11-22' });
  const { items: products } = await merchant('GET /stores/{slug}/products', { q: 'mug', ...page });
  await merchant('GET /stores/{slug}/products/{product_id}', { product_id: products[0].id });
  await merchant('GET /stores/{slug}/search-preview', { q: 'a ceramic mug', first: '2' });
  await merchant('GET /stores/{slug}/zero-result-searches');
  await merchant('GET /stores/{slug}/webhooks', page);
  for (const part of [
    'request-errors',
    'request-hours',
    'agents',
    'categories',
    'setup',
    'import',
    'discovery',
    'export',
  ])
    await merchant(`GET /stores/{slug}/${part}`);
}

async function changeStore({ running, slug }: Stage, merchant: Ask): Promise<void> {
  const { credentials } = running.shop(slug);
  await merchant('GET /stores/{slug}');
  await merchant('PUT /stores/{slug}', { name: 'Northwind', retention_days: 90 });
  await merchant('GET /stores/{slug}/capabilities');
  await merchant('GET /stores/{slug}/capabilities/preview', { cart: 'off' });
  await merchant('PUT /stores/{slug}/capabilities', { discount: false });
  const rules = [
    { id: 'no-scraper', mode: 'shadow', kind: 'block', agents: [{ name: 'scraper.example' }] },
    { id: 'no-reselling', mode: 'shadow', kind: 'cap', quantity: 5 },
  ];
  await merchant('POST /stores/{slug}/policy/preview', { rules });
  await merchant('PUT /stores/{slug}/policy', { rules });
  await merchant('GET /stores/{slug}/policy');
  await merchant('POST /stores/{slug}/check');
  await merchant('POST /stores/check', { platform: 'shopify', credentials });
  await merchant('PUT /stores/{slug}/credentials', { credentials });
  await merchant('POST /stores/{slug}/import');
  await merchant('POST /stores/{slug}/webhooks/resubscribe');
  await merchant('POST /stores/{slug}/discovery/check', { address: 'manifest' });
  await merchant('GET /stores/{slug}/audit', { per_page: '2' });
  await merchant('GET /stores/{slug}/health');
  await merchant('GET /stores/{slug}/feeds');
  await merchant('PUT /stores/{slug}/feeds', {
    leave_out: ['Samples'],
    brand: 'Good Mugs',
    categories: { 'Home > Kitchen': 'Home & Garden > Kitchen & Dining' },
  });
  await merchant('POST /stores/{slug}/feeds/renew');
  await merchant('GET /stores/{slug}/feeds/report');
  await merchant('POST /stores/{slug}/health/test');
}

async function changeDomains(merchant: Ask): Promise<void> {
  const domain = 'agents.shop.example';
  await merchant('POST /stores/{slug}/domains', { domain });
  await merchant('GET /stores/{slug}/domains');
  await merchant('POST /stores/{slug}/domains/{domain}/verify', { domain });
  await merchant('DELETE /stores/{slug}/domains/{domain}', { domain });
}

async function changeEvents(merchant: Ask): Promise<void> {
  const at = '/stores/{slug}/event-endpoints';
  const { endpoint } = await merchant(`POST ${at}`, {
    url: 'https://events.example.com/ucp',
    description: 'Order system',
    event_types: ['session.verified', 'order.changed'],
  });
  const one = { endpoint_id: endpoint.id };
  await merchant(`GET ${at}`);
  await merchant(`PUT ${at}/{endpoint_id}`, { ...one, event_types: ['order.changed'] });
  await merchant(`POST ${at}/{endpoint_id}/rotate-secret`, one);
  const { delivery } = await merchant(`POST ${at}/{endpoint_id}/test`, one);
  await merchant('GET /stores/{slug}/event-deliveries', { per_page: '1' });
  await merchant('GET /stores/{slug}/event-deliveries/{delivery_id}', { delivery_id: delivery.id });
  await merchant('POST /stores/{slug}/event-deliveries/{delivery_id}/resend', { delivery_id: delivery.id });
  await merchant('POST /stores/{slug}/event-deliveries/resend-dead', one);
  await merchant(`DELETE ${at}/{endpoint_id}`, one);
}

async function actAtMany({ slug }: Stage, merchant: Ask): Promise<void> {
  const stores = [slug];
  await merchant('POST /stores/{slug}/labels', { add: ['flagship'] });
  await merchant('POST /stores/labels', { stores, add: ['berlin'] });
  await merchant('POST /stores/capabilities', { stores, cart: true });
  await merchant('POST /stores/pause', { stores });
  await merchant('POST /stores/resume', { stores });
  await merchant('POST /stores/test', { stores });
  await merchant('POST /stores/import', { stores });
  await merchant('GET /store-figures');
}

async function reconnect({ running, slug }: Stage, merchant: Ask): Promise<void> {
  await merchant('POST /stores/{slug}/pause');
  await merchant('POST /stores/{slug}/resume');
  await merchant('POST /stores/{slug}/disconnect');
  await merchant('POST /stores/{slug}/reconnect');
  await merchant('DELETE /stores/{slug}', { confirm: slug });
  const { credentials } = running.shop(slug);
  await merchant('POST /stores', { platform: 'shopify', credentials, slug: 'northwind' });
}

async function changeAccount(merchant: Ask): Promise<void> {
  const { id } = await merchant('POST /tokens', { name: 'nightly export', stores: ['northwind'] });
  await merchant('GET /tokens');
  await merchant('POST /tokens/{token_id}/renew', { token_id: id });
  await merchant('DELETE /tokens/{token_id}', { token_id: id });
  const pairing = await merchant('POST /pairing-codes');
  await merchant('GET /pairing-codes/{pairing_id}', { pairing_id: pairing.id });
  await merchant('PUT /account', { name: 'Ada Lovelace' });
  await merchant('GET /account/deletion');
  await merchant('POST /password', { current_password: PASSWORD, new_password: `${PASSWORD} staple` });
  await merchant('POST /sign-out');
  await merchant('POST /sign-in', { email: 'ada@example.com', password: `${PASSWORD} staple` });
}

async function changeOrganization(merchant: Ask): Promise<void> {
  const { items } = await merchant('GET /organizations');
  const organization_id = items[0].id;
  await merchant('PUT /organizations/{organization_id}', { organization_id, name: 'Northwind' });
  const { organization } = await merchant('POST /organizations', { name: 'Northwind Outlet' });
  await merchant('GET /stores/{slug}/offer', {}, 'northwind');
  const offer = await merchant('POST /stores/{slug}/offer', {}, 'northwind');
  const token = tokenIn(offer.link);
  await merchant('POST /offers/read', { token });
  await merchant('POST /offers/accept', { token, organization: organization.id });
  await merchant('PUT /stores/{slug}/organization', { organization: organization_id }, 'northwind');
  await merchant('POST /stores/{slug}/offer', {}, 'northwind');
  await merchant('DELETE /stores/{slug}/offer', {}, 'northwind');
  const { organization: closing } = await merchant('POST /organizations', { name: 'Northwind Trials' });
  const confirmed = { organization_id: closing.id, confirm: 'Northwind Trials' };
  await merchant('DELETE /organizations/{organization_id}', confirmed);
  await changeMembers(merchant, organization_id);
}

/** Grace joins, leaves, and joins again with the account that she then has. */
async function changeMembers(merchant: Ask, organization_id: string): Promise<void> {
  const grace = { organization_id, email: 'grace@example.com', role: 'developer' };
  const invite = async () =>
    tokenIn((await merchant('POST /organizations/{organization_id}/invitations', grace)).link);
  await invite();
  const { items } = await merchant('GET /organizations/{organization_id}/invitations', { organization_id });
  await merchant('DELETE /organizations/{organization_id}/invitations/{invitation_id}', {
    organization_id,
    invitation_id: items[0].id,
  });
  const token = await invite();
  await merchant('POST /invitations/read', { token });
  const signUp = await merchant('POST /invitations/sign-up', {
    token,
    name: 'Grace Hopper',
    password: PASSWORD,
  });
  const member = { organization_id, account_id: signUp.account.id };
  await merchant('DELETE /organizations/{organization_id}/members/{account_id}', member);
  await merchant('POST /sign-in', { email: 'ada@example.com', password: `${PASSWORD} staple` });
  const again = await invite();
  await merchant('POST /sign-in', { email: 'grace@example.com', password: PASSWORD });
  await merchant('POST /invitations/accept', { token: again });
  await merchant('POST /sign-in', { email: 'ada@example.com', password: `${PASSWORD} staple` });
  await merchant('PUT /organizations/{organization_id}/members/{account_id}', { ...member, role: 'analyst' });
  await merchant('GET /organizations/{organization_id}/members', { organization_id });
  await merchant('GET /organizations/{organization_id}/limits', { organization_id });
  await merchant('GET /organizations/{organization_id}/audit', { organization_id, per_page: '2' });
}

function inOrderOf(endpoints: readonly Described[], recorded: Record<string, Example>) {
  const missing = endpoints.filter(({ route }) => recorded[route] === undefined);
  assert.deepEqual(missing, [], 'every endpoint has an example');
  return Object.fromEntries(endpoints.flatMap(({ route }) => [[route, recorded[route] ?? assert.fail()]]));
}

/** Replaces addresses and other values that differ between runs by example values. */
function placeholdersFilled({ running }: Stage, examples: Examples): Examples {
  const { host, port } = new URL(running.baseUrl);
  let text = JSON.stringify(examples).replaceAll(
    `http://agents.shop.example:${port}`,
    'https://agents.shop.example',
  );
  for (const [address, name] of [
    [host, 'agents.example.com'],
    [new URL(running.shop('demo-shopify').url).host, 'shop.example.com'],
    [new URL(running.shop('demo-woocommerce').url).host, 'other-shop.example.com'],
  ] as const)
    text = text
      .replaceAll(`http://${address}`, `https://${name}`)
      .replaceAll(encodeURIComponent(`http://${address}`), encodeURIComponent(`https://${name}`))
      .replaceAll(address, name)
      .replaceAll(encodeURIComponent(address), name);
  const filled = normalize(text, new Map())
    .replaceAll(/(?<="code":")\d{6}(?=")/g, '123456')
    .replaceAll('<duration>', '12')
    // Cursors name rows, which each database numbers on its own.
    .replaceAll(/<rankCursor \d+>/g, 'Fw')
    .replaceAll(/<(\w+) (\d+)>/g, (_, form: string, count: string) => exampleOf(form, count));
  return JSON.parse(filled) as Examples;
}

function exampleOf(form: string, count: string): string {
  const [, version] = /^uuid([47])$/.exec(form) ?? [];
  if (version) return `00000000-0000-${version}000-8000-${count.padStart(12, '0')}`;
  return `example-${form}-${count}`;
}

/** Formats each example on one line. */
function linesOf(examples: Examples): string {
  const apis = Object.entries(examples).map(([api, recorded]) => {
    const lines = Object.entries(recorded).map(
      ([route, example]) => `${JSON.stringify(route)}: ${JSON.stringify(example)}`,
    );
    return `${JSON.stringify(api)}: {\n${lines.join(',\n')}\n}`;
  });
  return `{\n${apis.join(',\n')}\n}\n`;
}
