import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barriers, noBrowser, overflow } from '../../testing/browser.ts';
import { startDnsServer } from '../../testing/dns-server.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

describe('Discovery and webhooks in the console', { skip: noBrowser() }, () => {
  const dns = forSuite(() => startDnsServer());
  const at = forSuite(() => merchantInBrowser({ DNS_SERVERS: dns.address }));

  it('checks the shop’s domain and shows each problem with its remedy', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-woocommerce/discovery');
    await page.getByRole('link', { name: `${at.service.baseUrl}/api/ucp/demo-woocommerce` }).waitFor();

    await page.getByRole('button', { name: 'Check domain' }).click();

    const diagnostics = page.getByRole('status', { name: 'Check results' });
    await diagnostics
      .getByRole('img', { name: /^(Problem|Warning|OK)$/ })
      .first()
      .waitFor();
    assert.deepEqual(await barriers(page), []);
  });

  it('gives the recipe for the server that the shop runs on, in both ways', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-woocommerce/discovery');
    await page.getByRole('combobox', { name: 'Your site runs on' }).click();
    await page.getByRole('option', { name: 'nginx' }).click();
    const recipe = page.getByRole('region', { name: /nginx/i });
    await recipe.getByText(`proxy_pass "${at.service.baseUrl}/api/ucp/demo-woocommerce"`).waitFor();

    await page.getByRole('radiogroup', { name: 'Method' }).getByText('Redirect', { exact: true }).click();

    await recipe.getByText(/return 30\d/).waitFor();
    await page.getByText('agents that follow no redirects do not find you').waitFor();
  });

  it('shows both forms with who reads them, and finds each at its own address', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-woocommerce/discovery');
    const official = page.getByRole('region', { name: 'Your official UCP profile' });
    const profileUrl = `${at.service.baseUrl}/ucp/demo-woocommerce/.well-known/ucp`;
    await official.getByRole('link', { name: profileUrl, exact: true }).first().waitFor();
    await official.getByText('Shopify’s “ucp” command line, over MCP').waitFor();
    await official.getByRole('button', { name: 'Check the official profile' }).click();
    const results = page.getByRole('status', { name: 'Results of the official profile check' });
    await results.getByText('Agents of version 2026-04-08 find their profile.').waitFor();
    await official.getByText('Every agent that reads official profiles finds your store here').waitFor();
    await official
      .getByRole('radiogroup', { name: 'Version of the profile' })
      .getByText('2026-04-08')
      .click();
    await official.getByRole('region', { name: 'Official profile, version 2026-04-08' }).waitFor();

    const manifest = page.getByRole('region', { name: 'Your manifest' });
    await manifest.getByText('Not Shopify’s “ucp” command line').waitFor();
    await manifest.getByRole('button', { name: 'Check the manifest' }).click();
    await manifest.getByText('Every agent that reads the manifest finds your store here').waitFor();
    assert.deepEqual(await barriers(page), []);
  });

  it('gives the recipe that answers with the official profile, which is never redirected', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-woocommerce/discovery');
    const panel = page.getByRole('region', { name: 'Serve it on your shop’s domain' });
    await panel
      .getByRole('radiogroup', { name: 'What your domain serves' })
      .getByText('The official profile')
      .click();
    await panel.getByRole('combobox', { name: 'Your site runs on' }).click();
    await page.getByRole('option', { name: 'nginx' }).click();
    const address = `${at.service.baseUrl}/ucp/demo-woocommerce/.well-known/ucp`;
    await panel.getByText(`proxy_pass "${address}"`).waitFor();
    assert.equal(await panel.getByRole('radiogroup', { name: 'Method' }).count(), 0);
  });

  it('leads a merchant from a domain of theirs to a live one, by the keyboard alone', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-shopify/discovery');
    const panel = page.getByRole('region', { name: 'Custom domains' });
    const field = panel.getByRole('textbox', { name: 'Domain' });
    await field.fill('good-mugs.myshopify.com');
    await page.keyboard.press('Enter');
    await panel.getByText(/belongs to the shop platform/).waitFor();
    await field.fill('Agents.Mugs.Example');
    await page.keyboard.press('Enter');

    const card = panel.getByRole('article', { name: 'agents.mugs.example' });
    await card.getByText('Not verified').waitFor();
    const textOfRegion = async (label: string) =>
      (await card.getByRole('region', { name: label }).textContent()) ?? '';
    const record = await textOfRegion('Name of the TXT record');
    assert.equal(record, '_ucp-host.agents.mugs.example');
    await card.getByRole('button', { name: 'Copy TXT value' }).waitFor();
    await card.getByRole('button', { name: 'Verify domain: agents.mugs.example' }).press('Enter');
    const diagnostics = card.getByRole('status', { name: 'Check results for agents.mugs.example' });
    await diagnostics.getByText('The DNS record was not found.').waitFor();

    dns.texts.set(record, [await textOfRegion('TXT value')]);
    await card.getByRole('button', { name: 'Verify domain: agents.mugs.example' }).press('Enter');
    await card.getByText('Verified, not pointing here', { exact: true }).waitFor();
    await diagnostics.getByText('agents.mugs.example does not exist in DNS.').waitFor();
    dns.addresses.set('agents.mugs.example', '127.0.0.1');
    await card.getByRole('button', { name: 'Verify domain: agents.mugs.example' }).press('Enter');
    await card.getByText('Live', { exact: true }).waitFor();
    const official = page.getByRole('region', { name: 'Your official UCP profile' });
    const { port } = new URL(at.service.baseUrl);
    await official
      .getByRole('link', { name: `http://agents.mugs.example:${port}/.well-known/ucp`, exact: true })
      .first()
      .waitFor();
    await official.getByRole('button', { name: 'Check the official profile' }).press('Enter');
    await official.getByText('Every agent that reads official profiles finds your store here').waitFor();
    assert.deepEqual(await barriers(page), []);
  });

  for (const colors of ['light', 'dark'] as const)
    it(`fits a small screen without accessibility violations (${colors})`, async () => {
      const { page, context } = await at.another({ width: 360, colors });
      await page.goto('/console/stores/demo-shopify/discovery');
      const card = page.getByRole('article', { name: 'agents.mugs.example' });
      await card.getByText('Live', { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Verify domain: agents.mugs.example' }).click();
      await card.getByText('The DNS record verifies that agents.mugs.example is yours.').waitFor();
      await page.getByRole('button', { name: 'Check the official profile' }).click();
      await page.getByRole('status', { name: 'Results of the official profile check' }).waitFor();
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await barriers(page), []);
      await context.close();
    });

  it('takes a domain away again, after asking', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-shopify/discovery');
    const card = page.getByRole('article', { name: 'agents.mugs.example' });
    await card.getByRole('button', { name: 'Remove agents.mugs.example' }).click();
    await page.getByRole('button', { name: 'Remove domain' }).click();
    await card.waitFor({ state: 'detached' });
    assert.deepEqual(at.merchant.complaints, []);
  });

  it('shows what the shop sent, whether it was the shop, and what came of it', async () => {
    const { page } = at.merchant;
    at.service.shop('demo-woocommerce').control.createProduct({ title: 'Kite', price: '12.50' });
    await at.service.settle();
    await fetch(`${at.service.baseUrl}/webhooks/demo-woocommerce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-wc-webhook-topic': 'product.updated' },
      body: '{"id":1}',
    });

    await page.goto('/console/stores/demo-woocommerce/webhooks');

    await page
      .getByRole('row', { name: /product\.created Valid Product re-read/ })
      .first()
      .waitFor();
    await page.getByRole('row', { name: /product\.updated Missing Refused/ }).waitFor();
    await page.getByRole('button', { name: 'Repair webhooks' }).click();
    await page.getByText('Checking …').or(page.getByText('Last checked')).first().waitFor();
    assert.deepEqual(await barriers(page), []);
  });
});
