import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { type DemoStore, startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import { agentOf, bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { withService } from '../../../testing/everywhere.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import type { TestService } from '../../../testing/test-service.ts';

withService('the command line', (running) => {
  let shops: DemoStore[];
  before(async () => {
    shops = await startDemoStores(0);
  });
  after(async () => {
    for (const { shop } of shops) await shop.close();
  });

  const cli = (...args: string[]) => commandLine(running.databaseUrl, args);
  const credentials = (platform: string) =>
    shops.find((each) => each.platform === platform)?.shop.credentials ?? {};

  it('connects a Shopify store beside the demo stores, and the running service serves it at once', async () => {
    const { domain = '', storefrontPrivateToken = '', adminToken = '' } = credentials('shopify');
    const { code, out } = await cli(
      ...['connect', 'shopify', '--domain', domain, '--slug', 'my-shoes', '--json'],
      ...['--storefront-private-token', storefrontPrivateToken, '--admin-token', adminToken],
    );
    assert.equal(code, 0, out);
    assert.equal(JSON.parse(out).slug, 'my-shoes');
    assert.ok((await agentOf(running.baseUrl, 'my-shoes').search('shoe')).products.length > 0);
  });

  it('connects a WooCommerce store', async () => {
    const { url = '', consumerKey = '', consumerSecret = '' } = credentials('woocommerce');
    const args = ['connect', 'woocommerce', '--url', url, '--key', consumerKey, '--secret', consumerSecret];
    const { code, out } = await cli(...args, '--slug', 'my-mugs');
    assert.equal(code, 0, out);
    assert.match(out, /connected as my-mugs/);
    assert.ok(!out.includes(consumerSecret));
  });

  it('connects a store with secrets from a file, which an option overrides, and warns when others can read it', async () => {
    await using folder = await temporaryFolder();
    const { domain = '', storefrontPrivateToken = '', adminToken = '' } = credentials('shopify');
    const file = folder.file('shop.env');
    await writeFile(file, `storefront-private-token=${storefrontPrivateToken}\n\nadmin-token=wrong\n`);
    const connect = ['connect', 'shopify', '--domain', domain, '--secrets', file];
    const { code, out } = await cli(...connect, '--slug', 'more-shoes', '--admin-token', adminToken);
    assert.equal(code, 0, out);
    assert.ok(out.includes(`! Other users of this machine can read ${file}: chmod 600 ${file}\n`), out);
    await chmod(file, 0o600);
    await writeFile(file, `storefront-token=x\npassword=${adminToken}\n`);
    const refused = await cli(...connect);
    assert.equal(refused.code, 2);
    const message =
      /^✗ Line 2 of the secrets must be <name>=<value>, with one of: storefront-private-token, /;
    assert.match(refused.out, message);
    assert.ok(!refused.out.includes(adminToken));
    assert.match((await cli(...connect.slice(0, -1), 'none.env')).out, /^✗ none\.env cannot be read: ENOENT/);
  });

  it('names the setting that permits a shop in a private network', async () => {
    const { url = '', consumerKey = '', consumerSecret = '' } = credentials('woocommerce');
    const args = ['connect', 'woocommerce', '--url', url, '--key', consumerKey, '--secret', consumerSecret];
    const { code, out } = await commandLine(running.databaseUrl, args, '', { NODE_ENV: 'production' });
    assert.equal(code, 1, out);
    assert.match(out, /For a shop in a network of yours, set ALLOW_PRIVATE_ADDRESSES=on/);
  });

  it('stores nothing when the shop refuses the credentials or the slug is taken, and repeats no secret', async () => {
    const { url = '', consumerKey = '', consumerSecret = '' } = credentials('woocommerce');
    const wrong = 'cs_0000000000000000000000000000000000000000';
    const args = ['connect', 'woocommerce', '--url', url, '--key', consumerKey];
    const { code, out } = await cli(...args, '--secret', wrong, '--slug', 'refused');
    assert.equal(code, 1);
    assert.ok(!out.includes(wrong), out);
    assert.equal(await running.service.stores.find('refused'), undefined);
    const conflict = await cli(...args, '--secret', consumerSecret, '--slug', 'demo-shopify');
    assert.deepEqual([conflict.code, /demo-shopify.*taken/.test(conflict.out)], [1, true], conflict.out);
  });

  it('lists the stores, for people and for scripts', async () => {
    const { out } = await cli('stores', '--json');
    const slugs = (JSON.parse(out) as { slug: string }[]).map(({ slug }) => slug);
    for (const slug of ['demo-shopify', 'demo-woocommerce', 'my-mugs', 'my-shoes'])
      assert.ok(slugs.includes(slug));
    assert.match((await cli('stores')).out, /my-mugs +woocommerce/);
  });

  it('switches a capability off and on in the running service', async () => {
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    const cart = { line_items: [{ item: { id: 'gid://shopify/ProductVariant/1001' } }] };
    assert.equal((await cli('capability', 'demo-shopify', 'cart', 'off')).code, 0);
    const off = bodyOf(404, await agent.post<ErrorBody>('/carts', cart));
    assert.deepEqual(off, (await agentOf(running.baseUrl, 'no-such-store').post('/carts', cart)).body);
    assert.equal((await cli('capability', 'demo-shopify', 'cart', 'on')).code, 0);
    assert.equal((await agent.post('/carts', cart)).status, 201);
  });

  it('exports, compares, previews and imports rules for agents, and names what is wrong in a file', {
    timeout: 60_000,
  }, async () => {
    await using folder = await temporaryFolder();
    const file = folder.file('rules.json');
    const rules = [{ id: 'no-bot', mode: 'on', kind: 'block', agents: [{ name: 'bot.example' }] }];
    await writeFile(file, JSON.stringify({ rules }));
    const bot = agentOf(running.baseUrl, 'demo-shopify', { 'user-agent': 'bot.example/1.0' });
    assert.equal((await bot.get('/catalog/search?q=mug')).status, 200);
    const diff = await cli('policy', 'diff', 'demo-shopify', file);
    assert.deepEqual([diff.code, /\+ no-bot/.test(diff.out)], [1, true], diff.out);
    await running.service.context.flushCalls();
    const preview = await cli('policy', 'preview', 'demo-shopify', file, '--json');
    assert.equal(JSON.parse(preview.out).rules[0].agents[0].agent, 'bot.example');
    assert.match((await cli('policy', 'import', 'demo-shopify', file)).out, /1 rule\./);
    // PostgreSQL announces the change to the running service.
    while ((await bot.get('/catalog/search?q=mug')).status !== 404) await nextTurn();
    assert.deepEqual(JSON.parse((await cli('policy', 'export', 'demo-shopify')).out), { rules });
    assert.equal((await cli('policy', 'diff', 'demo-shopify', file)).code, 0);
    await writeFile(file, JSON.stringify({ rules: [{ ...rules[0], mode: 'loud' }] }));
    const wrong = await cli('policy', 'import', 'demo-shopify', file);
    assert.match(wrong.out, /rules\.0\.mode must be one of on, shadow, off/);
    await writeFile(file, '[]');
    assert.equal((await cli('policy', 'import', 'demo-shopify', file)).code, 0);
  });

  it('keeps no credential in the clear', async () => {
    const secrets = shops.flatMap(({ shop }) => [
      shop.credentials.adminToken,
      shop.credentials.storefrontPrivateToken,
      shop.credentials.consumerSecret,
      shop.credentials.appSecret,
    ]);
    const rows = await storedText(running);
    for (const secret of secrets) if (secret) assert.ok(!rows.includes(secret));
  });
});

/** All that a database file holds, its write-ahead log included; of PostgreSQL, the stores' rows as they lie there. */
async function storedText({ databaseUrl }: TestService): Promise<string> {
  if (!databaseUrl.startsWith('sqlite:')) return storedRows(databaseUrl);
  const file = databaseUrl.slice('sqlite:'.length);
  const parts = await Promise.all(
    [file, `${file}-wal`].map((name) => readFile(name, 'latin1').catch(() => '')),
  );
  return parts.join('');
}

async function storedRows(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select * from stores');
    assert.ok(rows.length >= 4);
    return JSON.stringify(rows);
  } finally {
    await client.end();
  }
}
