import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { BrowserContext } from 'playwright-core';
import { say } from '../../../src/cli/shell/terminal.ts';
import { callTool } from '../agent.ts';
import { asVisitor } from '../buyer.ts';
import { whileCheckoutIs } from '../fulfillment/checkout-page.ts';
import type { Proof } from '../proof.ts';
import { installPlugin, installSitePlugin, removeSitePlugin } from '../site-plugin.ts';
import { until } from '../until.ts';
import { classifyPurchase, type Judgment, listTexts, type Purchase } from './judge.ts';
import { payInShop } from './pay-in-shop.ts';
import { type Checkout, type PluginRecord, recordPlugins } from './plugin-record.ts';
import { writeContent } from './site-content.ts';
import { ZOO } from './zoo-plugins.ts';

const PAGES: readonly Checkout[] = ['block', 'classic'];
const PLACE = {
  country: 'US',
  region: 'CA',
  postal_code: '94110',
  city: 'San Francisco',
  address: '1 Main Street',
  buyer_email: 'ada.buyer@example.com',
  buyer_name: 'Ada Buyer',
};
/** Scene with the window of its buyers. */
type Zoo = Proof & { buyer: BrowserContext };
type Lines = [id: number, quantity: number][];
type Usual = Record<Checkout, Set<string>>;

/** Names for `--only` of several plugins at once. */
const GROUPS = ['pairs', 'dozens'] as const;
const DOZENS = 3;

/** Proves a purchase beside each plugin of the folder alone, beside pairs of those that touch prices or carts, and beside random dozens. */
export async function proveZoo(scene: Proof, folder: string, site: string): Promise<void> {
  const { admin } = scene;
  const buyer = await scene.browser.newContext({ ignoreHTTPSErrors: true });
  buyer.setDefaultTimeout(45_000);
  const proof = { ...scene, buyer };
  await removeSitePlugin(admin);
  await installSitePlugin(admin);
  try {
    const slugs = (await readdir(folder))
      .map((name) => name.replace(/\.zip$/, ''))
      .filter((slug) => slug in ZOO);
    const names = proof.options.only?.split(',') ?? [...slugs, ...GROUPS];
    const usual = await readUsualTexts(proof);
    const record = async (kind: string, several: readonly string[], result: object) => {
      const does = `${several.length} plugins at once`;
      await recordPlugins(site, [{ ...result, slug: several.join('+'), kind, version: '', does }]);
    };
    for (const slug of names.filter((each) => slugs.includes(each))) {
      const result = await provePlugins(proof, folder, [slug], { usual, pages: PAGES });
      await recordPlugins(site, [{ ...result, slug }]);
    }
    const isAsked = (group: (typeof GROUPS)[number]) => names.includes(group);
    const pricing = isAsked('pairs') ? slugs.filter((slug) => ZOO[slug]?.prices) : [];
    for (const [index, slug] of pricing.entries())
      await provePairs(proof, folder, [slug, pricing.slice(index + 1)], {
        usual,
        page: index % 2 === 0 ? 'block' : 'classic',
        record: (pair, result) => record('pair', pair, result),
      });
    if (isAsked('dozens')) await recordPlugins(site, [], 'dozen');
    for (const dozen of isAsked('dozens') ? drawDozens(slugs) : [])
      await record('dozen', dozen, await provePlugins(proof, folder, dozen, { usual, pages: PAGES }));
  } finally {
    await buyer.close();
    await removeSitePlugin(admin);
  }
}

/** Texts of checkouts beside no plugin. */
async function readUsualTexts(proof: Proof): Promise<Usual> {
  const usual: Usual = { block: new Set(), classic: new Set() };
  for (const page of PAGES)
    await whileCheckoutIs(proof.admin, page, async () => {
      for (const lines of [usualLines(proof), usualLines(proof).slice(0, 1)])
        for (const text of listTexts(await createCheckout(proof, lines))) usual[page].add(text);
    });
  return usual;
}

interface PairsOf {
  usual: Usual;
  page: Checkout;
  record(pair: string[], result: object): Promise<void>;
}

