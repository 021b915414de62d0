import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { RunningShop } from '../../simulated-shops/shop/types.ts';
import { type ShopifyShop, startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import {
  barriers,
  noBrowser,
  signUp,
  startBrowser,
  startConsoleService,
  visitor,
} from '../../testing/browser.ts';
import { expectFailingJobs } from '../../testing/log-of-tests.ts';
import type { TestService } from '../../testing/test-service.ts';
import { openSite, pressOnSite, setSiteFault, siteIsPaired } from '../integration/pairing/at-pairing.ts';

describe('connecting a store on the console', { skip: noBrowser() }, () => {
  let browser: Browser;
  let service: TestService;
  let shop: ShopifyShop;
  let site: RunningShop;
  let page: Page;
  let shopPage: string;
  before(async () => {
    [service, browser, shop, site] = await Promise.all([
      startConsoleService(),
      startBrowser(),
      startShopifyShop({ name: 'Maple & Co.' }),
      openSite('Lonely Goods'),
    ]);
    page = (await visitor(browser, service.baseUrl)).page;
    await signUp(page);
  });
  beforeEach(expectFailingJobs);
  after(async () => {
    await browser?.close();
    await service?.close();
    await shop?.close();
    await site?.close();
  });

  it('says what is missing in the access to a Shopify store, and connects it once that is fixed', async () => {
    const { domain, clientId, clientSecret, storefrontPrivateToken } = shop.clientCredentials;
    await page.goto('/console/connect/shopify');
    await page.getByLabel('Shop domain').fill(domain);
    await page.getByRole('textbox', { name: 'Client id' }).fill(clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill('shpss_wrong');
    await page.getByRole('textbox', { name: 'Storefront private token' }).fill(storefrontPrivateToken);
    await page.getByRole('button', { name: 'Check credentials' }).click();
    await page.getByRole('heading', { name: 'Something needs fixing' }).waitFor();
    await page.getByRole('img', { name: 'Problem' }).first().waitFor();
    assert.deepEqual(await invalidFields(page), ['Client id', 'Client secret']);
    await page
      .locator('form')
      .getByText(/^Shopify does not know this client id/)
      .waitFor();
    assert.deepEqual(await barriers(page), []);
    assert.equal(await page.getByRole('button', { name: /^Connect / }).count(), 0);

    await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Connect Maple & Co.' }).click();
    await page.getByRole('heading', { name: 'Maple & Co. is connected' }).waitFor();
    await page.getByText(/^All \d+ products are synced$/).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('link', { name: 'Go to the store' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    shopPage = page.url();
  });

  it('lists every scope that the check asks for', async () => {
    const { domain, clientId, clientSecret, storefrontPrivateToken } = shop.clientCredentials;
    const granted = { admin: [...shop.scopes.admin], storefront: [...shop.scopes.storefront] };
    await page.goto('/console/connect/shopify');
    await page.getByRole('button', { name: 'Which scopes does the app need?' }).click();
    const listed = page.getByRole('region', { name: 'Which scopes does the app need?' });
    await listed.locator('code').first().waitFor();
    const scopes = await listed.locator('code').allTextContents();
    const isStorefront = (scope: string) => scope.startsWith('unauthenticated_');
    shop.scopes.admin = scopes.filter((scope) => !isStorefront(scope));
    shop.scopes.storefront = scopes.filter(isStorefront);
    await page.getByLabel('Shop domain').fill(domain);
    await page.getByRole('textbox', { name: 'Client id' }).fill(clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret);
    await page.getByRole('textbox', { name: 'Storefront private token' }).fill(storefrontPrivateToken);
    await page.getByRole('button', { name: 'Check credentials' }).click();
    const diagnostics = page.getByRole('status', { name: 'Check results' });
    await diagnostics.waitFor();
    assert.doesNotMatch((await diagnostics.textContent()) ?? 'lacks', /lacks/);
    Object.assign(shop.scopes, granted);
  });

  it('says in words that help why other credentials were not taken, and keeps those there are', async () => {
    await page.goto(shopPage);
    await page.getByRole('link', { name: 'Settings' }).click();
    const access = page.getByRole('radiogroup', { name: 'Access to orders (Admin API)' });
    await access.getByLabel('Client id and secret of a Dev Dashboard app').check();
    await page.getByRole('textbox', { name: 'Client id' }).fill(shop.clientCredentials.clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill('shpss_wrong');
    await page.getByRole('button', { name: 'Replace credentials' }).click();

    await page.getByText(/secret belongs to another one\. Copy both again/).waitFor();
    assert.deepEqual(await invalidFields(page), ['Client id', 'Client secret']);
    assert.deepEqual(await barriers(page), []);
  });

  it('keeps no secret in the form once the credentials are replaced', async () => {
    const { clientSecret } = shop.clientCredentials;
    await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret);
    await page.getByRole('button', { name: 'Replace credentials' }).click();
    await page.getByText('New credentials saved.').waitFor();
    const access = page.getByRole('radiogroup', { name: 'Access to orders (Admin API)' });
    assert.equal(await access.getByLabel('Keep the current access').isChecked(), true);
    await access.getByLabel('Client id and secret of a Dev Dashboard app').check();
    assert.equal(await page.getByRole('textbox', { name: 'Client secret' }).inputValue(), '');
  });

  it('asks for the slug before it moves a store to another address', async (t) => {
    const moved = await startShopifyShop({ name: 'Maple & Co.' });
    t.after(() => moved.close());
    const { domain, clientId, clientSecret } = moved.clientCredentials;
    await page.getByLabel('Shop domain').fill(domain);
    await page.getByRole('textbox', { name: 'Client id' }).fill(clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret);
    await page.getByRole('button', { name: 'Replace credentials' }).click();

    const slug = page.getByLabel('Slug of this store, to move it to another address');
    await slug.waitFor();
    assert.deepEqual(await invalidFields(page), ['Slug of this store, to move it to another address']);
    assert.deepEqual(await barriers(page), []);
    await slug.fill(new URL(page.url()).pathname.split('/')[3] ?? '');
    await page.getByRole('button', { name: 'Replace credentials' }).click();
    await page.getByText('New credentials saved.').last().waitFor();
    await slug.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Shop domain').inputValue(), domain);
  });

  it('pairs a WooCommerce site by the six digits, says what is in the way, and goes on by itself', async () => {
    await page.goto('/console/connect/woocommerce');
    await page.getByText('enter the code on the simulated site “Unpaired Goods”').waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open its settings' }).click();
    const settings = await opened;
    await settings.getByRole('heading', { name: 'Shopping agents' }).waitFor();
    await settings.close();
    await page.getByRole('button', { name: 'Create a pairing code' }).press('Enter');
    await page.locator('output:focus').waitFor();
    const code = (await page.getByLabel(/^Pairing code/).textContent()) ?? '';
    assert.match(code, /^\d{6}$/);
    await page.getByText('Waiting for the site to connect…').waitFor();
    assert.deepEqual(await barriers(page), []);

    const wordpress = await (await visitor(browser, site.url)).context.newPage();
    setSiteFault(site, 'rest_blocked');
    await typeOnSite(wordpress, service.baseUrl, code);
    await page.getByText('4 attempts are left.').waitFor();

    setSiteFault(site, null);
    await typeOnSite(wordpress, service.baseUrl, code);
    await page.getByRole('heading', { name: 'Lonely Goods is connected' }).waitFor();
    await page.getByText(/^All \d+ products are synced$/).waitFor();
    await page.getByRole('link', { name: 'Go to the store' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.match(page.url(), /\/console\/stores\/[\w-]+$/);
  });

  it('pairs a site again in the settings of its store, which keeps its address', async () => {
    const { pathname } = new URL(page.url());
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Pair again' }).waitFor();
    await pressOnSite(site, 'unpair');
    const again = page.getByRole('region', { name: 'Credentials' });
    await again.getByRole('button', { name: 'Create a pairing code' }).click();
    const code = (await again.getByLabel(/^Pairing code/).textContent()) ?? '';
    await typeOnSite(await (await visitor(browser, site.url)).context.newPage(), service.baseUrl, code);
    await again.getByText('The shop is paired again').waitFor();
    assert.deepEqual(await barriers(page), []);
    assert.equal(new URL(page.url()).pathname, `${pathname}/settings`);
    assert.deepEqual((await siteIsPaired(site)).store?.slug, pathname.split('/').at(-1));
  });
});

/** Enters the code on the settings page of the plugin. */
async function typeOnSite(wordpress: Page, service: string, code: string): Promise<void> {
  await wordpress.goto('/wp-admin/admin.php?page=ucp-host');
  await wordpress.getByLabel('Service address').fill(service);
  await wordpress.getByLabel('Pairing code').fill(code);
  await wordpress.getByRole('button', { name: 'Pair' }).click();
  await wordpress.getByRole('status').waitFor();
}

/** Labels of the invalid fields, without the mark of required ones. */
function invalidFields(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('[aria-invalid=true]')]
    .map(({ labels }) => labels[0].textContent.replace(/ ?\\*$/, ''))`);
}
