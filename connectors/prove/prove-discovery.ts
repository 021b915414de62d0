import assert from 'node:assert/strict';
import type { Proof } from './proof.ts';
import { openSettings, press, settingsForm } from './wp-admin.ts';

/** Proves `/.well-known/ucp` at the shop's address, for each setting of the merchant. */
export async function proveDiscovery(proof: Proof): Promise<void> {
  await proveAddress(proof);
  const { ledger, service, slug, admin, options } = proof;
  const manifest = `${service}/api/ucp/${slug}`;
  const ask = async (below = '') => {
    const address = `${options.site}/.well-known/ucp${below}`;
    const answer = await admin.page.request.get(address, { maxRedirects: 0 });
    return { status: answer.status(), headers: answer.headers(), text: await answer.text() };
  };
  await ledger.step('discovery: a redirect to the manifest', async () => {
    await choose(proof, 'redirect');
    const { status, headers } = await ask();
    assert.ok([301, 302, 307, 308].includes(status), `answered ${status}`);
    assert.equal(headers.location, manifest);
    return String(status);
  });
  await ledger.step('discovery: the manifest itself', async () => {
    const note = await choose(proof, 'direct');
    const { status, headers, text } = await ask();
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), await (await fetch(manifest)).json());
    assert.match(headers['cache-control'] ?? '', /public, max-age=300/);
    return `${headers['cache-control']}; ${note}`;
  });
  await ledger.step('discovery: the official profile, in both versions', async () => {
    const note = await choose(proof, 'profile');
    const profile = `${service}/ucp/${slug}/.well-known/ucp`;
    for (const version of ['', '/2026-04-08']) {
      const { status, headers, text } = await ask(version);
      assert.equal(status, 200);
      assert.deepEqual(JSON.parse(text), await (await fetch(profile + version)).json());
      assert.match(headers['cache-control'] ?? '', /public, max-age=300/);
    }
    return note;
  });
  await ledger.step('discovery: nothing', async () => {
    await choose(proof, 'off');
    const { status } = await ask();
    assert.equal(status, 404);
    await choose(proof, 'redirect');
    return '404';
  });
}

/** The settings page names an address that answers; for a shop in a folder the root of the domain is another site's. */
async function proveAddress({ admin, ledger, options }: Proof): Promise<void> {
  const isInFolder = new URL(options.site).pathname !== '/';
  await ledger.step('discovery: the settings page names the address that answers', async () => {
    await openSettings(admin);
    const panel = admin.page.locator('#ucp-host-discovery');
    assert.equal(await panel.locator('a.code').getAttribute('href'), `${options.site}/.well-known/ucp`);
    const text = await panel.textContent();
    assert.equal(text?.includes('in a folder, and cannot answer there'), isInFolder);
    return isInFolder ? 'a shop in a folder, which needs a host of its own' : 'the root of the domain';
  });
}

async function choose({ admin }: Proof, mode: string): Promise<string> {
  await openSettings(admin);
  await settingsForm(admin.page, 'discovery').locator(`input[value="${mode}"]`).check();
  return press(admin, 'discovery');
}
