import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildCards } from '../cards/build.ts';
import { type Hosts, serveHosts } from '../cards/hosts/serve-hosts.ts';
import { createAgentClient } from '../client/index.ts';
import { runDemo } from '../src/cli/demo/demo.ts';
import { start } from '../src/cli/serve/serve.ts';
import { say } from '../src/cli/shell/terminal.ts';
import { DEMO_UCP_AGENTS } from '../src/commerce/policy/agents.ts';
import { readConfig } from '../src/settings/config.ts';
import { loaded, pictured, signUp, startBrowser, visitor } from '../testing/browser.ts';
import { startEventReceiver } from '../testing/event-receiver.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { besideEachOther, CHAT_WIDTH, CONSOLE_WIDTH } from './readme-picture.ts';

/** `npm run screenshots -- [name…]`: pictures of the main pages for the README and the guides, of the demo stores after thirty days. */
const FOLDER = join(import.meta.dirname, '..', 'docs', 'pictures');

const RULES = [
  { id: 'no-scraper', mode: 'on', kind: 'block', agents: [{ name: 'scraper.example' }] },
  { id: 'pace', mode: 'on', kind: 'limit', calls: 120 },
  { id: 'no-perplexity', mode: 'shadow', kind: 'block', agents: [{ name: 'Perplexity' }] },
];

/** Makes settings without which pages are empty: rules, an endpoint for events, an invitation. */
async function furnish(page: Page, baseUrl: string, endpoint: string): Promise<void> {
  const send = async (method: string, path: string, data: object): Promise<void> => {
    const answer = await page.request.fetch(`/api/merchant${path}`, {
      method,
      data,
      headers: { origin: baseUrl },
    });
    if (!answer.ok())
      throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  };
  await send('PUT', '/stores/demo-shopify/policy', { rules: RULES });
  await send('POST', '/stores/demo-shopify/event-endpoints', { url: endpoint, description: 'Warehouse' });
  const { items } = await (await page.request.get('/api/merchant/organizations')).json();
  await send('POST', `/organizations/${items[0].id}/invitations`, {
    email: 'ben@agency.example',
    role: 'developer',
  });
}

interface Picture {
  name: string;
  path: string;
  colors?: 'light' | 'dark';
  width?: number;
  /** Runs before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}

/** The overview of a week, beside the one before: the history covers thirty days. */
const OVERVIEW = '/stores/demo-shopify?days=7';

/** The guide of a new store would stand before what is pictured. */
const HIDE_GUIDES = `localStorage.setItem('setup-guide-hidden/demo-shopify', 'true')`;

async function searchInPlayground(page: Page): Promise<void> {
  await page.getByLabel('What does the buyer want?').fill('mug');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await page
    .getByRole('button', { name: /^Choose: / })
    .first()
    .waitFor();
}

async function createPairingCode(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 930 });
  await page.getByRole('button', { name: 'Create a pairing code' }).click();
  await page.getByLabel(/^Pairing code/).waitFor();
}

async function openFirstSession(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('table').getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Summary' }).waitFor();
}

const PICTURES: readonly Picture[] = [
  { name: 'console-stores', path: '/stores' },
  { name: 'console-connect-shopify', path: '/connect/shopify' },
  {
    name: 'console-connect-woocommerce',
    path: '/connect/woocommerce',
    prepare: createPairingCode,
  },
  { name: 'console-overview', path: OVERVIEW },
  { name: 'console-overview-dark', path: OVERVIEW, colors: 'dark' },
  { name: 'console-overview-phone', path: OVERVIEW, width: 390 },
  { name: 'console-discovery', path: '/stores/demo-shopify/discovery' },
  { name: 'console-connect-agent', path: '/stores/demo-shopify/connect-agent' },
  { name: 'console-capabilities', path: '/stores/demo-shopify/capabilities' },
  {
    name: 'console-session',
    path: '/stores/demo-shopify/sessions',
    prepare: openFirstSession,
  },
  { name: 'console-requests', path: '/stores/demo-shopify/requests' },
  { name: 'console-products', path: '/stores/demo-shopify/products' },
  { name: 'console-search', path: '/stores/demo-shopify/search?q=waterprof+shoes+for+hiking' },
  { name: 'console-team', path: '/team' },
  { name: 'console-rules', path: '/stores/demo-shopify/policy' },
  { name: 'console-events', path: '/stores/demo-shopify/events' },
  { name: 'console-playground', path: '/stores/demo-woocommerce/playground', prepare: searchInPlayground },
];

const CONTENT = {
  items: [
    { id: 'v3200', quantity: 2 },
    { id: 'p1600', options: 'M, Sky' },
  ],
  discount_codes: ['SUMMER10'],
};

/** Calls whose cards are pictured, in a host of MCP Apps. */
const CARDS = [
  { name: 'cards-results', tool: 'search_products', args: { query: 'shirt' }, theme: 'light' },
  { name: 'cards-product', tool: 'get_product', args: { id: 'p1600' }, theme: 'dark' },
  { name: 'cards-cart', tool: 'create_cart', args: CONTENT, theme: 'light' },
  { name: 'cards-checkout', tool: 'create_checkout', args: CONTENT, theme: 'dark' },
] as const;

