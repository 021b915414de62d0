import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { buildPluginZip } from '../../../connectors/build.ts';
import { pluginZip } from '../../../connectors/plugin-zip.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

describe('the plugin as a zip', () => {
  let running: TestService;
  before(async () => {
    await buildPluginZip();
    running = await startTestService({ database: anyDatabase, platforms: [] });
  });
  after(() => running.close());

  it('serves the plugin as the zip that a merchant downloads and uploads to WordPress', async () => {
    const answer = await fetch(`${running.baseUrl}/connectors/ucp-host-woocommerce.zip`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /attachment; filename="ucp-host-woocommerce\.zip"/,
    );
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    assert.match(strFromU8(files['ucp-host/ucp-host.php'] ?? new Uint8Array()), /Plugin Name:/);
    for (const name of ['ucp-host/uninstall.php', 'ucp-host/readme.txt', 'ucp-host/LICENSE.txt'])
      assert.ok(files[name], name);
  });

  it('holds nothing that a shop does not need', async () => {
    const names = Object.keys(unzipSync(await pluginZip()));
    for (const name of names) {
      assert.match(name, /^ucp-host\//);
      assert.doesNotMatch(name, /test|schema|\/\.|composer|phpunit|node_modules/i);
    }
  });

  it('builds the plugin’s zip the same to the byte each time', async () => {
    const hash = async () =>
      createHash('sha256')
        .update(await pluginZip())
        .digest('hex');
    assert.equal(await hash(), await hash());
  });
});
