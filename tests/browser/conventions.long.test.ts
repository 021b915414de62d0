import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { toDay, toSpan } from '../../src/commerce/time/days.ts';
import { agentOf, findVariant } from '../../testing/agent.ts';
import { amidDay } from '../../testing/amid-day.ts';
import { barriers, noBrowser, overflow, shiftOf, watchShift } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const STORE = '/console/stores/demo-shopify';

describe('conventions of the console', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());

  it('keeps unsaved settings in view, and asks before they are lost', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/settings`);
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    assert.equal(await bar.count(), 0);
    await name.fill('Mugs and more');
    await bar.waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal(await name.inputValue(), 'Mugs and more');
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    await name.fill('Something else');
    await page.getByRole('link', { name: 'Orders' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page.getByRole('banner').getByText('Mugs and more').waitFor();
  });

  it('saves only the changed settings, and keeps what is typed while they are saved', async () => {
    const [first, second] = [at.merchant.page, await at.merchant.context.newPage()];
    for (const page of [first, second]) await page.goto(`${STORE}/settings`);
    const retentionBox = (page: Page) => page.getByRole('combobox', { name: 'Keep sessions and carts' });
    const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
    const save = (page: Page) => bar(page).getByRole('button', { name: 'Save' }).click();
    await retentionBox(second).click();
    await second.getByRole('option', { name: '30 days' }).click();
    await save(second);
    await bar(second).waitFor({ state: 'detached' });
    await second.close();
    const name = first.getByRole('textbox', { name: 'Name' });
    await name.fill('Mugs of two windows');
    await first.route('**/api/merchant/stores/demo-shopify', async (route) => {
      if (route.request().method() === 'PUT') await name.fill('Mugs of two tabs');
      await route.continue();
    });
    await save(first);
    await first.getByText('Saved.').waitFor();
    await first.unroute('**/api/merchant/stores/demo-shopify');
    assert.equal(await name.inputValue(), 'Mugs of two tabs');
    await save(first);
    await bar(first).waitFor({ state: 'detached' });
    await first.reload();
    assert.equal(await name.inputValue(), 'Mugs of two tabs');
    assert.equal(await retentionBox(first).inputValue(), '30 days');
  });

  it('asks before the back button loses unsaved changes, while any form of the page has some', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/orders`);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    const key = page.getByRole('textbox', { name: 'Shop domain' });
    await name.fill('Mugs for everyone');
    await key.fill('mugs.myshopify.com');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.goBack();
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.match(page.url(), /\/settings$/);
    assert.equal(await key.inputValue(), 'mugs.myshopify.com');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    assert.match(page.url(), /\/orders$/);
  });

  it('closes a dialog at once in a tab that draws no frames, with nothing left over the page', async () => {
    const { page } = at.merchant;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`${STORE}/settings`);
    await page.getByRole('button', { name: 'Pause store' }).click();
    const dialog = page.getByRole('dialog');
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    await page.evaluate('window.requestAnimationFrame = () => 0');
    await cancel.click();
    await dialog.waitFor({ state: 'detached' });
    // Clicks only where no overlay lies over it.
    await page.getByRole('button', { name: 'Pause store' }).click({ trial: true });
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('filters lists by days and by exact status, and leads back from a page beyond the end', async () => {
    const { page } = at.merchant;
    const agent = agentOf(at.service.baseUrl, 'demo-shopify');
    const { id } = await findVariant(agent, 'mug');
    assert.equal((await agent.createSession([id])).status, 201);
    await page.goto(`${STORE}/sessions?page=99`);
    await page.getByRole('button', { name: 'Go to the last page' }).click();
    await page.getByText('1 in all').waitFor();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('From (').fill('2020-01-01');
    await page.getByText('1 in all').waitFor();
    assert.match(page.url(), /since=20(19|20)-/);
    await agent.get('/checkout-sessions/none');
    await page.goto(`${STORE}/requests?status=404`);
    await page.getByText('1 in all').waitFor();
  });

  it('shows the part of agents in all orders once these were read, and the latency of requests', async () => {
    const { page } = at.merchant;
    const { service } = at;
    await agentOf(service.baseUrl, 'demo-shopify').search('mug');
    await page.goto(STORE);
    const sales = page.getByRole('region', { name: 'Sales through agents' });
    await sales.getByRole('button', { name: 'About these figures' }).click();
    await page.getByText('The orders are still being read from the shop.').waitFor();
    assert.match((await sales.textContent()) ?? '', /Share of orders—Share of revenue—/);
    service.shop('demo-shopify').control.placeOrder({ at: new Date().toISOString(), total: 2_000 });
    await service.settle();
    service.advance(11 * 60_000);
    await service.settle();
    await page.reload();
    await sales.getByRole('button', { name: 'About these figures' }).click();
    await page.getByText(/Your shop had 1 order \(\$20\.00\) in this period/).waitFor();
    assert.match((await sales.textContent()) ?? '', /Share of orders0 %/);
    assert.equal(await overflow(page), 0);
    await page.goto(`${STORE}/requests`);
    const latency = page.getByRole('region', { name: 'Latency', exact: true });
    await latency.getByRole('row', { name: /^All endpoints/ }).waitFor();
    const href = await latency.getByRole('link', { name: 'Export CSV: latency' }).getAttribute('href');
    assert.match(href ?? '', /request-latency\?.*format=csv/);
    assert.deepEqual(await barriers(page), []);
  });

  it('counts and filters the days of the time zone that is chosen in the settings', async () => {
    const { page } = at.merchant;
    const now = at.service.now();
    // The session of an earlier test, the browser and the service have clocks minutes apart: no midnight may lie between them.
    const timeZone = amidDay(now, 'Pacific/Chatham', 'Australia/Adelaide');
    const today = toDay(now, timeZone);
    await page.goto(`${STORE}/settings`);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    assert.equal(await zone.inputValue(), 'As in the shop (UTC)');
    await zone.fill(timeZone.toLowerCase());
    await page.getByRole('option', { name: timeZone }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${STORE}?days=7`);
    await page.getByRole('button', { name: 'About these figures' }).click();
    await page.getByText(`Days are in ${timeZone} time.`).waitFor();
    const request = await page.waitForResponse((response) => response.url().includes('/overview?'));
    assert.equal(new URL(request.url()).searchParams.get('to'), today);
    await page.goto(`${STORE}/sessions`);
    const days = [`From (${timeZone.split('/').at(-1)})`, 'To'];
    for (const label of days) await page.getByLabel(label, { exact: true }).fill(today);
    await page.getByText('1 in all').waitFor();
    const { searchParams } = new URL(page.url());
    const span = toSpan({ from: today, to: today, timeZone });
    assert.deepEqual([searchParams.get('since'), searchParams.get('until')], [span.begin, span.end]);
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), today);
    await page.goto(`${STORE}/audit`);
    for (const label of days) await page.getByLabel(label, { exact: true }).fill(today);
    await page.getByText(`Time zone changed from UTC to ${timeZone}`).waitFor();
    const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    assert.equal(new URLSearchParams(file?.split('?')[1]).get('since'), span.begin);
    for (const list of ['audit', 'webhooks']) {
      await page.goto(`${STORE}/${list}`);
      await page.getByLabel('To', { exact: true }).fill('2020-01-01');
      await page.getByText('Nothing matches these filters').waitFor();
    }
  });

  it('shows the views of a list as tabs, folds filters and sorts cards on a phone', async () => {
    const agent = agentOf(at.service.baseUrl, 'demo-shopify');
    const { id } = await findVariant(agent, 'lamp');
    const dear = (await agent.createSession([[id, 2]])).body;
    await agent.cancel((await agent.createSession([id])).body.id);
    await agent.createSession(['gid://shopify/ProductVariant/1']);
    const { page, complaints } = await at.another({ width: 390 });
    await page.goto(`${STORE}/sessions`);
    const cards = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await page.getByRole('tab', { name: 'Canceled or expired' }).click();
    await page.getByText('1 in all').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('ending'), 'canceled,expired');
    await page.getByRole('tab', { name: 'Open' }).click();
    await page.getByText('2 in all').waitFor();
    await page.reload();
    assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Open');
    await page.getByLabel('Sort by').selectOption('Total');
    await cards.first().getByText(dear.id.slice(-8)).waitFor();
    await page.getByRole('button', { name: 'Sort ascending' }).click();
    await cards.last().getByText(dear.id.slice(-8)).waitFor();
    assert.equal(await page.getByLabel('From (').count(), 0);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('From (').fill('2020-01-01');
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    assert.deepEqual([await barriers(page), await overflow(page)], [[], 0]);
    await page.goto(`${STORE}/sessions/${dear.id}`);
    const item = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
    assert.match((await item.textContent()) ?? '', /Quantity2Price\$/);
    assert.equal(await overflow(page), 0);
    await page.goto(`${STORE}/sessions?status=failed`);
    await page.getByRole('tab', { name: 'Filtered', selected: true }).waitFor();
    await page.goto(`/console/stores/demo-shopify?sort=searches&direction=asc`);
    await page.getByRole('list', { name: 'Figures by agent' }).getByText('Revenue').first().waitFor();
    assert.equal(await page.getByLabel('Sort by').inputValue(), 'searches');
    assert.deepEqual(complaints, []);
  });

  it('lists every page of a store without scrolling, and downloads its small lists as CSV', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/discovery`);
    const settings = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' });
    const box = await settings.boundingBox();
    const account = await page.getByRole('link', { name: 'Account', exact: true }).boundingBox();
    assert.ok(box && account && box.y + box.height <= account.y, 'Settings is in view');
    const lists = [
      ['/console/account', 'signed-in browsers'],
      ['/console/team', 'members'],
    ] as const;
    for (const [path, list] of lists) {
      await page.goto(path);
      const link = page.getByRole('link', { name: `Export CSV: ${list}` });
      const file = await page.request.get((await link.getAttribute('href')) ?? '');
      assert.match(file.headers()['content-type'] ?? '', /^text\/csv/, list);
    }
    assert.deepEqual(await barriers(page), []);
  });

  it('shows how to get the first entry of a list in place of tabs, filters and a file of nothing', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-woocommerce/orders');
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    await page.getByRole('tablist', { name: 'Views of Orders' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Search').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Export CSV' }).count(), 0);
    await page.goto('/console/stores/demo-woocommerce/orders?payment=claimed');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    assert.equal(await page.getByLabel('Search').count(), 1);
    await page.goto('/console/account');
    await page.getByText('No tokens yet').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Export CSV: tokens' }).count(), 0);
  });

  it('pauses a store for agents, says so on its pages and in the list, and resumes it', async () => {
    const { page } = at.merchant;
    const agent = agentOf(at.service.baseUrl, 'demo-shopify');
    await page.goto(`${STORE}/settings`);
    await page.getByRole('button', { name: 'Pause store' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause store' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This store was paused' });
    await notice.waitFor();
    assert.equal((await agent.get('/catalog/search?q=mug')).status, 503);
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('link', { name: 'All stores', exact: true }).click();
    await page.getByRole('tab', { name: 'Paused (1)' }).click();
    await page.getByRole('row').nth(1).getByText('Paused', { exact: true }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    await page.goto(STORE);
    await notice.getByRole('button', { name: 'Resume the store' }).click();
    await notice.waitFor({ state: 'detached' });
    assert.equal((await agent.get('/catalog/search?q=mug')).status, 200);
  });

  it('hides the setup guide until it is wanted again', async () => {
    const { page } = at.merchant;
    await page.goto(STORE);
    const guide = page.getByRole('region', { name: 'Get ready for agents' });
    await guide.getByRole('button', { name: 'Hide' }).click();
    await guide.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Show the setup guide' }).click();
    await guide.waitFor();
  });

  it('keeps a purchase of the playground while other pages are visited', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/playground`);
    await page.getByLabel('What does the buyer want?').fill('shoe');
    await page.getByRole('button', { name: 'Search' }).click();
    const exchanges = page.getByRole('region', { name: 'Requests and responses' });
    await exchanges.getByText('/catalog/search').first().waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await exchanges.getByText('/catalog/search').first().waitFor();
  });

  it('breaks a long name without spaces on a phone', async () => {
    const { page, context } = await at.another({ width: 390 });
    await page.goto('/console/team');
    const name = page.getByLabel('Name of the organization').first();
    await name.fill('Becher'.repeat(15));
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Renamed.').waitFor();
    assert.equal(await overflow(page), 0);
    await context.close();
  });

  it('aligns the values of a card on the right', async () => {
    const { page, context } = await at.another({ width: 390 });
    await page.goto('/console/stores');
    const cards = page.getByRole('list', { name: 'Stores' }).getByRole('listitem');
    const rightOf = async (locator: Locator) => {
      const box = (await locator.boundingBox()) ?? assert.fail('it is hidden');
      return Math.round(box.x + box.width);
    };
    for (const card of [cards.first(), cards.nth(1)]) {
      const status = card.getByText('Connected', { exact: true }).locator('..');
      const besideEdge = (await rightOf(card)) - (await rightOf(status));
      assert.ok(besideEdge >= 0 && besideEdge < 32, `${besideEdge} pixels beside it`);
    }
    await context.close();
  });

  it('says that a page cannot be read while the service is unreachable, and reads it afterwards', async () => {
    const { page, context } = await at.another({});
    await page.goto(STORE);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Audit log' }).click();
    const error = page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' });
    await error.getByText('This page could not be shown').waitFor();
    await context.setOffline(false);
    await error.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await context.close();
  });

  it('says what does not exist, and offers no second try', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/orders/01a`);
    const notice = page.getByRole('alert').filter({ hasText: 'The store has no order with that id.' });
    await notice.getByText('Not found').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  });

  it('says within seconds that the service does not answer, and reads the page anew once it does', async () => {
    const { page, context } = await at.another({});
    await page.goto(STORE);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await context.setOffline(true);
    const bar = page.getByRole('status').getByText('The service does not answer. Reconnecting…');
    await bar.waitFor();
    const reading = page.waitForResponse((response) => response.url().includes('/overview'));
    await context.setOffline(false);
    await bar.waitFor({ state: 'detached' });
    await reading;
    await context.close();
  });

  it('shows a page of which a part did not arrive, once the service answers again', async () => {
    await agentOf(at.service.baseUrl, 'demo-shopify').search('mug');
    const { page, context } = await at.another({});
    // The console reloads itself once after a missing part, which this test is not about.
    await context.addInitScript("sessionStorage.setItem('reloaded-at', String(Date.now()))");
    const unreachable = ['**/assets/overview-*.js', '**/healthz'];
    for (const address of unreachable) await page.route(address, (route) => route.abort());
    let readings = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) readings += 1;
    });
    await page.goto(STORE);
    await page.getByText('This page could not be shown').waitFor();
    await page.getByText('The service does not answer. Reconnecting…').waitFor();
    for (let count = 0; count < 5; count += 1) await page.waitForRequest('**/healthz');
    assert.equal(readings, 1, 'it is not read anew before the service answers');
    for (const address of unreachable) await page.unroute(address);
    await page.getByRole('tab', { name: /^Searches/ }).waitFor();
    await context.close();
  });

  it('shifts nothing while the overview loads, and has its figures in the first window of a phone', async () => {
    const { page, context } = await at.another({ width: 390, height: 844 });
    await watchShift(page);
    await page.goto(STORE);
    const chart = page.getByRole('tabpanel');
    await chart.waitFor();
    await page.getByRole('region', { name: 'Top products' }).getByRole('list').waitFor();
    const box = (await chart.boundingBox()) ?? assert.fail('it is hidden');
    assert.ok(box.y + box.height <= 844, `the chart ends at ${box.y + box.height}`);
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    assert.ok(height <= 3 * 844, `${height} pixels`);
    assert.ok((await shiftOf(page)).shift < 0.02);
    await context.close();
  });

  it('says that the service cannot be reached, in place of waiting without a word', async () => {
    const { page, context } = at.merchant;
    await page.goto(`${STORE}/requests`);
    await page.getByText(/ in all$/).waitFor();
    await context.setOffline(true);
    await page.getByLabel('Search').fill('mug');
    await page.getByText('The service cannot be reached').waitFor();
    await context.setOffline(false);
  });
});
