import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, stat, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { readRecordedAddress } from '../../../src/cli/serve/sandbox-folder.ts';
import { start } from '../../../src/cli/serve/serve.ts';
import { type RunningService, renderWelcome, startLine } from '../../../src/cli/serve/welcome.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { freePort } from '../../../testing/free-port.ts';
import { signUp } from '../../../testing/merchant.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { newCode, typeCode } from '../pairing/at-pairing.ts';

const SLUGS = ['demo-shopify', 'demo-woocommerce', 'by-hand', 'unpaired-goods'];

it('a paired site, a shop that was connected by hand, orders and stock outlive restarts of the simulated shops', async (t) => {
  const folder = await temporaryFolder();
  const settings = {
    PORT: String(await freePort()),
    DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  };
  const config = readConfig(settings);
  let running = await start(config);
  t.after(async () => {
    await running.close();
    await folder.close();
  });
  const shopOf = (slug: string) => running.demoStores.find((each) => each.slug === slug)?.shop;
  const agent = (slug: string) => agentOf(running.baseUrl, slug);

  const woocommerce = shopOf('demo-woocommerce')?.url;
  const { simulatedShops, ...line } = startLine(running);
  assert.deepEqual(line, {
    msg: `ucp-host is ready on ${running.baseUrl}`,
    version: VERSION,
    console: `${running.baseUrl}/console`,
    pairAt: running.unpaired?.settingsPage,
  });
  assert.deepEqual(simulatedShops?.[1], { store: 'demo-woocommerce', shop: woocommerce });
  const pairAt = await fetch(`${woocommerce}/_sandbox/pair-at`);
  assert.equal(pairAt.url, running.unpaired?.settingsPage);
  assert.match(await pairAt.text(), /Unpaired Goods[\s\S]*Not paired/);

  const merchant = await signUp(running as never);
  const { code } = await newCode(merchant);
  assert.ok(running.unpaired);
  assert.ok((await typeCode(running.unpaired.shop, running.baseUrl, code)).ok);
  const credentials = shopOf('demo-shopify')?.credentials;
  const connected = await merchant.post('/stores', { platform: 'shopify', slug: 'by-hand', credentials });
  assert.equal(connected.status, 201, JSON.stringify(connected.body));
  assert.equal(
    (connected.body.store as { test_mode: boolean }).test_mode,
    true,
    'a simulated shop is in test mode, also by hand',
  );

  const orders = new Map<string, string>();
  for (const slug of SLUGS) {
    const { id } = await findVariant(agent(slug), 'mug');
    const { body: session } = await agent(slug).createSession([id]);
    await pay(session);
    const completed = bodyOf(200, await agent(slug).complete(session.id));
    orders.set(slug, completed.order?.id ?? '');
  }
  const open = (await agent('by-hand').createSession([(await findVariant(agent('by-hand'), 'lamp')).id]))
    .body;
  const stocks = (service: RunningService) =>
    [...service.demoStores, ...(service.unpaired ? [{ shop: service.unpaired.shop }] : [])].map(({ shop }) =>
      shop.control.products.flatMap(({ variants }) => variants.map(({ stock }) => stock)),
    );
  const before = stocks(running);

  for (const restart of [1, 2]) {
    await running.close();
    running = await start(config);
    assert.deepEqual(stocks(running), before, `after restart ${restart}`);
    assert.deepEqual(shopOf('demo-shopify')?.credentials, credentials);
    for (const slug of SLUGS) {
      assert.equal((await agent(slug).get(`/orders/${orders.get(slug)}`)).status, 200, slug);
      assert.ok((await agent(slug).search('mug')).products.length > 0, slug);
      const created = await agent(slug).createSession([(await findVariant(agent(slug), 'lamp')).id]);
      assert.equal(created.status, 201, `${slug}: ${JSON.stringify(created.body)}`);
    }
  }
  await pay(open);
  assert.equal(
    bodyOf(200, await agent('by-hand').complete(open.id)).status,
    'completed',
    'carts are kept, too',
  );

  const page = await renderWelcome(running);
  for (const slug of SLUGS) assert.equal(page.split(`/api/ucp/${slug}\n`).length, 2, `${slug} once\n${page}`);
  assert.doesNotMatch(page, /live|https:|to be paired/);
  assert.equal(
    (await stat(folder.file('simulated-shops', 'demo-shopify.json'))).mode & 0o077,
    0,
    'is private',
  );
});

