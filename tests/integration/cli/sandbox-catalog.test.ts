import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { start } from '../../../src/cli/serve/serve.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { agentOf } from '../../../testing/agent.ts';

async function startWith(t: TestContext, lines: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-catalog-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'catalog.jsonl');
  await writeFile(file, lines.join('\n'));
  const settings = { PORT: '0', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent', SANDBOX_CATALOG: file };
  return start(readConfig({ ...settings, SECRET_KEY: 'a secret key of the tests only' }));
}

describe('SANDBOX_CATALOG', () => {
  it('gives both demo stores a catalog of one’s own', async (t) => {
    const line = {
      id: '77',
      title: 'Walnut Stool',
      description: '<p>Three legs &amp; a seat.</p>',
      categories: ['Home > Seats'],
      brand: 'Old Forge',
      sku: 'WS-1',
      gtin: '9506000034003',
      price: '129.90',
      currency: 'EUR',
      stock: 4,
      options: { Height: ['45 cm', '65 cm'] },
    };
    const running = await startWith(t, [JSON.stringify(line), '{"id":"78","title":"Plain Stool"}']);
    t.after(() => running.close());
    for (const platform of ['shopify', 'woocommerce']) {
      const { products } = await agentOf(running.baseUrl, `demo-${platform}`).search('walnut');
      assert.equal(products.length, 1);
      const [stool] = products;
      assert.equal(stool?.id, `gid://${platform}/Product/77`);
      assert.deepEqual(stool.price_range, { min: 12_990, max: 12_990, currency: 'EUR' });
      assert.partialDeepStrictEqual(stool, { description: 'Three legs & a seat.', brand: 'Old Forge' });
      assert.deepEqual(stool.categories, ['Home > Seats']);
      assert.deepEqual(stool.options, [{ name: 'Height', values: ['45 cm', '65 cm'] }]);
      const [variant] = stool.variants;
      assert.deepEqual([variant?.sku, variant?.barcode, variant?.quantity], ['WS-1', '9506000034003', 4]);
    }
  });

  it('names the line that is wrong', async (t) => {
    const lines = ['{"id":"1","title":"Stool"}', '{"id":"2","title":"Chair","price":"a lot"}'];
    await assert.rejects(startWith(t, lines), /SANDBOX_CATALOG: .*catalog\.jsonl, line 2: price: must be/);
  });
});
