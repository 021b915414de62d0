import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { barriers, noBrowser, overflow } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const STORE = '/console/stores/demo-shopify';

describe('product feeds in the console', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());
  before(async () => {
    at.service.shop('demo-shopify').control.createProduct({ title: 'Bare mug', price: '10.00' });
    await at.service.settle();
  });

  it('switches feeds on, shows their addresses, renews them, and says what readers refuse', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/discovery`);
    const feeds = page.getByRole('region', { name: 'Feeds' });
    await feeds.getByRole('switch', { name: 'Offer product feeds' }).click();
    const table = feeds.getByRole('table', { name: 'Addresses of feeds' });
    await table.getByRole('button', { name: 'Copy address of google.xml' }).waitFor();
    assert.equal(await table.getByRole('button').count(), 6);
    assert.deepEqual(await barriers(page), []);
    await feeds.getByRole('button', { name: 'Renew addresses' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew addresses' }).click();
    await page.getByText('The feeds have new addresses.').waitFor();

    await page.goto(`${STORE}/products`);
    const google = page.getByRole('region', { name: 'Feed for Google' });
    await google.getByText('The product has no picture.').waitFor();
    await google.getByText('Bare mug').first().waitFor();
    await page.getByRole('link', { name: 'Export CSV: faults in feeds' }).waitFor();
    assert.deepEqual(await barriers(page), []);
  });

  it('changes the rules of the feeds, shows them again, and names a wrong line and a wrong title', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/discovery`);
    const rules = page.getByRole('region', { name: 'Feed rules' });
    await rules.getByLabel('Title').fill('always the same');
    await rules.getByLabel('Google’s categories').fill('Mugs');
    const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' });
    await save.click();
    await rules.getByText('Enter your category, =, and Google’s in the line “Mugs”').waitFor();
    await rules.getByLabel('Google’s categories').fill('Mugs = Home & Garden');
    await save.click();
    await rules.getByText('Must have {title} or {options}').waitFor();
    await rules.getByLabel('Title').fill('{brand} {title}');
    await rules.getByLabel('Leave out').fill('Samples');
    await page.keyboard.press('Enter');
    await rules.getByLabel('Brand').fill('Own');
    assert.deepEqual(await barriers(page), []);
    await save.click();
    await page.getByText('Saved. Readers get the changes with their next fetch.').waitFor();
    await page.reload();
    await rules.getByText('Samples').waitFor();
    assert.equal(await rules.getByLabel('Google’s categories').inputValue(), 'Mugs = Home & Garden');
    await rules.getByLabel('Leave out').press('Backspace');
    await rules.getByLabel('Title').clear();
    await save.click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    await page.reload();
    await rules.waitFor();
    assert.equal(await rules.getByText('Samples').count(), 0);
    assert.equal(await rules.getByLabel('Title').inputValue(), '');
  });

  it('fits on a phone', async () => {
    const { page } = await at.another({ width: 390, colors: 'dark' });
    for (const path of ['discovery', 'products']) {
      await page.goto(`${STORE}/${path}`);
      await page.getByRole('region', { name: path === 'products' ? 'In feeds' : 'Feeds' }).waitFor();
      assert.equal(await overflow(page), 0);
    }
  });
});
