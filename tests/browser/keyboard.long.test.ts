import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type ShopifyShop, startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import { noBrowser, PASSWORD, visitor } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { expectFailingJobs } from '../../testing/log-of-tests.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const STORE = '/console/stores/demo-shopify';

/** No page has so many controls before the one that is looked for. */
const MAX_TABS = 120;

for (const width of [1440, 390])
  describe(`the console by keyboard at ${width} px`, { skip: noBrowser() }, () => {
    const at = forSuite(() => merchantInBrowser());
    let shop: ShopifyShop;
    let page: Page;
    let context: BrowserContext;
    before(async () => {
      shop = await startShopifyShop({ name: 'Maple & Co.' });
      ({ page, context } = await at.another({ width, height: width === 390 ? 844 : 900 }));
    });
    beforeEach(expectFailingJobs);
    after(async () => {
      await context?.close();
      await shop?.close();
    });

    const main = () => page.getByRole('main');
    const openPages = async () => {
      if (width === 390) await press(page, page.getByRole('button', { name: 'Navigation' }));
    };

    it('signs in', async () => {
      const { page, context } = await visitor(at.browser, at.service.baseUrl, { width });
      await page.goto('/console/sign-in');
      await type(page, page.getByLabel('E-mail'), 'ada@shop.example');
      await type(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
      await context.close();
    });

    it('connects a store', async () => {
      const { domain, clientId, clientSecret, storefrontPrivateToken } = shop.clientCredentials;
      await page.goto('/console/connect/shopify');
      const fields = {
        'Shop domain': domain,
        'Client id': clientId,
        'Client secret': clientSecret,
        'Storefront private token': storefrontPrivateToken,
      };
      for (const [name, value] of Object.entries(fields))
        await type(page, main().getByRole('textbox', { name }), value);
      await page.keyboard.press('Enter');
      await press(page, main().getByRole('button', { name: 'Connect Maple & Co.' }));
      await page.getByRole('heading', { name: 'Maple & Co. is connected' }).waitFor();
      await at.service.settle();
      await press(page, main().getByRole('link', { name: 'Go to the store' }));
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    });

    it('adds a rule and saves it, with the focus in view beside the bar of unsaved changes', async () => {
      await page.goto(`${STORE}/policy`);
      const agents = main().getByRole('combobox', { name: 'Agents', exact: true });
      await type(page, agents, 'bot.example');
      await page.keyboard.press('Enter');
      await press(page, main().getByRole('button', { name: 'Add rule' }));
      const bar = page.getByRole('region', { name: 'Unsaved changes' });
      await bar.waitFor();
      await goTo(page, page.getByRole('link', { name: 'Skip to content' }), 'Shift+Tab');
      await press(page, bar.getByRole('button', { name: 'Save' }));
      await bar.waitFor({ state: 'detached' });
      await main().getByText('bot.example would be blocked.').waitFor();
    });

    it('turns the pages of a list', async () => {
      await page.goto(`${STORE}/products`);
      await main().getByText('in all').waitFor();
      await press(page, main().getByRole('button', { name: 'Next page' }));
      await page.waitForURL(/after=/);
      await press(page, main().getByRole('button', { name: 'Previous page' }));
      await page.waitForURL((url) => !url.searchParams.has('after'));
    });

    it('opens the list of stores and closes it with Escape, which returns the focus', async () => {
      await page.goto(STORE);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await openPages();
      const stores = page.getByRole('button', { name: /Choose another$/ });
      await press(page, stores);
      await page.getByRole('option', { name: 'Harbour & Hearth' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('option', { name: 'Harbour & Hearth' }).waitFor({ state: 'hidden' });
      await assertFocused(stores);
    });

    it('opens the menu of the account and closes it with Escape, which returns the focus', async () => {
      await page.goto(STORE);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const account = page.getByRole('button', { name: 'Your account' });
      await press(page, account);
      const item = page.getByRole('menuitem', { name: 'Team' });
      await item.waitFor();
      await page.keyboard.press('Escape');
      await item.waitFor({ state: 'hidden' });
      await assertFocused(account);
    });

    it('closes a dialog with Escape, which returns the focus and changes nothing', async () => {
      await page.goto(`${STORE}/settings`);
      const pause = main().getByRole('button', { name: 'Pause store' });
      await pause.waitFor();
      await press(page, pause);
      const dialog = page.getByRole('dialog');
      const focus = dialog.locator(':focus');
      // It takes the focus a moment behind its first sight.
      await focus.waitFor({ state: 'attached' });
      for (let tab = 0; tab < 6; tab += 1) {
        await page.keyboard.press('Tab');
        assert.equal(await focus.count(), 1, `the focus has left the dialog at tab ${tab + 1}`);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await assertFocused(pause);
    });
  });

/** Name of the focused element when nothing of it can be seen. Inputs that are drawn by their label are seen there. */
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return '';
  const { width } = focused.getBoundingClientRect();
  const drawn = width > 2 ? focused : (focused.labels?.[0] ?? focused.parentElement);
  const box = drawn.getBoundingClientRect();
  const isSeen = [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
    const seen = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    return seen !== null && (drawn.contains(seen) || seen.closest('label')?.contains(drawn));
  }));
  return isSeen ? '' : focused.outerHTML.slice(0, 200);
})()`;

/** Presses Tab until the element has the focus, which is in view at every step. */
async function goTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor({ state: 'attached' });
  for (let tab = 0; tab < MAX_TABS; tab += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(HIDDEN_FOCUS), '', 'the focus is hidden');
  }
  assert.fail(`${MAX_TABS} tabs lead past ${element}`);
}

async function press(page: Page, element: Locator): Promise<void> {
  await goTo(page, element);
  await page.keyboard.press('Enter');
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await goTo(page, field);
  await page.keyboard.insertText(text);
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === node.ownerDocument.activeElement);
}

async function assertFocused(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor();
}
