import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import {
  barriers,
  loaded,
  noBrowser,
  startBrowser,
  startConsoleService,
  visitor,
} from '../../testing/browser.ts';
import { joinAs, PASSWORD, signUp, type TestAccount } from '../../testing/merchant.ts';
import type { TestService } from '../../testing/test-service.ts';

const OF_STORE = [
  ...[
    '',
    '/discovery',
    '/connect-agent',
    '/capabilities',
    '/policy',
    '/products',
    '/search',
    '/sessions',
    '/carts',
  ],
  ...['/orders', '/requests', '/webhooks', '/events', '/audit', '/settings'],
].map((page) => `/stores/demo-shopify${page}`);
/** Pages on which the role lacks a permission that others have, and a call that one of its presses must cause. */
const PAGES: Record<string, { pages: string[]; causes: string }> = {
  analyst: { pages: ['/stores', '/team', ...OF_STORE], causes: 'POST /stores/demo-shopify/policy/preview' },
  developer: { pages: ['/team', '/stores/demo-shopify/settings'], causes: 'POST /stores/demo-shopify/check' },
  admin: { pages: ['/team', '/stores/demo-shopify/settings'], causes: 'DELETE /stores/demo-shopify' },
};

/** The analyst opens all pages of a store: a minute and a half on a slow machine. */
const SLOWEST_MS = 300_000;

describe('the roles of members, in a browser', { skip: noBrowser() }, () => {
  let browser: Browser;
  let service: TestService;
  let owner: Awaited<ReturnType<typeof signUp>>;
  before(async () => {
    [service, browser] = await Promise.all([startConsoleService(), startBrowser()]);
    owner = await signUp(service, { name: 'Ada' });
    const answers = [
      await owner.post('/stores/demo-shopify/domains', { domain: 'agents.ada.example' }),
      await owner.post('/stores/demo-shopify/event-endpoints', { url: 'https://ada.example/events' }),
    ];
    for (const { status, body } of answers) assert.equal(status, 201, JSON.stringify(body));
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  for (const [role, { pages, causes }] of Object.entries(PAGES))
    it(`offers the ${role} no enabled control that answers 403`, { timeout: SLOWEST_MS }, async () => {
      const member = await signUp(service, { name: role });
      await joinAs(role, owner, member);
      const { page, calls } = await signedIn(member.account);
      for (const path of pages) {
        await open(page, path);
        await pressAll(page, path);
      }
      await page.unrouteAll({ behavior: 'wait' });
      const refused = calls.filter(({ status }) => status === 403).map(({ call }) => call);
      assert.deepEqual([...new Set(refused)], []);
      const isFound = calls.some(({ call }) => call === causes);
      assert.ok(isFound, `no press caused ${causes}`);
      assert.deepEqual(await barriers(page), []);
      await page.context().close();
    });

  /** Page of a member, whose changes reach the service with a body that it refuses after the permission was checked. */
  async function signedIn({ email }: TestAccount) {
    const { page, context } = await visitor(browser, service.baseUrl);
    const answer = await context.request.post('/api/merchant/sign-in', {
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200);
    const calls: { call: string; status: number }[] = [];
    await page.route('**/api/merchant/**', async (route) => {
      const request = route.request();
      const isRead = request.method() === 'GET';
      const response = await route.fetch(isRead ? {} : { postData: '"no object"' }).catch(() => undefined);
      if (!response) return route.abort();
      const path = new URL(request.url()).pathname.replace('/api/merchant', '');
      calls.push({ call: `${request.method()} ${path}`, status: response.status() });
      return route.fulfill({ response });
    });
    return { page, calls };
  }
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await loaded(page);
}

const CONTROLS = 'button, input[type=checkbox], input[type=radio]';

/** Presses each visible enabled control of the page, and confirms what asks for it. */
async function pressAll(page: Page, path: string): Promise<void> {
  const controls = page.locator('main').locator(CONTROLS);
  for (let index = 0; index < (await controls.count()); index += 1) {
    const control = controls.nth(index);
    if (!(await isUsable(control))) continue;
    await fillFields(page.locator('main'));
    await control.click({ force: true });
    await framesPass(page);
    const dialog = page.getByRole('dialog');
    if (await dialog.isVisible()) await confirm(page, dialog);
    if (!page.url().endsWith(path)) await open(page, path);
  }
}

/** Waits until an opened dialog has entered the page, which takes it three frames. */
async function framesPass(page: Page): Promise<void> {
  const frame = 'new Promise((resolve) => requestAnimationFrame(resolve))';
  for (let passed = 0; passed < 5; passed += 1) await page.evaluate(frame);
}

async function isUsable(control: Locator): Promise<boolean> {
  return (await control.isVisible()) && (await control.isEnabled());
}

/** Fields that are empty would keep their form from being sent. */
async function fillFields(scope: Locator): Promise<void> {
  for (const field of await scope.locator('input[type=text], input[type=email], input[type=password]').all())
    if ((await isUsable(field)) && (await field.isEditable()) && (await field.inputValue()) === '')
      await field.fill('ada@shop.example');
}

async function confirm(page: Page, dialog: Locator): Promise<void> {
  await fillFields(dialog);
  const typed = dialog.getByLabel(/^Type .+ to confirm$/);
  if (await typed.isVisible()) {
    const [, text = ''] =
      /^Type (.+) to confirm$/.exec((await dialog.locator('label').textContent())?.trim() ?? '') ?? [];
    await typed.fill(text);
  }
  const submit = dialog.locator('button[type=submit]');
  if ((await submit.count()) > 0) {
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
    await Promise.all([answered, submit.click()]);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}