/** Proves a purchase beside one plugin together with each of the others, at one checkout. The first stays active meanwhile. */
async function provePairs(
  proof: Zoo,
  folder: string,
  [slug, others]: [string, string[]],
  { usual, page, record }: PairsOf,
): Promise<void> {
  if (others.length === 0) return;
  await whileCheckoutIs(proof.admin, page, async () => {
    const first = createPreparedSite();
    try {
      await prepare(proof, folder, slug, first);
      for (const other of others) {
        const beside = first.lines;
        const result = await provePlugins(proof, folder, [other], { usual, pages: [page], beside });
        await record([slug, other], result);
      }
    } finally {
      await restoreSite(first);
    }
  });
}

function drawDozens(slugs: readonly string[]): string[][] {
  const drawn = slugs.filter((slug) => ZOO[slug]?.together);
  return Array.from({ length: DOZENS }, () =>
    drawn
      .map((slug) => ({ slug, place: Math.random() }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, 12)
      .map(({ slug }) => slug),
  );
}

function usualLines({ goods }: Proof): Lines {
  return [
    [goods.bowl, 3],
    [goods.socks, 1],
  ];
}

async function provePlugins(
  proof: Zoo,
  folder: string,
  slugs: readonly string[],
  { usual, pages, beside }: { usual: Usual; pages: readonly Checkout[]; beside?: Lines },
): Promise<Omit<PluginRecord, 'slug' | 'day'>> {
  const { admin } = proof;
  const site = createPreparedSite();
  const judgments: Partial<Record<Checkout, Judgment>> = {};
  try {
    for (const slug of slugs) await prepare(proof, folder, slug, site);
    const lines = listLines(proof, beside, site.lines);
    for (const page of pages)
      judgments[page] = await whileCheckoutIs(admin, page, () => buyOnce(proof, lines, usual[page]));
  } catch (error) {
    const note = `the proof failed: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`;
    for (const page of pages) judgments[page] ??= { verdict: 'not finished', note };
  } finally {
    await restoreSite(site);
  }
  for (const page of pages)
    say(
      `${slugs.join('+')}${beside ? ' beside another' : ''} ${page}: ${judgments[page]?.verdict}: ${judgments[page]?.note}`,
    );
  if (!beside)
    await until('the shop sells again', async () => createCheckout(proof, usualLines(proof)), 120_000);
  return { ...site.plugin, ...judgments };
}

/** Goods of the plugins; the usual ones where they have none. */
function listLines(proof: Proof, beside: Lines = [], lines: Lines = []): Lines {
  const own = [...beside, ...lines];
  return own.length > 0 ? own : usualLines(proof);
}

interface PreparedSite {
  undos: (() => Promise<unknown>)[];
  lines: Lines;
  /** The last plugin. */
  plugin: Pick<PluginRecord, 'kind' | 'version' | 'does'>;
}

function createPreparedSite(): PreparedSite {
  return { undos: [], lines: [], plugin: { kind: '', version: '', does: '' } };
}

async function restoreSite({ undos }: PreparedSite): Promise<void> {
  for (const undo of undos.toReversed()) await undo().catch((error: Error) => say(`  ${error.message}`));
}

/** Activates a plugin, with the content by which it matters. */
async function prepare(proof: Proof, folder: string, slug: string, site: PreparedSite): Promise<void> {
  const plugin = ZOO[slug];
  if (!plugin) return;
  const { admin, goods } = proof;
  const { name, version } = await activate(proof, folder, slug);
  site.undos.push(() => admin.ask('PUT', `/wp/v2/plugins/${name}`, { status: 'inactive' }));
  site.plugin = { kind: plugin.kind, does: plugin.does, version };
  const { lines, undo } = await writeContent(admin, slug, plugin.content?.(goods) ?? {});
  site.undos.push(undo);
  site.lines.push(...lines);
}

/** Installs the plugin from the folder unless the site has it, and activates it. */
async function activate({ admin }: Proof, folder: string, slug: string) {
  const find = async () => {
    const plugins: { plugin: string; version: string }[] = await admin.rest('GET', '/wp/v2/plugins');
    return plugins.find(({ plugin }) => plugin.startsWith(`${slug}/`));
  };
  const install = async () => {
    await installPlugin(admin, await zipPlugin(folder, slug)).catch(() => undefined);
    return find();
  };
  const plugin = (await find()) ?? (await install());
  if (!plugin) throw new Error(`The site did not take ${slug}.`);
  const answer = await admin.ask('PUT', `/wp/v2/plugins/${plugin.plugin}`, { status: 'active' });
  // Plugins finish their activation at the first visit of the administrator.
  await admin.visit().catch(() => undefined);
  if (answer.status >= 300 && answer.status !== 500)
    throw new Error(`It cannot be activated: ${JSON.stringify(answer.body).slice(0, 200)}`);
  return { name: plugin.plugin, version: plugin.version };
}

async function zipPlugin(folder: string, slug: string): Promise<Uint8Array> {
  const isFolder = await stat(join(folder, slug)).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) return new Uint8Array(await readFile(join(folder, `${slug}.zip`)));
  const names = await readdir(join(folder, slug), { recursive: true, withFileTypes: true });
  const files: Record<string, Uint8Array> = {};
  for (const each of names.filter((entry) => entry.isFile())) {
    const path = join(each.parentPath, each.name);
    files[path.slice(folder.length).replace(/^\/+/, '')] = new Uint8Array(await readFile(path));
  }
  return zipSync(files, { level: 1 });
}

