import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barriers, noBrowser, overflow } from '../../testing/browser.ts';
import { startEventReceiver, verifyEvent } from '../../testing/event-receiver.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

describe('Events in the console', { skip: noBrowser() }, () => {
  const receiver = forSuite(() => startEventReceiver());
  const at = forSuite(() => merchantInBrowser());

  it('adds an endpoint, shows its secret once, and lists the attempts of a test event', async () => {
    const { page } = at.merchant;
    await page.goto('/console/stores/demo-shopify/events');
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add endpoint' });
    await form.getByLabel('URL').fill('ftp://example.com');
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await form.getByText('must be an https:// address').waitFor();
    await form.getByLabel('URL').fill(receiver.url);
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    assert.equal(await page.getByText(/^whsec_/).count(), 0);

    receiver.answers = [{ status: 500 }];
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('button', { name: 'test', exact: true }).waitFor();
    await at.service.settle();
    await page.getByRole('listitem', { name: receiver.url }).getByText('Failing').waitFor();
    await page.getByRole('button', { name: 'test', exact: true }).click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('It answered 500.').waitFor();
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The event is sent again.').waitFor();
    await at.service.settle();
    await delivery.getByText('Delivered').first().waitFor();
    assert.deepEqual(await barriers(page), []);
    await delivery.getByRole('button', { name: 'Close' }).click();
    await delivery.waitFor({ state: 'hidden' });
    const file = page.getByRole('link', { name: 'Export CSV: endpoints' });
    assert.match((await file.getAttribute('href')) ?? '', /event-endpoints\?format=csv/);
    const status = page.getByRole('row', { name: /^test Delivered 204/ }).locator('.mantine-Badge-label');
    assert.equal(await status.evaluate((label) => label.scrollWidth - label.clientWidth), 0);
    const [first, again] = receiver.arrived;
    assert.ok(first && again);
    assert.equal(first.id, again.id);
    verifyEvent(again, secret);
  });

  it('sends all again that was given up, once the endpoint is enabled', async () => {
    const { page } = at.merchant;
    receiver.answers = [{ status: 410 }];
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Test event sent.').waitFor();
    await at.service.settle();
    await page.getByText('It answered 410, which means: send no more events.').waitFor();
    const all = page.getByRole('button', { name: 'Send all given up again' });
    const confirm = page.getByRole('dialog', { name: 'Send 1 event again?' });
    await all.click();
    await confirm.getByRole('button', { name: 'Send again' }).click();
    await confirm.getByText('The event endpoint is disabled. Enable it first.').waitFor();
    assert.deepEqual(await barriers(page), []);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await confirm.waitFor({ state: 'hidden' });
    await page.getByRole('switch', { name: 'Enabled' }).click();
    await page.getByText('It answered 410').waitFor({ state: 'detached' });
    await all.click();
    await confirm.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 event is sent again.').waitFor();
    await at.service.settle();
    await all.waitFor({ state: 'detached' });
  });

  it('pauses an endpoint, switches alerts off, and fits on a phone', async () => {
    const phone = await at.another({ width: 360 });
    await phone.page.goto('/console/stores/demo-shopify/events');
    await phone.page.getByRole('switch', { name: 'Enabled' }).click();
    await phone.page.getByText('Paused').waitFor();
    const alerts = phone.page.getByRole('switch', { name: 'Mail us when the health of this store changes' });
    assert.equal(await alerts.isChecked(), true);
    await alerts.click();
    const mailAlerts = async () => (await at.service.service.stores.find('demo-shopify'))?.mailAlerts;
    for (let attempts = 0; attempts < 100 && (await mailAlerts()) !== false; attempts += 1)
      await phone.page.waitForTimeout(50);
    assert.equal(await mailAlerts(), false);
    assert.equal(await overflow(phone.page), 0);
    assert.deepEqual(await barriers(phone.page), []);
  });
});
