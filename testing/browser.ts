import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { buildWhenStale } from '../console/build-when-stale.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The shell without windows comes first: tests take a quarter less of a processor in it. */
const WELL_KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Keeps Chromium from requests of its own. */
const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns a suite's `skip`: false with a browser, else the printed reason. With CI set the suite runs and fails. */
export function noBrowser(): string | false {
  if (browserAddress() !== undefined || process.env.CI !== undefined) return false;
  const reason =
    'NO BROWSER: the console is not tested. Install chromium, or say where one is: CHROMIUM=/path/to/chromium';
  process.stderr.write(`\n!!! ${reason}\n\n`);
  return reason;
}

function browserAddress(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...WELL_KNOWN].find((path) => path !== '' && existsSync(path));
}

/** Service with both demo stores, its console built from the current sources, and running background jobs. */
export async function startConsoleService(settings: Record<string, string> = {}): Promise<TestService> {
  await buildWhenStale();
  const database = { migrated: async () => 'sqlite::memory:' };
  return startTestService({ database, settings, backgroundWork: true });
}

/** Browser and a freshly built console. */
export async function startBrowser(): Promise<Browser> {
  await buildWhenStale();
  const executablePath = browserAddress();
  if (executablePath === undefined) throw new Error('There is no browser. Set CHROMIUM to the path of one.');
  return chromium.launch({ executablePath, args: QUIET });
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Pictures of goods, which their shop serves. */
  pictures: string[];
  /** Other requests to other hosts, and errors of the browser console; both must stay empty. */
  foreign: string[];
  complaints: string[];
}

/** Address of a picture at a simulated shop. */
const PICTURE = /\/images\/[\w-]+\.svg(?:\?of=\w+)?$/;

/** Opens a browser context without cookies and storage. */
export async function visitor(
  browser: Browser,
  baseUrl: string,
  options: { width?: number; height?: number; colors?: 'light' | 'dark' } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colors ?? 'light',
    reducedMotion: 'reduce',
  });
  // Generous timeout: it is reached only when a page is broken.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const pictures: string[] = [];
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith('data:') && !url.startsWith('blob:'))
      (PICTURE.test(url) ? pictures : foreign).push(url);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  return { page, context, pictures, foreign, complaints };
}

export const PASSWORD = 'correct horse battery';

/** Signs up on the page. The first account of a service owns the demo stores. */
export async function signUp(page: Page, email = 'ada@shop.example'): Promise<void> {
  await page.goto('/console/sign-up');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; impact: string | null; nodes: { target: unknown[] }[] };

/** Returns axe's serious and critical violations of the page. */
export async function barriers(page: Page): Promise<string[]> {
  const violations = await violationsIn(page);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(inShort);
}

/** Returns all of axe's violations of a frame, or those of the named rules. */
export async function allBarriers(frame: Frame, rules?: readonly string[]): Promise<string[]> {
  return (await violationsIn(frame, rules)).map(inShort);
}

async function violationsIn(page: Page | Frame, rules?: readonly string[]): Promise<Violation[]> {
  // Evaluated instead of added as a script, which the page's Content-Security-Policy forbids.
  await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then((found) => found.violations)`);
}

function inShort({ id, nodes }: Violation): string {
  return `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`;
}

/** Returns the number of pixels by which the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')) as number;
}

/** Sums up the layout shifts of every page that is loaded from now on, for `shiftOf`. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(`window.shift = 0;
    window.shifted = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        window.shift += entry.value;
        window.shifted.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 40)));
      }
    }).observe({ type: 'layout-shift', buffered: true });`);
}

/** Returns the cumulative layout shift of the page until now, and the texts that moved. */
export async function shiftOf(page: Page): Promise<{ shift: number; shifted: string[] }> {
  return (await page.evaluate('({ shift: window.shift, shifted: window.shifted })')) as never;
}

/** Waits until no part of the page says that it is loading. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('[role=status][aria-label=Loading]').first().waitFor({ state: 'detached' });
}

/** Promise of the pictures within the window, loaded or failed. */
const PICTURES_IN_SIGHT = `Promise.all([...document.images].map((image) => {
  const isInSight = image.getBoundingClientRect().top < innerHeight;
  return image.complete || !isInSight || new Promise((resolve) => {
    image.addEventListener('load', resolve);
    image.addEventListener('error', resolve);
  });
}))`;

/** Waits until the pictures of the page, or of the element's frame, are to be seen. */
export async function pictured(frame: { evaluate(script: string): Promise<unknown> }): Promise<void> {
  await frame.evaluate(PICTURES_IN_SIGHT);
}
