import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import {
  loaded,
  noBrowser,
  overflow,
  PASSWORD,
  signUp,
  startBrowser,
  startConsoleService,
  type Visitor,
  visitor,
} from '../../testing/browser.ts';
import type { TestService } from '../../testing/test-service.ts';

const PAGES = [
  '/stores',
  '/connect',
  '/connect/shopify',
  '/connect/woocommerce',
  '/stores/demo-shopify/settings',
  '/stores/demo-shopify/audit',
  '/account',
];

describe('the console, in a browser', { skip: noBrowser() }, () => {
  let browser: Browser;
  let service: TestService;
  let ada: Visitor;
  const others: Visitor[] = [];
  before(async () => {
    [service, browser] = await Promise.all([startConsoleService(), startBrowser()]);
    ada = await visitor(browser, service.baseUrl);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });
  afterEach(async () => {
    for (const { foreign, complaints } of [ada, ...others]) {
      assert.deepEqual(foreign, [], 'asked elsewhere');
      assert.deepEqual(complaints, []);
    }
    for (const { context } of others.splice(0)) await context.close();
  });

  const another = async (options: Parameters<typeof visitor>[2] = {}) => {
    const visiting = await visitor(browser, service.baseUrl, options);
    others.push(visiting);
    return visiting.page;
  };
  /** Ada in another window: the same cookie, another width or other colours. */
  const adaAgain = async (options: Parameters<typeof visitor>[2]) => {
    const page = await another(options);
    await page.context().addCookies(await ada.context.cookies());
    return page;
  };

  it('leads from the first visit to both demo stores', async () => {
    const { page } = ada;
    const errors: string[] = [];
    const note = (message: ConsoleMessage) => {
      if (message.type() === 'error') errors.push(message.text());
    };
    page.on('console', note);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Welcome to ucp-host' }).waitFor();
    assert.deepEqual(errors, [], 'a stranger has done nothing wrong');
    page.off('console', note);
    await signUp(page);
    for (const store of ['Northwind Outfitters', 'Harbour & Hearth']) {
      const row = page.getByRole('row').filter({ hasText: store });
      await row.getByText('Test store').waitFor();
      await row.getByText('Connected').waitFor();
    }
    await page.getByRole('link', { name: 'Northwind Outfitters' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('banner').getByText('Test store').waitFor();
  });

  it('says at the field what is wrong, and takes the reader there', async () => {
    const page = await another();
    await page.goto('/console/sign-up');
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('E-mail').fill('grace@shop.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Enter at least 10 characters (5 more)').waitFor();
    assert.equal(await focused(page), 'Password');
    await page.getByLabel('Your name').fill('G'.repeat(101));
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Enter at most 100 characters (1 fewer)').waitFor();
    assert.equal(await focused(page), 'Your name');
  });

  it('shows a stranger none of it', async () => {
    const page = await another();
    await page.goto('/console/stores/demo-shopify/settings');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signUp(page, 'stranger@elsewhere.example');
    await page.getByText('No store is connected yet').waitFor();
    await page.goto('/console/stores/demo-shopify/settings');
    await page.getByText('Page not found').waitFor();
  });

  it('signs a merchant in by keyboard alone and opens the page that was asked for', async () => {
    const page = await another();
    await page.goto('/console/stores/demo-woocommerce/settings');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'E-mail');
    await page.keyboard.type('ada@shop.example');
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await tabTo(page, 'Toggle password visibility');
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('textbox', { name: 'Password' }).getAttribute('type'), 'text');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    assert.match(page.url(), /\/console\/stores\/demo-woocommerce\/settings$/);
    await tabTo(page, 'Audit log');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: 'Audit log' });
    await heading.waitFor();
    await page.waitForFunction(
      "document.activeElement?.textContent === 'Audit log' && document.activeElement.tagName === 'H1'",
    );
  });

  it('keeps nothing on the screen of who signed out, or whose session ended', async () => {
    const page = await adaAgain({});
    await open(page, '/stores');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill('stranger@elsewhere.example');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('stranger@elsewhere.example').first().waitFor();
    await page.getByRole('link', { name: 'All stores', exact: true }).click();
    await page.getByText('No store is connected yet').waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('says that the session has ended when changes are saved too late, and leads back to the page', async () => {
    const page = await adaAgain({});
    await open(page, '/stores/demo-shopify/settings');
    await page.getByRole('textbox', { name: 'Name' }).fill('Mugs and more');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended.' }).waitFor();
    await page.getByLabel('E-mail').fill('ada@shop.example');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('can be used at the width of a small phone', async () => {
    const page = await adaAgain({ width: 360 });
    for (const path of PAGES) {
      await open(page, path);
      assert.equal(await overflow(page), 0, path);
    }
    await page.goto('/console/stores/demo-shopify/audit');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    assert.equal(await pages.count(), 0, 'the folded pages are hidden from screen readers');
    await page.getByRole('button', { name: 'Navigation' }).click();
    await pages.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('shows a token once, and refuses it when it is revoked', async () => {
    const { page } = ada;
    await open(page, '/account');
    await page.getByPlaceholder('What the token is for').fill('nightly report');
    await page.getByRole('combobox', { name: 'Stores' }).press('ArrowDown');
    await page.getByRole('option', { name: 'All your stores' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = page.getByRole('status').filter({ hasText: 'shown only once' }).locator('code');
    const token = (await secret.textContent()) ?? '';
    const ask = () =>
      fetch(`${service.baseUrl}/api/merchant/stores`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await ask()).status, 200);
    assert.equal(
      await page.getByPlaceholder('What the token is for').inputValue(),
      '',
      'the form is ready for another token',
    );
    await page.getByRole('button', { name: 'Revoke nightly report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('No tokens yet').waitFor();
    await page.locator('h1:focus').waitFor();
    assert.equal((await ask()).status, 401);
  });

  it('deletes a store only after its name was typed, and names the person who disconnected one', async () => {
    const { page } = ada;
    await open(page, '/stores/demo-woocommerce/settings');
    await page.getByRole('button', { name: 'Disconnect store' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect store' }).click();
    await page.getByText('This store is disconnected. Agents cannot find it.').waitFor();
    assert.equal((await fetch(`${service.baseUrl}/api/ucp/demo-woocommerce`)).status, 404);
    await open(page, '/stores/demo-woocommerce/audit');
    await page
      .getByRole('row')
      .filter({ hasText: 'Store disconnected' })
      .getByText('ada@shop.example')
      .waitFor();
    await open(page, '/stores/demo-woocommerce/settings');
    await page.getByRole('button', { name: 'Delete store' }).click();
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete store' });
    assert.equal(await sure.isDisabled(), true);
    await page.getByLabel('Type demo-woocommerce to confirm').fill('demo-woocommerce');
    await sure.click();
    await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Harbour & Hearth' }).waitFor({ state: 'detached' });
  });
});

/** Opens a page of the console, and waits until what it shows has come. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await loaded(page);
}

/** Presses Tab until the named control has the focus: it can be reached, and that is seen. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  assert.fail(`Tab never comes to "${name}"`);
}

/** Returns the accessible name of the focused control. */
async function focused(page: Page): Promise<string> {
  return (await page.evaluate(
    "(document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  )) as string;
}
