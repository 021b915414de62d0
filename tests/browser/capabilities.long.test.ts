import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, noBrowser } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const SLUG = 'demo-shopify';

describe('Switching a capability in the console', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());

  it('takes it out of the manifest, before the merchant’s eyes and for every agent', async () => {
    const { page } = at.merchant;
    await open(page);
    assert.ok(await offers('dev.ucp.shopping.cart'));

    const put = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('switch', { name: 'Carts', exact: true }).press('Space');

    await removedLine(page).waitFor();
    await put;
    await page.getByText('does not offer dev.ucp.shopping.cart').waitFor();
    assert.equal(await offers('dev.ucp.shopping.cart'), false);
    assert.equal((await askForCart()).status, 404);
  });

  it('keeps it off after a reload, and brings it back at once', async () => {
    const { page } = at.merchant;
    await open(page);
    await removedLine(page).waitFor();
    const carts = page.getByRole('switch', { name: 'Carts', exact: true });
    assert.equal(await carts.isChecked(), false);

    // The preview shows the new state before the service has stored it.
    const put = page.waitForResponse((response) => response.request().method() === 'PUT');
    await carts.press('Space');

    await page.getByText('Nothing is removed').waitFor();
    await put;
    assert.ok(await offers('dev.ucp.shopping.cart'));
    assert.notEqual((await askForCart()).status, 404);
  });

  it('shows the old state again when the service refuses', async () => {
    const { page } = at.merchant;
    await open(page);
    await page.route('**/capabilities', (route) => route.abort());

    await page.getByRole('switch', { name: 'Discount codes' }).press('Space');

    await page.getByText('was not changed').waitFor();
    assert.equal(await page.getByRole('switch', { name: 'Discount codes' }).isChecked(), true);
    await page.unroute('**/capabilities');
    assert.ok(await offers('dev.ucp.shopping.discount'));
  });

  it('shows capability switches without accessibility barriers and sends requests to the service only', async () => {
    await open(at.merchant.page);
    assert.deepEqual(await barriers(at.merchant.page), []);
    assert.deepEqual(at.merchant.foreign, []);
    assert.deepEqual(at.merchant.complaints, []);
  });

  async function open(page: Page): Promise<void> {
    await page.goto(`/console/stores/${SLUG}/capabilities`);
    await page.getByRole('region', { name: 'Manifest', exact: true }).waitFor();
  }

  function removedLine(page: Page) {
    return page.locator('del', { hasText: 'dev.ucp.shopping.cart' });
  }

  async function offers(capability: string): Promise<boolean> {
    const answer = await fetch(`${at.service.baseUrl}/api/ucp/${SLUG}`);
    const manifest = (await answer.json()) as { ucp: { capabilities: Record<string, unknown> } };
    return capability in manifest.ucp.capabilities;
  }

  function askForCart(): Promise<Response> {
    return fetch(`${at.service.baseUrl}/api/ucp/${SLUG}/carts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ line_items: [{ item: { id: 'gid://shopify/Product/1000' } }] }),
    });
  }
});
