import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setSiteFault } from '../integration/pairing/at-pairing.ts';
import { noBrowser } from '../../testing/browser.ts';
import { type MerchantInBrowser, merchantInBrowser } from './merchant-in-browser.ts';

const SLUG = 'demo-woocommerce';

describe('checking the connection of a store in the console', { skip: noBrowser() }, () => {
  let at: MerchantInBrowser;
  before(async () => {
    at = await merchantInBrowser();
  });
  after(() => at?.close());

  it('names the cause and the remedy of a shop that has changed, and that all is well again', async () => {
    const { page } = at.merchant;
    const found = page.getByRole('status', { name: 'Check results' });
    const button = page.getByRole('button', { name: 'Check connection' });
    await page.goto(`/console/stores/${SLUG}/settings`);
    setSiteFault(at.service.shop(SLUG), 'plain_permalinks');
    await button.click();
    await found.getByText('set to "Plain"').waitFor();
    await found.getByText('open Settings, Permalinks').waitFor();
    setSiteFault(at.service.shop(SLUG), null);
    await button.click();
    await found.getByText('The connector plugin answers').waitFor();
    assert.equal(await found.getByRole('img', { name: 'Problem' }).count(), 0);
    assert.deepEqual(at.merchant.foreign, []);
  });
});
