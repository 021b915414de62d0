import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, loaded, noBrowser, overflow } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

describe('A purchase in the playground', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());

  const ways = [
    { transport: 'REST', slug: 'demo-shopify', request: 'POST /api/ucp/demo-shopify/checkout-sessions' },
    { transport: 'MCP', slug: 'demo-woocommerce', request: 'POST /api/ucp/demo-woocommerce/mcp' },
  ];
  for (const { transport, slug, request } of ways) {
    it(`makes a purchase in the playground over ${transport}, with every request and answer shown`, async () => {
      const { page } = at.merchant;
      await page.goto(`/console/stores/${slug}/playground`);
      await page.getByRole('radiogroup', { name: 'Transport' }).getByText(transport, { exact: true }).click();

      await fillCart(page);
      await page.getByText('refused:').waitFor();
      await page.getByRole('button', { name: 'Create session' }).click();
      await payInNewTab(page);
      await at.service.settle();
      await page.getByRole('button', { name: 'Complete session' }).click();
      await page.getByText('Verified', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Read order' }).click();

      const exchanges = page.getByRole('region', { name: 'Requests and responses' });
      await exchanges.getByText('Read order').waitFor();
      await exchanges.getByText(request, { exact: true }).first().waitFor();
      await exchanges.getByText('"payment": "verified"').first().waitFor();
      assert.deepEqual(await barriers(page), []);
    });

    it(`appears over ${transport} in its session’s timeline, in sessions and orders, and in no figure`, async () => {
      const { page } = at.merchant;
      await page.getByRole('link', { name: 'View this session’s timeline' }).click();
      const timeline = page.getByRole('region', { name: 'Timeline', exact: true });
      for (const kind of ['Agent', 'Shop', 'Hand-off', 'Webhook', 'Order', 'Completed'])
        await timeline.getByText(kind, { exact: true }).first().waitFor();
      await page.getByText('ucp-host playground').first().waitFor();

      await page.getByRole('link', { name: 'All sessions' }).click();
      const sessions = page.getByRole('group', { name: 'Sessions' });
      await sessions.getByRole('row', { name: /Completed.*ucp-host playground Test.*Verified/ }).waitFor();

      await page.goto(`/console/stores/${slug}/orders`);
      await page.getByRole('row', { name: /(Confirmed|Processing).*Verified/ }).waitFor();

      await page.goto(`/console/stores/${slug}`);
      await page.getByRole('switch', { name: 'Show tests' }).click();
      await page.getByText('Waiting for the first agent', { exact: true }).waitFor();
      assert.equal(await page.getByText('ucp-host playground').count(), 0);
      assert.equal(await page.getByText('EXPIRED5').count(), 0);
      assert.deepEqual(await barriers(page), []);
      await page.getByRole('switch', { name: 'Show tests' }).click();
    });
  }

  it('leaves a log that can be searched, and a request that can be sent again', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-shopify/requests?status_class=2xx&q=complete');
    await page.getByRole('link', { name: /\/complete$/ }).click();
    const curl = page.getByRole('region', { name: 'As curl' });
    await curl.waitFor();
    assert.match((await curl.textContent()) ?? '', /^curl --request 'POST'/);
    await page.getByRole('region', { name: 'Response' }).getByText('"status": "completed"').waitFor();
    assert.deepEqual(await barriers(page), []);
  });

  it('fits a phone, in the dark too', async () => {
    const phone = await at.another({ width: 360, colors: 'dark' });
    for (const path of ['', '/playground', '/sessions', '/orders', '/requests', '/webhooks', '/discovery']) {
      await phone.page.goto(`/console/stores/demo-shopify${path}`);
      await phone.page.getByRole('heading', { level: 1 }).waitFor();
      await loaded(phone.page);
      assert.ok((await overflow(phone.page)) <= 0, `${path} is wider than the phone`);
      assert.deepEqual(await barriers(phone.page), [], path);
    }
    assert.deepEqual(phone.foreign, []);
    assert.deepEqual(phone.complaints, []);
  });

  async function fillCart(page: Page): Promise<void> {
    await page.getByLabel('What does the buyer want?').fill('shoe');
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('button', { name: /^Choose: / })
      .first()
      .click();
    await page.getByLabel('Discount code').fill('EXPIRED5');
    await page.getByRole('button', { name: 'Create cart' }).click();
  }

  /** As the buyer does it, on the shop's own page. */
  async function payInNewTab(page: Page): Promise<void> {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Open checkout/ }).click();
    const checkout = await opened;
    await checkout.locator('form[method="post" i] button').first().click();
    await checkout
      .getByText(/thank you/i)
      .first()
      .waitFor();
    await checkout.close();
  }
});