async function buyOnce(proof: Zoo, lines: Lines, usual: ReadonlySet<string>): Promise<Judgment> {
  const purchase: Purchase = {};
  try {
    purchase.quote = await createCheckout(proof, lines);
  } catch (error) {
    purchase.refusal = readRefusal(error);
    purchase.shopSays = await askShop(proof, lines);
    return classifyPurchase(purchase, usual);
  }
  purchase.seen = await payInShop(proof.buyer, purchase.quote.checkout_url).catch((error: Error) => ({
    isCheckout: true,
    total: undefined,
    order: undefined,
    said: error.message.slice(0, 200),
  }));
  if (!purchase.seen.isCheckout) purchase.health = await readHealth(proof);
  if (purchase.seen.order !== undefined) await readOrder(proof, purchase, purchase.seen.order);
  return classifyPurchase(purchase, usual);
}

/** Sentence of a tool's failure. */
function readRefusal(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]?.replaceAll('\\"', '"') ?? text;
}

/** Problems and warnings that the check of the connection has for the merchant. */
async function readHealth({ merchant, slug }: Proof): Promise<string> {
  const { body } = await merchant.post(`/stores/${slug}/check`);
  const diagnostics: { level: string; title: string }[] = body.diagnostics ?? [];
  const titles = diagnostics.filter(({ level }) => level !== 'ok').map(({ title }) => title);
  return titles.join(' ');
}

async function readOrder(proof: Proof, purchase: Purchase, number: number): Promise<void> {
  purchase.order = await proof.admin.rest('GET', `/wc/v3/orders/${number}`);
  const address = `${proof.service}/mcp/${proof.slug}`;
  const id = purchase.quote.id;
  purchase.read = await until(
    'the agent reads the order',
    async () => {
      const { order_id } = await callTool(address, 'get_checkout', { checkout_id: id });
      return order_id && callTool(address, 'get_order', { order_id });
    },
    20_000,
  ).catch((error: Error) => ({ total: `none: ${error.message}` }));
}

function createCheckout({ service, slug }: Proof, lines: Lines) {
  const items = lines.map(([id, quantity]) => ({ id: `v${id}`, quantity }));
  return callTool(`${service}/mcp/${slug}`, 'create_checkout', { items, ...PLACE });
}

/** Puts the goods into the cart of the shop's own pages, as a visitor. Returns the shop's objection, or nothing. */
async function askShop({ browser, options }: Proof, lines: Lines): Promise<string> {
  return asVisitor(browser, async (page) => {
    for (const [id, quantity] of lines)
      await page.goto(`${options.site}/?add-to-cart=${id}&quantity=${quantity}`);
    const objection = page.locator('.woocommerce-error, .wc-block-components-notice-banner.is-error').first();
    const text = (await objection.textContent({ timeout: 3_000 }).catch(() => '')) ?? '';
    const cart = await page.request.get(`${options.site}/index.php?rest_route=/wc/store/v1/cart`);
    const { items = [], errors = [] } = cart.ok() ? await cart.json() : {};
    if (items.length >= lines.length && errors.length === 0) return text;
    return text || errors[0]?.message || `the cart has ${items.length} of ${lines.length} items`;
  });
}
