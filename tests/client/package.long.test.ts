import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestService } from '../../testing/test-service.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

describe('the packed client', () => {
  const folder = forSuite(temporaryFolder);
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  before(async () => {
    await run('npm', ['pack', '--workspace', '@ucp-host/client', '--pack-destination', folder.path], {
      cwd: ROOT,
    });
    const [archive = ''] = await readdir(folder.path);
    await run('tar', ['-xzf', archive], { cwd: folder.path });
  });

  it('holds compiled code with types, README and license, and depends on nothing', async () => {
    const files = await readdir(folder.file('package'), { recursive: true });
    for (const file of [
      'README.md',
      'LICENSE',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/schema.generated.d.ts',
    ])
      assert.ok(files.includes(file), `${file} is among ${files}`);
    const unexpected = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    assert.deepEqual(unexpected, []);
    const manifest = JSON.parse(await readFile(folder.file('package/package.json'), 'utf8')) as object;
    assert.equal('dependencies' in manifest, false);
  });

  it('searches a store', async () => {
    const { createAgentClient } = (await import(
      pathToFileURL(folder.file('package/dist/index.js')).href
    )) as typeof import('../../client/index.ts');
    const store = createAgentClient({ baseUrl: running.baseUrl, slug: 'demo-shopify' });
    assert.ok((await store.search('mug')).products.length > 0);
  });
});
