import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { isUuid } from '../../../src/commerce/text/uuid.ts';
import { toLoggedError } from '../../../src/observability/log.ts';
import { openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { openSealing } from '../../../src/storage/engine/secret-key.ts';
import { SEALED_COLUMNS } from '../../../src/storage/maintenance/rotate-key.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { merchantOf, organizationOf, signUp, tokenIn } from '../../../testing/merchant.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { newCode, openSite, pressOnSite, setSiteFault, typeCode } from '../pairing/at-pairing.ts';

const PASSWORD = 'correct-horse-battery-staple';
const WRONG_PASSWORD = 'incorrect-horse-battery-staple';
const WRONG_LINK = 'a-token-of-no-link-that-is-known-here';
const BUYER = 'buyer-of-the-mug@example.com';
const EVIL = 'Mug\n{"level":50,"msg":"forged"}\r\u001b[2J\u001b]0;pwned\u0007';

it('keeps secrets and forged lines out of the log at every level and in every failure', async (t) => {
  const databaseUrl = await anyDatabase.fresh();
  const running = await startLogging(t, databaseUrl);
  const secrets = [SECRET_KEY, PASSWORD, WRONG_PASSWORD, BUYER];

  const merchant = await signUp(running, { email: 'merchant-of-mugs@example.com', password: PASSWORD });
  secrets.push(merchant.account.email, (merchant.cookie() ?? '').split('=')[1] ?? '');
  const stranger = merchantOf(running);
  await stranger.post('/sign-in', { email: merchant.account.email, password: WRONG_PASSWORD });
  const { body } = await merchant.post<{ token: string }>('/tokens', { name: 'a script' });
  secrets.push(body.token);
  await merchantOf(running, { authorization: `Bearer ${body.token}` }).get('/stores');

  const shops = {
    shopify: await startShopifyShop({ name: 'Northwind' }),
    woocommerce: await startWooCommerceShop({ name: 'Harbour' }),
  };
  t.after(() => Promise.all(Object.values(shops).map((shop) => shop.close())));
  for (const [platform, shop] of Object.entries<RunningShop>(shops)) {
    await connect(merchant, platform, shop);
    const { domain: _domain, url: _url, ...keys } = shop.credentials;
    secrets.push(...Object.values(keys));
    secrets.push(...(await buyAndFail(running.baseUrl, platform, shop)));
  }
  const site = await openSite();
  t.after(() => site.close());
  const { code } = await newCode(merchant);
  setSiteFault(site, 'rest_blocked');
  await typeCode(site, running.baseUrl, code);
  setSiteFault(site, null);
  assert.equal((await typeCode(site, running.baseUrl, code)).ok, true);
  await pressOnSite(site, 'check');
  secrets.push(site.credentials.consumerKey ?? '', site.credentials.consumerSecret ?? '');
  secrets.push(code, ...(await secretsShownOnce(merchant)));
  secrets.push(...(await everythingSealed(databaseUrl)));

  // Unexpected error in the middle of a change.
  const file = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 10_000 });
  file.exec('alter table carts rename to carts_gone');
  file.close();
  const agent = agentOf(running.baseUrl, 'shop-shopify');
  const { id } = await findVariant(agent, 'mug');
  assert.equal((await agent.createCart([id], { buyer: { email: BUYER } })).status, 500);

  const log = await running.stop();
  const leaks = leaksIn(log, secrets);
  assert.deepEqual(leaks, [], 'secrets in the log');
  // Merchants read who changed what, and the ids of their sessions.
  const unread = secrets.filter((secret) => secret !== merchant.account.email && !isUuid(secret));
  assert.deepEqual(leaksIn(textsOfMerchants(databaseUrl), unread), [], 'secrets in what merchants read');
  assert.ok(secrets.length > 40, `${secrets.length} secrets are looked for`);
  assert.match(log, /Unexpected error/);
  const lines = log.split('\n').filter((line) => line !== '');
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  assert.ok(logged.length > 50, `${logged.length} lines`);
  assert.ok(!logged.some(({ msg }) => msg === 'forged'));
  for (const line of lines.filter((each) => each.startsWith('{'))) assert.doesNotMatch(line, /\p{Cc}/u);
});

