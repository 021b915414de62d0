import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { agentOf } from '../../testing/agent.ts';
import { noBrowser } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { expectFailingJobs } from '../../testing/log-of-tests.ts';
import { setSiteFault } from '../integration/pairing/at-pairing.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const SLUG = 'demo-woocommerce';

describe('checking the connection of a store in the console', { skip: noBrowser() }, () => {
  beforeEach(expectFailingJobs);
  const at = forSuite(() => merchantInBrowser());

  it('says beside the freshness how many questions were answered, and how often the shop was asked', async () => {
    const { page } = at.merchant;
    const { control } = at.service.shop(SLUG);
    control.resetCalls();
    const agent = agentOf(at.service.baseUrl, SLUG);
    for (const words of ['mug', 'shirt', 'lamp']) await agent.search(words);
    const calls = Object.values(control.calls()).reduce((sum, count) => sum + count, 0);
    await page.goto(`/console/stores/${SLUG}/settings`);
    const times = calls === 1 ? '1 time' : `${calls} times`;
    await page.getByText(`In the last 7 days: answered 3 questions, asked your shop ${times}.`).waitFor();
  });

  it('keeps the pieces in stock from agents when the switch is off', async () => {
    const { page } = at.merchant;
    const agent = agentOf(at.service.baseUrl, SLUG);
    const pieces = async () => {
      const { products } = await agent.search('Travel Mug');
      return products.flatMap(({ variants }) => variants.map(({ quantity }) => quantity));
    };
    assert.ok((await pieces()).some((quantity) => quantity !== undefined));
    await page.goto(`/console/stores/${SLUG}/settings`);
    const toggle = page.getByRole('switch', { name: 'Show agents how many pieces are in stock' });
    // The page reads the same address when it opens.
    const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
    await Promise.all([saved, toggle.click()]);
    assert.ok((await pieces()).every((quantity) => quantity === undefined));
  });

  it('names the cause and the remedy of a shop that has changed, and that all is well again', async () => {
    const { page } = at.merchant;
    const results = page.getByRole('status', { name: 'Check results' });
    const button = page.getByRole('button', { name: 'Check connection' });
    await page.goto(`/console/stores/${SLUG}/settings`);
    setSiteFault(at.service.shop(SLUG), 'plain_permalinks');
    await button.click();
    await results.getByText('set to "Plain"').waitFor();
    await results.getByText('open Settings, Permalinks').waitFor();
    setSiteFault(at.service.shop(SLUG), null);
    await button.click();
    await results.getByText('The connector plugin answers').waitFor();
    assert.equal(await results.getByRole('img', { name: 'Problem' }).count(), 0);
    assert.deepEqual(at.merchant.foreign, []);
  });

  it('shows a broken shop on Settings, Overview and Stores, with cause and begin, and tests it anew', async () => {
    const { page } = at.merchant;
    const testNow = async () => {
      const button = page.getByRole('button', { name: /^Test now: the connection of/ });
      await Promise.all([page.waitForResponse(/health\/test$/), button.click()]);
      await at.service.settle();
    };
    await page.goto(`/console/stores/${SLUG}/settings`);
    await page.getByText('Shop answers: OK').waitFor();
    setSiteFault(at.service.shop(SLUG), 'login_wall');
    await testNow();
    await page.getByText(/Shop answers: Failing (for|since|just now)/).waitFor();
    await page.goto(`/console/stores/${SLUG}`);
    const health = page.getByRole('region', { name: 'Health: needs your attention' });
    await health.getByText(/redirects/).waitFor();
    await page.goto('/console/stores');
    const row = page
      .getByRole('row')
      .filter({ hasText: SLUG })
      .or(page.getByRole('row', { name: /Woo/ }));
    await row.getByText('Shop’s address wrong').waitFor();
    assert.equal(await row.getByText('Connected', { exact: true }).count(), 0);
    setSiteFault(at.service.shop(SLUG), null);
    await testNow();
    await row.getByText('Connected', { exact: true }).waitFor();
    await page.goto(`/console/stores/${SLUG}`);
    await page.getByText('Connected', { exact: true }).waitFor();
    assert.equal(await health.count(), 0);
    assert.deepEqual(at.merchant.complaints, []);
  });

  it('says Connected nowhere of a shop that has failed for five minutes without a test', async () => {
    const { page } = at.merchant;
    setSiteFault(at.service.shop(SLUG), 'login_wall');
    for (let seconds = 0; seconds < 300; seconds += 20) {
      at.service.advance(20_000);
      await at.service.settle();
    }
    for (const path of [`/${SLUG}`, `/${SLUG}/settings`]) {
      await page.goto(`/console/stores${path}`);
      await page.getByText('Shop’s address wrong').first().waitFor();
      assert.equal(await page.getByText('Connected', { exact: true }).count(), 0, path);
    }
    await page.goto('/console/stores');
    await page.getByText('Shop’s address wrong').waitFor();
    assert.equal(await page.getByText('Connected', { exact: true }).count(), 1, 'the other store is');
  });
});
