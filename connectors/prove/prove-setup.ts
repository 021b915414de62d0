import assert from 'node:assert/strict';
import { pluginZip } from '../plugin-zip.ts';
import type { Proof, Scene } from './proof.ts';
import { until } from './until.ts';
import { webhookTopics } from './webhook-topics.ts';
import {
  activatePlugin,
  installUploaded,
  openSettings,
  press,
  settingsForm,
  uploadPlugin,
} from './wp-admin.ts';

/** Installs the zip and activates the plugin. */
export async function proveInstallation(scene: Scene): Promise<void> {
  if (!scene.options.installed) await install(scene);
  await proveUnpaired(scene);
}

async function install({ admin, ledger, picture }: Scene): Promise<void> {
  await ledger.step('the zip is uploaded and installed', async () => {
    await uploadPlugin(admin, await pluginZip());
    await picture(admin.page, 'upload', '#wpbody-content', 330);
    return installUploaded(admin);
  });
  await ledger.step('the plugin is activated', () => activatePlugin(admin));
}

async function proveUnpaired(scene: Scene): Promise<void> {
  const { admin, ledger, picture } = scene;
  await ledger.step('before pairing the site reveals only that it is not paired', async () => {
    const health = await admin.rest('GET', '/wc-ucp-host/v1/health');
    assert.equal(health.paired, false);
    await openSettings(admin);
    await picture(admin.page, 'settings-unpaired', '.wrap.ucp-host', 480);
    return health.status;
  });
  await ledger.step('a wrong code is refused, with the reason', async () => {
    const note = await typeCode(scene, '000000');
    assert.match(note, /code/i);
    await picture(admin.page, 'settings-refused', '#ucp-host-connection', 480);
    return note;
  });
}

/** Pairs by the six digits of the console's page. Returns the store's slug. */
export async function pairSite(scene: Scene): Promise<string> {
  const { admin, merchant } = scene;
  const code = await merchant.showCode();
  assert.match(code, /^\d{6}$/);
  const note = await typeCode(scene, code);
  const isPaired = (await settingsForm(admin.page, 'unpair').count()) > 0;
  assert.ok(isPaired, `The settings page says: ${note}`);
  const { body } = await merchant.get('/stores');
  const host = new URL(scene.options.site).host;
  const store = body.items.find((item: { hosts: string[]; status: string }) => item.status === 'connected');
  assert.ok(store, `No store of ${host} is connected.`);
  return store.slug;
}

/** Returns the text of the settings page afterwards. */
export async function typeCode({ admin, service }: Scene, code: string): Promise<string> {
  await openSettings(admin);
  const form = settingsForm(admin.page, 'pair');
  await form.locator('#ucp-host-service').fill(service);
  await form.locator('#ucp-host-code').fill(code);
  return press(admin, 'pair');
}

/** Proves what both sides show once they are paired. */
export async function provePairing(proof: Proof): Promise<void> {
  const { admin, merchant, slug, ledger, picture } = proof;
  await ledger.step('both directions work', async () => {
    await openSettings(admin);
    assert.match(await press(admin, 'check'), /answers/);
    assert.match(await press(admin, 'reach'), /reaches/);
    assert.match(await press(admin, 'mend'), /All webhooks are as they should be/);
    await openSettings(admin);
    await picture(admin.page, 'settings-paired', '.wrap.ucp-host', 760);
    const topics = await webhookTopics(proof);
    assert.ok(topics.includes('product.updated') && topics.includes('order.updated'), String(topics));
    assert.equal(new Set(topics).size, topics.length, String(topics));
    return `${topics.length} webhooks active`;
  });
  await ledger.step('the service has read the catalog', async () => {
    const { products } = await until('the catalog is read', async () => {
      const { body } = await merchant.get(`/stores/${slug}/import`);
      return body.imported_at ? body : undefined;
    });
    return `${products} products`;
  });
}
