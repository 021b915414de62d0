import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { agentOf, findVariant, pay } from '../../testing/agent.ts';
import { loaded, noBrowser, shiftOf, visitor, watchShift } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { findFaults } from './find-faults.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const SLUG = 'demo-shopify';
const STORE = `/console/stores/${SLUG}`;

const SIGNED_OUT = ['/console/sign-in', '/console/sign-up', '/console/forgot-password'];
const LINKED = ['invitation', 'confirm', 'reset-password'].map((name) => `/console/${name}`);
const OF_ACCOUNT = [
  '/console/stores',
  '/console/connect',
  '/console/connect/shopify',
  '/console/connect/woocommerce',
  '/console/account',
  '/console/team',
  '/console/transfer',
  '/console/confirm-email',
  '/console/change-email',
  '/console/no-such-page',
];
const OF_STORE = [
  '',
  '/discovery',
  '/connect-agent',
  '/capabilities',
  '/policy',
  '/search?q=waterprof+mug',
  '/webhooks',
  '/events',
  '/playground',
  '/audit',
  '/settings',
];
/** Lists whose first row has a page of its own. */
const LISTS = ['products', 'sessions', 'carts', 'orders', 'requests'];

/** Pages of a store that no agent has called. */
const OF_NEW_STORE = ['', '/requests', '/orders'].map((path) => `/console/stores/demo-woocommerce${path}`);

/** Largest sum of layout shifts while a page loads. */
const MAX_SHIFT = 0.02;

describe('accessibility of the console', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());
  before(async () => {
    const agent = agentOf(at.service.baseUrl, SLUG);
    const { id } = await findVariant(agent, 'mug');
    const session = (await agent.createSession([id])).body;
    await pay(session);
    await agent.complete(session.id);
    await agent.createCart([id]);
    await at.service.settle();
  });

  for (const width of [1440, 390]) {
    const look = async (paths: readonly string[], isSignedIn: boolean): Promise<void> => {
      const options = { width, height: width === 390 ? 844 : 900 };
      const { page, context } = isSignedIn
        ? await at.another(options)
        : await visitor(at.browser, at.service.baseUrl, options);
      await watchShift(page);
      const faults: string[] = [];
      for (const path of paths) faults.push(...(await findFaultsAt(page, path)));
      await context.close();
      assert.deepEqual(faults, []);
    };

    it(`violates no rule of axe, shifts nothing and fits in light and dark at ${width} px, signed out`, () =>
      look([...SIGNED_OUT, ...LINKED], false));

    it(`violates no rule of axe, shifts nothing and fits in light and dark at ${width} px, on pages of the account`, () =>
      look([...OF_ACCOUNT, ...LINKED], true));

    it(`violates no rule of axe, shifts nothing and fits in light and dark at ${width} px, on pages of a store`, async () => {
      const entries = await Promise.all(LISTS.map(async (list) => `/${list}/${await firstIdOf(list)}`));
      const lists = LISTS.map((list) => `/${list}`);
      const ofStore = [...OF_STORE, ...lists, ...entries].map((path) => STORE + path);
      await look([...ofStore, ...OF_NEW_STORE], true);
    });
  }

  async function firstIdOf(list: string): Promise<string> {
    const answer = await at.merchant.context.request.get(`/api/merchant/stores/${SLUG}/${list}`);
    const [first] = (await answer.json()).items;
    return encodeURIComponent(first.id);
  }
});

/** Badges and labels of each row that has more than one. */
const CROWDED_ROWS = `[...document.querySelectorAll('tr, main li')]
  .map((row) => [...row.querySelectorAll('.mantine-Badge-root, .mantine-Pill-root')].map(({ textContent }) => textContent))
  .filter(({ length }) => length > 1)
  .map((words) => words.join(' + '))`;

/** Loads the page in light colors. */
async function findFaultsAt(page: Page, path: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await loaded(page);
  const { shift, shifted } = await shiftOf(page);
  const shifts = shift < MAX_SHIFT ? [] : [`shifts by ${shift}: ${shifted.join(', ')}`];
  const crowded = (await page.evaluate(CROWDED_ROWS)) as string[];
  const rows = crowded.map((words) => `has a row with ${words}`);
  return [...shifts, ...rows, ...(await findFaults(page))].map((fault) => `${path}: ${fault}`);
}
