import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { databases } from '../../../testing/databases.ts';
import { SECRET_KEY, startTestService, type TestService } from '../../../testing/test-service.ts';

for (const database of databases) {
  describe(`the import command (${database.name})`, () => {
    const at: { running?: TestService } = {};
    before(async () => {
      at.running = await startTestService({ database });
    });
    after(() => at.running?.close());

    const running = () => at.running ?? assert.fail('no service is running');
    const cli = (...args: string[]) => run(args, running().databaseUrl);

    it('reads the catalog and waits for its end', async () => {
      const { code, stdout } = await cli('import', 'demo-shopify', '--json');
      assert.equal(code, 0, stdout);
      const report = JSON.parse(stdout);
      assert.equal(report.slug, 'demo-shopify');
      const published = running()
        .shop('demo-shopify')
        .control.products.filter((product) => product.published);
      assert.equal(report.products, published.length);
      assert.ok(report.finished_at >= report.started_at);
    });

    it('says in a sentence what it did', async () => {
      const { code, stdout } = await cli('import', 'demo-woocommerce');
      assert.equal(code, 0);
      assert.match(stdout, /\d+ products of demo-woocommerce synced in \d+\.\d s\./);
    });

    it('is shown by the list of stores', async () => {
      const { stdout } = await cli('stores', '--json');
      const [shopify] = JSON.parse(stdout);
      assert.ok(shopify.catalog.products > 0);
      assert.ok(!Number.isNaN(Date.parse(shopify.catalog.imported_at)));
      assert.match((await cli('stores')).stdout, /PRODUCTS.*\d+, \d+ (s|min) ago/s);
    });

    it('says why it stopped', async () => {
      running().shop('demo-shopify').control.inject({ kind: 'down' });
      const { code, stderr } = await cli('import', 'demo-shopify');
      assert.equal(code, 1);
      assert.match(stderr, /stopped after 0 products: The store cannot be reached/);
    });

    it('refuses what is no store', async () => {
      assert.match((await cli('import', 'nobody')).stderr, /There is no store "nobody"/);
      const { code, stderr } = await cli('import');
      assert.equal(code, 2);
      assert.match(stderr, /import <slug>/);
    });
  });
}

function run(args: string[], databaseUrl: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY, NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/main.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
