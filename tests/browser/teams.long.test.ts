import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  barriers,
  noBrowser,
  overflow,
  PASSWORD,
  signUp,
  startBrowser,
  startConsoleService,
  type Visitor,
  visitor,
} from '../../testing/browser.ts';
import type { TestService } from '../../testing/test-service.ts';

describe('a team, in a browser', { skip: noBrowser() }, () => {
  let browser: Browser;
  let service: TestService;
  let ada: Visitor;
  let ben: Visitor;
  let cleo: Visitor;
  before(async () => {
    [service, browser] = await Promise.all([startConsoleService(), startBrowser()]);
    const visit = () => visitor(browser, service.baseUrl);
    [ada, ben, cleo] = [await visit(), await visit(), await visit()];
    await signUp(ada.page);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Text of the link that is shown once. */
  const shownLink = async (page: Page) =>
    (await page.getByRole('status').locator('code').first().textContent())?.trim() ?? '';
  const usable = async ({ page, complaints }: Visitor) => {
    assert.deepEqual(await barriers(page), []);
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(complaints, []);
  };

  it('invites a person, who creates an account by the link and reads without changing', async () => {
    const { page } = ada;
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    await page.getByLabel('E-mail').fill('ben@agency.example');
    await page.getByRole('button', { name: 'Invite person' }).click();
    const link = await shownLink(page);
    assert.ok(link.startsWith(`${service.baseUrl}/console/invitation#`), link);
    await page.getByRole('group', { name: 'Open invitations' }).getByText('in 7 days').waitFor();
    await usable(ada);
    await ben.page.goto(link);
    await ben.page.getByRole('heading', { level: 1, name: "Join Ada's stores" }).waitFor();
    await usable(ben);
    await ben.page.getByLabel('Your name').fill('Ben');
    await ben.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await ben.page.getByRole('button', { name: 'Create account and join' }).click();
    await ben.page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    await ben.page.goto('/console/stores/demo-shopify/settings');
    await ben.page.getByText('You can see everything here').waitFor();
    assert.ok(await ben.page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled());
    const remove = ben.page.getByRole('button', { name: 'Delete store' });
    assert.ok(await remove.isDisabled());
    const explained = remove.locator('xpath=ancestor::fieldset').first();
    assert.equal(await explained.getAttribute('aria-describedby'), 'read-only');
    const text = await ben.page.locator('main').textContent();
    assert.equal(text?.match(/is Analyst/g)?.length, 1, 'said once a page');
    await usable(ben);
  });

  it('says that an invitation is no longer valid, also of a link that lost its token, and leads on', async () => {
    const page = await ben.context.newPage();
    for (const link of ['/console/invitation#used', '/console/invitation']) {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('heading', { level: 1, name: 'Invitation' }).waitFor();
      await page.getByRole('alert').getByText('This invitation is no longer valid').waitFor();
      assert.equal(await page.title(), 'Invitation · ucp-host');
    }
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    await page.close();
  });

  it('changes a role, which counts at once', async () => {
    await ada.page.goto('/console/team');
    await ada.page.getByRole('combobox', { name: 'Role of Ben' }).click();
    await ada.page.getByRole('option', { name: 'Developer' }).click();
    await ada.page.getByText('Ben is now Developer.').waitFor();
    await ben.page.reload();
    await ben.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed by Ben');
    await ben.page.getByRole('button', { name: 'Save', exact: true }).click();
    await ben.page.getByText('Saved.').waitFor();
    const log = ada.page.getByRole('region', { name: 'Audit log' });
    await log.getByText('Role of ben@agency.example changed from').first().waitFor();
    await log.getByText('ada@shop.example').first().waitFor();
  });

  it('makes a token that only reads, for stores that are chosen', async () => {
    const { page } = ada;
    await page.goto('/console/account');
    await page.getByPlaceholder('What the token is for').fill('reader');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Choose stores, or all of them').waitFor();
    await page.getByRole('combobox', { name: 'Stores' }).press('ArrowDown');
    await page.getByRole('option', { name: 'All your stores' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Copy “reader” now').waitFor();
    await page.getByRole('cell', { name: 'Read only' }).waitFor();
    await usable(ada);
  });

  it('transfers a store by a link to another organization', async () => {
    await signUp(cleo.page, 'cleo@client.example');
    await ada.page.goto('/console/stores/demo-woocommerce/settings');
    await ada.page.getByRole('button', { name: 'Create transfer link' }).click();
    const link = await shownLink(ada.page);
    await usable(ada);
    await cleo.page.goto(link);
    await cleo.page.getByRole('button', { name: /^Take over / }).click();
    await cleo.page.getByRole('link', { name: 'Settings' }).waitFor();
    assert.equal(new URL(cleo.page.url()).pathname, '/console/stores/demo-woocommerce');
    await ada.page.goto('/console/stores');
    await ada.page.locator('a[href="/console/stores/demo-shopify"]').waitFor();
    assert.equal(await ada.page.locator('a[href="/console/stores/demo-woocommerce"]').count(), 0);
    assert.deepEqual(cleo.complaints, []);
  });

  it('shows the stores of all organizations, with those first that need attention', async () => {
    const { request } = cleo.context;
    const { items } = await (await request.get('/api/merchant/organizations')).json();
    const invitation = { data: { email: 'ada@shop.example', role: 'analyst' } };
    const invited = await request.post(`/api/merchant/organizations/${items[0].id}/invitations`, invitation);
    await ada.page.goto((await invited.json()).link);
    await ada.page.getByRole('button', { name: 'Accept invitation' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    // The answer to the console says that the shop fails.
    await ada.page.route('**/api/merchant/stores', async (route) => {
      const body = await (await route.fetch()).json();
      for (const store of body.items)
        if (store.slug === 'demo-woocommerce') store.health = { ...store.health, state: 'failing' };
      await route.fulfill({ json: body });
    });
    await ada.page.reload();
    await ada.page.getByText('1 of 2 stores need attention.').waitFor();
    const rows = ada.page.getByRole('group', { name: 'Stores' }).getByRole('row');
    const first = rows.nth(1);
    assert.equal(await first.locator('a[href="/console/stores/demo-woocommerce"]').count(), 1);
    await usable(ada);
    await ada.page.getByRole('tab', { name: 'Needs attention (1)' }).click();
    await rows.nth(2).waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 2);
    await ada.page.unroute('**/api/merchant/stores');
  });

  it('removes a member, who finds no store any more', async () => {
    await ada.page.goto('/console/team');
    await ada.page.getByRole('button', { name: 'Remove Ben' }).click();
    await ada.page.getByRole('button', { name: 'Remove member' }).click();
    await ada.page.locator('h1:focus').waitFor();
    await ada.page.getByText('Ben has no access any more.').waitFor();
    await ben.page.goto('/console/stores');
    await ben.page.getByText('No store is connected yet').waitFor();
  });
});