async function startLogging(t: TestContext, databaseUrl: string) {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    SANDBOX: 'off',
    LOG_LEVEL: 'trace',
  };
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], { env: { ...process.env, ...settings } });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const closed = once(child, 'close');
  t.after(() => child.kill('SIGKILL'));
  const baseUrl = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${baseUrl}/api/merchant/installation`).catch(() => undefined))?.ok)
    await Promise.race([once(child.stdout, 'data'), closed]);
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
    return log;
  };
  return { baseUrl, stop };
}

async function connect(merchant: ReturnType<typeof merchantOf>, platform: string, shop: RunningShop) {
  const { credentials } = shop;
  const wrong = Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      /^(domain|url)$/.test(name) ? value : `${value}0`,
    ]),
  );
  await merchant.post('/stores', { platform, credentials: wrong });
  bodyOf(201, await merchant.post('/stores', { platform, credentials, slug: `shop-${platform}` }));
}

/** Makes a complete purchase with every kind of fault. Returns the secrets of the buyer's carts. */
async function buyAndFail(baseUrl: string, platform: string, shop: RunningShop): Promise<string[]> {
  const agent = agentOf(baseUrl, `shop-${platform}`, {
    'user-agent': 'curl/8 \u001b[2J'.replace('\u001b', 'ESC'),
  });
  const buyer = { buyer: { email: BUYER, name: 'Anna Buyer' } };
  const { id } = await findVariant(agent, 'mug');
  for (const product of shop.control.products.slice(-1)) product.title = EVIL;
  await agent.search('Mug');
  const cart = (await agent.createCart([id], buyer)).body;
  const session = (await agent.createSession([id], buyer)).body;
  await pay(session);
  const order = (await agent.complete(session.id)).body.order?.id ?? assert.fail('no order');
  await agent.readOrder(order);
  await agent.rpc({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_checkout_session', arguments: { session_id: session.id } },
  });
  for (const kind of ['down', 'malformed', 'server_error', 'dropped_answer', 'throttled'] as const) {
    shop.control.inject({ kind, times: 3 });
    await agent.createSession([id], buyer);
    await agent.replaceCartLines(cart.id, [id]);
    shop.control.clearFaults();
  }
  await fetch(`${baseUrl}/webhooks/shop-${platform}`, {
    method: 'POST',
    body: JSON.stringify({ email: BUYER, note: EVIL }),
  });
  await fetch(
    `${baseUrl}/api/ucp/shop-${platform}/catalog/search?q=${encodeURIComponent(`${BUYER} ${EVIL}`)}`,
  );
  return [cart, session].flatMap(({ continue_url: url }) => (url ? [new URL(url).search.slice(1)] : []));
}

/** Has everything made that a merchant is shown once: secrets of event endpoints, links, an authenticator app. */
async function secretsShownOnce(merchant: Awaited<ReturnType<typeof signUp>>): Promise<string[]> {
  const store = '/stores/shop-shopify';
  const organization = await organizationOf(merchant);
  const url = 'https://127.0.0.1:9/events?token=of-the-receiver-only';
  const added = bodyOf(201, await merchant.post<EndpointAnswer>(`${store}/event-endpoints`, { url }));
  const at = `${store}/event-endpoints/${added.endpoint.id}`;
  const rotated = bodyOf(200, await merchant.post<EndpointAnswer>(`${at}/rotate-secret`));
  bodyOf(200, await merchant.post(`${at}/test`));
  const invitation = { email: 'invited-to-mugs@example.com', role: 'analyst' };
  const links = [
    bodyOf(201, await merchant.post<Link>(`/organizations/${organization}/invitations`, invitation)),
    bodyOf(200, await merchant.post<Link>(`${store}/offer`)),
  ];
  const tokens = links.map(({ link }) => tokenIn(link));
  await merchant.post('/invitations/read', { token: tokens[0] });
  await merchant.post('/offers/read', { token: tokens[1] });
  await merchant.post('/password-reset/confirm', { token: WRONG_LINK, new_password: WRONG_PASSWORD });
  const factor = await merchant.post<{ secret: string }>('/account/second-factor', {
    current_password: PASSWORD,
  });
  await merchant.post('/account/second-factor/confirm', { code: '000000' });
  const { secret } = bodyOf(200, factor);
  return [added.secret, rotated.secret, 'of-the-receiver-only', ...tokens, WRONG_LINK, secret];
}

interface EndpointAnswer {
  endpoint: { id: string };
  secret: string;
}

interface Link {
  link: string;
}

function leaksIn(text: string, secrets: readonly string[]): string[] {
  return [...new Set(secrets)].filter((secret) => secret.length >= 8 && text.includes(secret));
}

/** Rows from which merchants are shown what has happened: requests, changes, failures. */
function textsOfMerchants(databaseUrl: string): string {
  const file = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true });
  const rows = ['request_log', 'request_contents', 'audit_entries', 'jobs', 'outages', 'daily_counts'].map(
    (table) => JSON.stringify(file.prepare(`select * from ${table}`).all()),
  );
  file.close();
  return rows.join('\n');
}

/** Decrypts every sealed value of the database. */
async function everythingSealed(databaseUrl: string): Promise<string[]> {
  const database = await openWithoutMigrating(databaseUrl);
  const sealing = await openSealing(database, SECRET_KEY);
  await database.destroy();
  const file = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true });
  const texts = SEALED_COLUMNS.flatMap(({ table, column }) =>
    file
      .prepare(`select ${table.id} as id, ${column} as sealed from ${table.name} where ${column} is not null`)
      .all()
      .map((row) => sealing.open(String(row.sealed), table.place(column, String(row.id)))),
  );
  file.close();
  return texts.flatMap(secretsIn);
}

/** Splits a URL into its query values and JSON into its texts, except names of places. */
function secretsIn(text: string): string[] {
  if (/^https?:/.test(text)) return [new URL(text).search.slice(1)];
  if (!text.startsWith('{')) return [text];
  return Object.entries(JSON.parse(text)).flatMap(([name, value]) =>
    typeof value === 'string' &&
    !/^(domain|url|country|region|status|currency|id|storeId|sessionId|payment|asOf|createdAt)$/.test(name)
      ? [value]
      : [],
  );
}

it('logs of an error neither the values that a database refused nor the secrets in its words', () => {
  const error = Object.assign(new Error(`refused ${BUYER} at https://shop.example/cart?key=abcdef123456`), {
    code: '23505',
    detail: `Key (email)=(${BUYER}) already exists.`,
    parameters: [PASSWORD],
    cause: Object.assign(new Error('Bearer abcdef123456'), { config: { headers: PASSWORD } }),
  });
  const logged = JSON.stringify(toLoggedError(error));
  for (const secret of [BUYER, PASSWORD, 'abcdef123456']) assert.ok(!logged.includes(secret), logged);
  assert.match(logged, /"code":"23505"/);
});
