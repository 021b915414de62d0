import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { agentOf, newSession, pay } from '../../testing/agent.ts';
import { allBarriers, noBrowser, type Visitor } from '../../testing/browser.ts';
import { type MerchantInBrowser, merchantInBrowser } from './merchant-in-browser.ts';

describe('the list of an agency’s stores, in a browser', { skip: noBrowser() }, () => {
  let at: MerchantInBrowser;
  before(async () => {
    at = await merchantInBrowser();
    const agent = agentOf(at.service.baseUrl, 'demo-shopify', {
      'ucp-agent': 'profile="https://shopper.example/profile.json"',
    });
    const session = await newSession(agent);
    await pay(session);
    await agent.complete(session.id);
    await at.service.settle();
  });
  after(() => at?.close());

  const usable = async ({ page }: Visitor) => {
    assert.deepEqual(await allBarriers(page.mainFrame()), []);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await page.evaluate(overflow), 0);
  };

  it('shows orders, revenue and agents of each store and in total', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores');
    const total = page.getByRole('region', { name: 'Stores in total' });
    await total.getByText(/^\$\d+\.\d\d$/).waitFor();
    const row = page.getByRole('row', { name: /Northwind Outfitters/ });
    assert.match((await row.textContent()) ?? '', /1\$\d+\.\d\d1/);
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL('**/stores?days=7');
    await usable(at.merchant);
  });

  it('acts at the selected stores, and reports what happened at each', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores');
    await page.getByRole('checkbox', { name: /^Select Northwind Outfitters/ }).click();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Select all 2' }).click();
    await page.getByPlaceholder('Choose an action').click();
    await page.getByRole('option', { name: 'Pause stores' }).click();
    await page.getByRole('button', { name: 'Pause stores…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('(demo-woocommerce)').waitFor();
    // While it fades in, its words have too little contrast: only landmarks are checked.
    const landmarks = (await allBarriers(page.mainFrame())).filter((each) => each.startsWith('landmark-'));
    assert.deepEqual(landmarks, []);
    await dialog.getByRole('button', { name: 'Pause stores' }).click();
    // Half faded, its words have too little contrast.
    await dialog.waitFor({ state: 'detached' });
    const happened = page.getByRole('list', { name: 'What happened' });
    await happened.getByText('(demo-shopify): Paused.').waitFor();
    await page.getByText('Done at 2 stores').waitFor();
    await page.getByRole('tab', { name: 'Paused (2)' }).waitFor();
    await usable(at.merchant);
    assert.deepEqual(at.merchant.complaints, []);
  });

  it('shows the course of orders of each store', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores');
    const row = page.getByRole('row', { name: /Northwind Outfitters/ });
    const trend = row.getByRole('img', { name: /^Orders over the period: 0, .*, 1$/ });
    await trend.waitFor();
  });

  it('takes a label typed in the row, and removes it there', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores');
    await page.getByRole('button', { name: /^Add label to Northwind Outfitters/ }).click();
    await page.keyboard.type('spring');
    await page.keyboard.press('Enter');
    const remove = page.getByRole('button', { name: 'Remove label spring from Northwind Outfitters' });
    await remove.waitFor();
    await usable(at.merchant);
    await remove.press('Enter');
    await remove.waitFor({ state: 'detached' });
  });

  it('labels stores, by which it is filtered, on a phone in the dark', async () => {
    const phone = await at.another({ width: 390, colors: 'dark' });
    const { page } = phone;
    await page.goto('/console/stores');
    await page.getByRole('checkbox', { name: /^Select Harbour/ }).click();
    await page.getByPlaceholder('Choose an action').click();
    await page.getByRole('option', { name: 'Add label' }).click();
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('berlin');
    await page.getByRole('button', { name: 'Add label…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add label' }).click();
    await page.getByText('(demo-woocommerce): Labels: berlin.').waitFor();
    await page.getByPlaceholder('All labels').click();
    await page.getByRole('option', { name: 'berlin' }).click();
    await page.getByRole('link', { name: 'Northwind Outfitters' }).waitFor({ state: 'detached' });
    await usable(phone);
  });
});
