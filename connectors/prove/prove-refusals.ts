import assert from 'node:assert/strict';
import type { Scene } from './proof.ts';
import { typeCode } from './prove-setup.ts';
import type { WpAdmin } from './wp-admin.ts';

/** Proves that the page names what the merchant must fix first, without using up the code. */
export async function proveRefusals(scene: Scene): Promise<void> {
  const { admin, ledger, merchant } = scene;
  const code = await merchant.showCode();
  await ledger.step('refused with plain permalinks, saying how to fix it', async () => {
    const before = await choosePermalinks(admin, '');
    try {
      const note = await typeCode(scene, code);
      assert.match(note, /Permalinks .*How to fix it/);
      return note;
    } finally {
      await choosePermalinks(admin, before);
    }
  });
  const { environment } = await admin.rest('GET', '/wc/v3/system_status');
  const [major = 0, minor = 0] = environment.version.split('.').map(Number);
  // Older versions have no such mode.
  if (major * 100 + minor < 901) return;
  await ledger.step('refused while the shop is "coming soon", saying how to fix it', async () => {
    await admin.rest('POST', '/wc-admin/options', { woocommerce_coming_soon: 'yes' });
    try {
      const note = await typeCode(scene, code);
      assert.match(note, /coming soon.*How to fix it/);
      return note;
    } finally {
      await admin.rest('POST', '/wc-admin/options', { woocommerce_coming_soon: 'no' });
    }
  });
}

/** Submits the form under Settings → Permalinks; returns the former structure. */
async function choosePermalinks({ page, open }: WpAdmin, structure: string): Promise<string> {
  await open('options-permalink.php');
  const before = await page.locator('#permalink_structure').inputValue();
  const choice = page.locator(`input[name="selection"][value="${structure}"]`);
  if ((await choice.count()) > 0) await choice.check();
  else await page.locator('#permalink_structure').fill(structure);
  await page.locator('#submit').click();
  await page.waitForLoadState();
  return before;
}
