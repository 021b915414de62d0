import assert from 'node:assert/strict';
import type { Proof } from './proof.ts';
import { pairSite } from './prove-setup.ts';
import { until } from './until.ts';
import { webhookTopics } from './webhook-topics.ts';
import { deletePlugin, openSettings, press, settingsForm } from './wp-admin.ts';

/** Proves unpairing by the site, by the service, and by deleting the plugin. */
export async function proveEnding(proof: Proof): Promise<void> {
  const { admin, merchant, ledger } = proof;
  const healthOfSite = () => admin.rest('GET', '/wc-ucp-host/v1/health');
  const webhooks = () => webhookTopics(proof);
  const paired = await webhooks();
  await ledger.step('unpaired on the site: the service knows', async () => {
    await openSettings(admin);
    await admin.page.locator('.ucp-host-way-out summary').click();
    const note = await press(admin, 'unpair');
    assert.equal(await settingsForm(admin.page, 'pair').count(), 1);
    const { body } = await merchant.get('/stores');
    assert.deepEqual(
      body.items.map(({ status }: { status: string }) => status),
      ['disconnected'],
    );
    assert.deepEqual(await webhooks(), []);
    assert.equal((await proof.agent.get('')).status, 404);
    return note;
  });
  let slug = '';
  await ledger.step('paired again with a new code: the same store', async () => {
    slug = await pairSite(proof);
    assert.equal(slug, proof.slug);
    assert.deepEqual(await webhooks(), paired);
    return undefined;
  });
  await ledger.step('disconnected in the console: the site knows at once', async () => {
    const answer = await merchant.post(`/stores/${proof.slug}/disconnect`);
    assert.equal(answer.status, 200);
    const began = Date.now();
    await until('the site is told', async () => !(await healthOfSite()).paired, 90_000);
    const seconds = Math.round((Date.now() - began) / 1000);
    await until('the webhooks are gone', async () => (await webhooks()).length === 0);
    return `after ${seconds} s`;
  });
  if (proof.options.keep || proof.options.installed) return;
  await ledger.step('the plugin is deleted: nothing of it is left, and orders stay', async () => {
    await pairSite(proof);
    const ordersOf = async () => (await admin.rest('GET', '/wc/v3/orders?per_page=100&_fields=id')).length;
    const orders = await ordersOf();
    await deletePlugin(admin);
    assert.deepEqual(await webhooks(), []);
    assert.equal(await ordersOf(), orders);
    assert.equal((await admin.ask('GET', '/wc-ucp-host/v1/health')).status, 404);
    return `${orders} orders`;
  });
}
