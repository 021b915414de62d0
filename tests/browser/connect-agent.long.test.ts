import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPrivate, setUpsFor } from '../../console/components/connect-agent/set-ups.ts';
import { barriers, noBrowser, overflow } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

describe('Connect an agent in the console', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser({ HOST_DOMAIN: 'stores.example' }));

  it('gives the address of the tenant host first, and shows a set-up for every client', async () => {
    const { page, complaints } = at.merchant;
    await page.goto('/console/stores/demo-shopify/discovery');
    await page.getByRole('link', { name: 'Connect an agent' }).click();
    const { port } = new URL(at.service.baseUrl);
    const url = `http://demo-shopify.stores.example:${port}/mcp`;
    const address = page.getByRole('region', { name: 'Address for MCP clients' });
    await address.getByText(url, { exact: true }).waitFor();
    await address.getByText(`Also served at ${at.service.baseUrl}/mcp/demo-shopify`).waitFor();
    const panel = page.getByRole('region', { name: 'Set up a client' });
    for (const { client, label, code } of setUpsFor('demo-shopify', url)) {
      await panel.getByRole('combobox', { name: 'Client' }).click();
      await page.getByRole('option', { name: client, exact: true }).click();
      assert.equal(await panel.getByRole('region', { name: label }).textContent(), code);
      await panel.getByRole('button', { name: `Copy ${label}` }).waitFor();
    }
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(complaints, []);
  });

  it('opens with a client that reaches a private address, and warns of those that do not', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-woocommerce/connect-agent');
    const client = page.getByRole('combobox', { name: 'Client' });
    await client.waitFor();
    const warning = page.getByText('This client needs a public address');
    assert.equal(await warning.count(), 0);
    await client.click();
    await page.getByRole('option', { name: /^Claude \(web/ }).click();
    await warning.waitFor();
  });

  for (const colors of ['light', 'dark'] as const)
    it(`fits a small screen and has no barriers (${colors})`, async () => {
      const { page, context } = await at.another({ width: 360, colors });
      await page.goto('/console/stores/demo-shopify/connect-agent');
      await page.getByRole('region', { name: 'Set up a client' }).waitFor();
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await barriers(page), []);
      await context.close();
    });
});

describe('set-ups of MCP clients', () => {
  const url = 'https://ucp.example.com/mcp/good-mugs';

  it('hold the address, and valid JSON in files of that kind', () => {
    for (const { code, label } of setUpsFor('good-mugs', url)) {
      assert.ok(code.includes(url), label);
      if (code.startsWith('{')) assert.ok(JSON.parse(code));
    }
  });

  it('count an address as private that only its own network reaches', () => {
    assert.ok(!isPrivate(url));
    for (const each of ['http://shop.example/mcp', 'https://localhost/mcp', 'https://192.168.1.4/mcp'])
      assert.ok(isPrivate(each), each);
  });
});