it('a second service on the same database leaves the demo stores with the shops of the first', async (t) => {
  const folder = await temporaryFolder();
  const settings = {
    DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  };
  const first = await start(readConfig({ ...settings, PORT: String(await freePort()) }));
  t.after(async () => {
    await first.close();
    await folder.close();
  });
  const second = await start(readConfig({ ...settings, PORT: String(await freePort()) }));
  const buyOn = async ({ baseUrl }: RunningService, slug: string) => {
    const agent = agentOf(baseUrl, slug);
    bodyOf(201, await agent.createSession([(await findVariant(agent, 'lamp')).id]));
  };
  const slugs = ['demo-shopify', 'demo-woocommerce'];
  for (const service of [second, first]) for (const slug of slugs) await buyOn(service, slug);
  await second.close();
  for (const slug of slugs) await buyOn(first, slug);
  assert.equal(readRecordedAddress(readConfig(settings)), first.baseUrl, 'demo still finds the first');
});

it('a demo store moves to the shops of the next service when the one before was killed', async (t) => {
  const folder = await temporaryFolder();
  const settings = { DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`, LOG_LEVEL: 'silent' };
  const killed = await start(readConfig({ ...settings, PORT: String(await freePort()) }));
  await killed.close();
  await writeFile(folder.file('simulated-shops', 'service-address'), killed.baseUrl);
  const next = await start(readConfig({ ...settings, PORT: String(await freePort()) }));
  t.after(async () => {
    await next.close();
    await folder.close();
  });
  const agent = agentOf(next.baseUrl, 'demo-shopify');
  bodyOf(201, await agent.createSession([(await findVariant(agent, 'lamp')).id]));
});

it('a taken port is named with what to do about it', async (t) => {
  const folder = await temporaryFolder();
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`,
    LOG_LEVEL: 'silent',
  };
  const running = await start(readConfig(settings));
  t.after(async () => {
    await running.close();
    await folder.close();
  });
  await assert.rejects(start(readConfig(settings)), {
    message: `The service already runs at ${running.baseUrl} with this database. Open ${running.baseUrl}/console, or stop it to start it anew.`,
  });
  const another = { ...settings, DATABASE_URL: `sqlite:${folder.file('other', 'ucp-host.db')}` };
  await assert.rejects(start(readConfig(another)), {
    message: new RegExp(
      `^Port ${port} is taken by another program\\. Stop it, or choose another port: PORT=${port < 65_000 ? port + 10 : port - 10} `,
    ),
  });
});

for (const [port, how] of [
  [() => freePort(), 'another port'],
  [async () => 0, 'a free port of each start'],
] as const)
  it(`demo finds the service of this folder on ${how}`, async (t) => {
    const folder = await temporaryFolder();
    const settings = { DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`, LOG_LEVEL: 'silent' };
    const running = await start(readConfig({ ...settings, PORT: String(await port()) }));
    t.after(async () => {
      await running.close();
      await folder.close();
    });
    const env = { ...process.env, ...settings, PORT: String(await freePort()), NO_COLOR: '1' };
    const { code, out } = await runCommand({ args: ['demo'], env });
    assert.equal(code, 0, out);
    assert.match(out, new RegExp(`Using the service at ${running.baseUrl}\\.`));
  });

it('a state that cannot be read begins anew', async () => {
  await using folder = await temporaryFolder();
  const config = readConfig({
    PORT: String(await freePort()),
    DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`,
    LOG_LEVEL: 'silent',
  });
  await (await start(config)).close();
  await writeFile(folder.file('simulated-shops', 'demo-shopify.json'), '{"tokens":');
  const running = await start(config);
  assert.ok((await agentOf(running.baseUrl, 'demo-shopify').search('mug')).products.length > 0);
  await running.close();
});

it('a state that cannot be written is reported, and the service goes on', async (t) => {
  // Node would print the warning, and the run of tests counts what is printed.
  const printing = process.listeners('warning');
  process.removeAllListeners('warning');
  t.after(() => {
    for (const print of printing) process.on('warning', print);
  });
  await using folder = await temporaryFolder();
  const settings = { DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`, LOG_LEVEL: 'silent' };
  const running = await start(readConfig({ ...settings, PORT: String(await freePort()) }));
  // The shops may write while their folder is being emptied.
  await rm(folder.file('simulated-shops'), { recursive: true, maxRetries: 5 });
  const agent = agentOf(running.baseUrl, 'demo-shopify');
  const warned = once(process, 'warning');
  bodyOf(201, await agent.createSession([(await findVariant(agent, 'mug')).id]));
  const [{ message }] = await warned;
  assert.match(message, /state is not kept: Error: ENOENT/);
  bodyOf(201, await agent.createSession([(await findVariant(agent, 'mug')).id]));
  await running.close();
});