/** Checkout page of the simulated Shopify shop, for the quickstart. */
const CHECKOUT_PICTURE = { name: 'simulated-checkout' };

/** Picture of the README: the product's card in a chat, beside the console. */
const README_PICTURE = { name: 'readme' };

/** Names of pictures to take; all without arguments. */
const names = process.argv.slice(2);
const isWanted = ({ name }: { name: string }) => names.length === 0 || names.includes(name);

const folder = await temporaryFolder();
const settings = {
  PORT: '0',
  DATABASE_URL: `sqlite:${folder.file('ucp-host.db')}`,
  SANDBOX: 'on',
  SECRET_KEY: 'only for the pictures',
};
await buildCards();
const running = await start(readConfig(settings));
const browser = await startBrowser();
const receiver = await startEventReceiver();
try {
  const merchant = await visitor(browser, running.baseUrl);
  await signUp(merchant.page);
  await furnish(merchant.page, running.baseUrl, receiver.url);
  const ofService = { ...readConfig(settings), baseUrl: running.baseUrl };
  await runDemo(ofService, { history: true });
  await runDemo(ofService);
  const cookies = await merchant.context.cookies();
  await mkdir(FOLDER, { recursive: true });
  for (const picture of PICTURES.filter(isWanted)) await take(browser, cookies, picture);
  if (isWanted(CHECKOUT_PICTURE)) await takeCheckout(browser);
  const hosts = await serveHosts();
  if (isWanted(README_PICTURE)) await takeReadmePicture(browser, cookies, hosts);
  for (const card of CARDS.filter(isWanted)) await takeCard(browser, hosts, card);
  hosts.close();
} finally {
  await browser.close();
  await running.close();
  await receiver.close();
  await folder.close();
}

type Cookies = Awaited<ReturnType<Awaited<ReturnType<typeof visitor>>['context']['cookies']>>;

async function take(from: Browser, cookies: Cookies, picture: Picture): Promise<void> {
  const { page, context } = await opened(from, cookies, picture);
  await save(picture.name, await page.screenshot());
  await context.close();
}

async function opened(from: Browser, cookies: Cookies, { path, prepare, ...look }: Omit<Picture, 'name'>) {
  const { page, context } = await visitor(from, running.baseUrl, look);
  await context.addCookies(cookies);
  await page.addInitScript(HIDE_GUIDES);
  await page.goto(`/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await loaded(page);
  await prepare?.(page);
  await loaded(page);
  await pictured(page);
  // Charts draw themselves in.
  await page.waitForTimeout(800);
  return { page, context };
}

async function takeCheckout(from: Browser): Promise<void> {
  const headers = { 'ucp-agent': DEMO_UCP_AGENTS[0] ?? '' };
  const agent = createAgentClient({ baseUrl: running.baseUrl, slug: 'demo-shopify', headers });
  const session = await agent.createSession({
    line_items: [{ item: { id: 'gid://shopify/ProductVariant/1001' }, quantity: 2 }],
    discounts: { codes: ['SUMMER10'] },
  });
  const { page, context } = await visitor(from, running.baseUrl);
  await page.goto(session.continue_url ?? '');
  await save(CHECKOUT_PICTURE.name, await page.screenshot({ fullPage: true }));
  await context.close();
}

async function takeCard(from: Browser, hosts: Hosts, card: (typeof CARDS)[number]): Promise<void> {
  const { page, context } = await openedCard(from, hosts, card);
  const box = await page.frameLocator('iframe').frameLocator('iframe').locator('main').boundingBox();
  const clip = box && { x: 0, y: 0, width: box.x + box.width + box.x, height: box.y + box.height + box.x };
  await save(card.name, await page.screenshot(clip ? { clip } : {}));
  await context.close();
}

async function openedCard(
  from: Browser,
  hosts: Hosts,
  { tool, args, theme }: (typeof CARDS)[number],
  width = 720,
) {
  const { page, context } = await visitor(from, running.baseUrl, { width });
  const store = `${running.baseUrl}/mcp/demo-shopify`;
  await page.goto(hosts.url('bridge', { store, tool, args, theme }));
  const card = page.frameLocator('iframe').frameLocator('iframe').locator('main:not([aria-busy])');
  await card.waitFor();
  await pictured(card);
  return { page, context };
}

async function takeReadmePicture(from: Browser, cookies: Cookies, hosts: Hosts): Promise<void> {
  // Before the card, whose host is a real agent: with one the console shows tests no longer by itself.
  const overview = await opened(from, cookies, {
    path: OVERVIEW,
    width: CONSOLE_WIDTH,
  });
  const card = await openedCard(from, hosts, CARDS[1], CHAT_WIDTH);
  await save(README_PICTURE.name, await besideEachOther(from, card.page, overview.page));
  await card.context.close();
  await overview.context.close();
}

async function save(name: string, picture: Buffer): Promise<void> {
  await writeFile(join(FOLDER, `${name}.png`), picture);
  say(`docs/pictures/${name}.png`);
}
