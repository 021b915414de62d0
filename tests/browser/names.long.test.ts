import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PLAYGROUND_UCP_AGENT } from '../../src/commerce/policy/agents.ts';
import { agentOf, findVariant, pay } from '../../testing/agent.ts';
import { allBarriers, loaded, noBrowser } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { findFaults } from './find-faults.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const STORE = '/console/stores/demo-shopify';
/** Folder for pictures of each page, to look at. */
const SHOTS = process.env.NAMES_SHOTS;

const PAGES = [
  '',
  '/products',
  '/sessions',
  '/carts',
  '/orders',
  '/requests',
  '/webhooks',
  '/events',
  '/policy',
];

describe('the console’s views of a store', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());
  const agent = (headers: Record<string, string> = {}) =>
    agentOf(at.service.baseUrl, 'demo-shopify', headers);

  it('show tests at a test store, by any agent, and behind one switch', async () => {
    const { page } = at.merchant;
    const player = agent({ 'ucp-agent': PLAYGROUND_UCP_AGENT });
    const mug = await findVariant(player, 'mug');
    const tested = (await player.createSession([mug.id])).body;
    await pay(tested);
    await player.complete(tested.id);
    await page.goto(STORE);
    await page.getByRole('tab', { name: /^Orders\s*1/ }).waitFor();
    assert.equal(await page.getByRole('switch', { name: 'Show tests' }).isChecked(), true);

    const real = (await agent().createSession([(await findVariant(agent(), 'lamp')).id])).body;
    await page.goto(`${STORE}/sessions`);
    const rows = page.getByRole('table').getByRole('row');
    await rows.filter({ hasText: real.id.slice(-8) }).waitFor();
    const switched = page.getByRole('switch', { name: 'Show tests' });
    assert.equal(await switched.isChecked(), true);
    await rows.filter({ hasText: tested.id.slice(-8) }).waitFor();
    await switched.click();
    await rows.filter({ hasText: tested.id.slice(-8) }).waitFor({ state: 'detached' });
    await switched.click();
    await rows.filter({ hasText: tested.id.slice(-8) }).waitFor();
    for (const path of ['', '/products', '/orders', '/requests']) {
      await page.goto(STORE + path);
      await switched.waitFor();
      assert.equal(await switched.isChecked(), true, path);
    }
    await page.goto(`${STORE}/orders`);
    await page.getByRole('switch', { name: 'Show tests' }).click();
    await page.getByText('Tests are hidden.').waitFor();
  });

  it('name products in lists and in search boxes', async () => {
    const { page } = at.merchant;
    await page.goto(`${STORE}/sessions`);
    await page.getByLabel('Search').fill('lamp');
    await page.getByRole('table').getByRole('link', { name: /lamp/i }).first().waitFor();
    await page.goto(`${STORE}/products`);
    await page.getByLabel('Search').fill('mug café');
    const row = page
      .getByRole('row')
      .filter({ hasText: /Café Mug/i })
      .first();
    await row
      .getByText(/^\$\d+\.\d\d/)
      .first()
      .waitFor();
    await row.locator('img').waitFor();
    assert.notEqual(
      await row
        .locator('img')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      0,
    );
  });

  it('show what was quoted beside what was paid, and why they differ', async () => {
    const { page } = at.merchant;
    const shopper = agent();
    const session = (await shopper.createSession([(await findVariant(shopper, 'mug')).id])).body;
    await pay(session);
    await shopper.complete(session.id);
    await page.goto(`${STORE}/sessions/${session.id}`);
    const panel = page.getByRole('region', { name: 'Quoted and paid', exact: true });
    await panel.getByText('Shipping of $5.00 was chosen at the checkout.').waitFor();
    const total = panel.getByRole('row').filter({ hasText: /^Total/ });
    const [quoted, paid] = await total
      .getByRole('cell')
      .allTextContents()
      .then((cells) => cells.slice(1));
    assert.notEqual(quoted, paid);
    assert.deepEqual(await allBarriers(page.mainFrame()), []);
  });

  it('group the menu, with both directions of webhooks under one roof', async () => {
    const { page } = at.merchant;
    await page.goto(STORE);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const groups = pages.getByRole('group');
    await groups.first().waitFor();
    assert.deepEqual(
      await groups.evaluateAll((all) =>
        all.map(
          (group) => (group as unknown as { firstChild: { textContent: string } }).firstChild.textContent,
        ),
      ),
      ['Sales', 'Agents', 'Developers', 'Store'],
    );
    await pages.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('tab', { name: 'From your shop', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'To your systems' }).click();
    await page.waitForURL(`**${STORE}/events`);
    await page.getByRole('button', { name: 'Add endpoint' }).first().waitFor();
    assert.equal(await pages.getByRole('link', { name: 'Webhooks' }).getAttribute('aria-current'), 'page');
  });

  it('shows every view of a store without accessibility barriers and within the window', async () => {
    const { page, context, complaints } = await at.another({});
    const [first] = (await (await context.request.get('/api/merchant/stores/demo-shopify/sessions')).json())
      .items;
    for (const path of [...PAGES, `/sessions/${first.id}`]) {
      await page.goto(STORE + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await loaded(page);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await findFaults(page), [], `${path} at ${width} px`);
        if (SHOTS)
          await page.screenshot({
            path: `${SHOTS}/${width}${path.replaceAll('/', '-')}.png`,
            fullPage: true,
          });
      }
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
