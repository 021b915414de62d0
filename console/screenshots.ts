import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { demo } from '../src/cli/demo.ts';
import { start } from '../src/cli/serve.ts';
import { say } from '../src/cli/terminal.ts';
import { readConfig } from '../src/config.ts';
import { signUp, startBrowser, visitor } from '../testing/browser.ts';

/** `npm run screenshots`: pictures of the main pages for the README and the guides, of a service with some purchases in it. */
const FOLDER = join(import.meta.dirname, '..', 'docs', 'pictures');

interface Picture {
  name: string;
  path: string;
  colors?: 'light' | 'dark';
  width?: number;
  /** Runs before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'console-stores', path: '/stores' },
  { name: 'console-connect-shopify', path: '/connect/shopify' },
  {
    name: 'console-pairing',
    path: '/connect/woocommerce',
    prepare: (page) => page.getByRole('button', { name: 'Create a pairing code' }).click(),
  },
  { name: 'console-overview', path: '/stores/demo-shopify' },
  { name: 'console-overview-dark', path: '/stores/demo-shopify', colors: 'dark' },
  { name: 'console-overview-phone', path: '/stores/demo-shopify', width: 390 },
  { name: 'console-discovery', path: '/stores/demo-shopify/discovery' },
  { name: 'console-connect-agent', path: '/stores/demo-shopify/connect-agent' },
  { name: 'console-capabilities', path: '/stores/demo-shopify/capabilities' },
  {
    name: 'console-session',
    path: '/stores/demo-shopify/sessions',
    prepare: (page) => page.getByRole('main').getByRole('table').getByRole('link').first().click(),
  },
  { name: 'console-requests', path: '/stores/demo-shopify/requests' },
  { name: 'console-products', path: '/stores/demo-shopify/products' },
  { name: 'console-search', path: '/stores/demo-shopify/search?q=waterprof+shoes+for+hiking' },
  { name: 'console-playground', path: '/stores/demo-woocommerce/playground' },
];

const settings = {
  PORT: '0',
  DATABASE_URL: 'sqlite::memory:',
  SANDBOX: 'on',
  SECRET_KEY: 'only for the pictures',
};
const running = await start(readConfig(settings));
const browser = await startBrowser();
try {
  await demo({ ...readConfig(settings), baseUrl: running.baseUrl });
  const merchant = await visitor(browser, running.baseUrl);
  await signUp(merchant.page);
  const cookies = await merchant.context.cookies();
  await mkdir(FOLDER, { recursive: true });
  for (const picture of PICTURES) await take(browser, cookies, picture);
} finally {
  await browser.close();
  await running.close();
}

type Cookies = Awaited<ReturnType<Awaited<ReturnType<typeof visitor>>['context']['cookies']>>;

async function take(
  from: Browser,
  cookies: Cookies,
  { name, path, prepare, ...look }: Picture,
): Promise<void> {
  const { page, context } = await visitor(from, running.baseUrl, look);
  await context.addCookies(cookies);
  await page.goto(`/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  // Charts draw themselves in.
  await page.waitForTimeout(800);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await context.close();
  say(`docs/pictures/${name}.png`);
}
