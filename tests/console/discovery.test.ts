import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { barriers, noBrowser, signUp, startBrowser, type Visitor, visitor } from '../support/browser.ts';
import { databases } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

describe('Discovery and webhooks in the console', { skip: noBrowser() }, () => {
  let service: TestService;
  let browser: Browser;
  let merchant: Visitor;

  before(async () => {
    const [database] = databases;
    assert.ok(database);
    service = await startTestService({ database });
    await service.settle();
    browser = await startBrowser();
    merchant = await visitor(browser, service.baseUrl);
    await signUp(merchant.page);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  it('checks the shop’s own domain, and says what is in the way and how to mend it', async () => {
    const { page } = merchant;
    await page.goto('/console/stores/demo-woocommerce/discovery');
    await page.getByRole('link', { name: `${service.baseUrl}/api/ucp/demo-woocommerce` }).waitFor();

    await page.getByRole('button', { name: 'Check', exact: true }).click();

    const findings = page.getByRole('status', { name: 'What the check found' });
    await findings
      .getByRole('img', { name: /^(Problem|Warning|Fine)$/ })
      .first()
      .waitFor();
    assert.deepEqual(await barriers(page), []);
  });

  it('gives the recipe for the server that the shop runs on, in both ways', async () => {
    const { page } = merchant;
    await page.goto('/console/stores/demo-woocommerce/discovery');
    await page.getByRole('combobox', { name: 'Your site runs on' }).click();
    await page.getByRole('option', { name: 'nginx' }).click();
    const recipe = page.getByRole('region', { name: /nginx/i });
    await recipe.getByText(`proxy_pass "${service.baseUrl}/api/ucp/demo-woocommerce"`).waitFor();

    await page.getByRole('radiogroup', { name: 'Way' }).getByText('Redirects').click();

    await recipe.getByText(/return 30\d/).waitFor();
    await page.getByText('agents that follow no redirect do not find you').waitFor();
  });

  it('shows what the shop sent, whether it was the shop, and what came of it', async () => {
    const { page } = merchant;
    service.shop('demo-woocommerce').control.createProduct({ title: 'Kite', price: '12.50' });
    await service.settle();
    await fetch(`${service.baseUrl}/webhooks/demo-woocommerce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-wc-webhook-topic': 'product.updated' },
      body: '{"id":1}',
    });

    await page.goto('/console/stores/demo-woocommerce/webhooks');

    await page
      .getByRole('row', { name: /product\.created Valid Product read again/ })
      .first()
      .waitFor();
    await page.getByRole('row', { name: /product\.updated Missing Refused/ }).waitFor();
    await page.getByRole('button', { name: 'Check and resubscribe' }).click();
    await page.getByText('Looking …').or(page.getByText('Last look')).first().waitFor();
    assert.deepEqual(await barriers(page), []);
  });
});
