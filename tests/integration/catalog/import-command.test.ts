import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

onEveryDatabase('the import command', (database) => {
  const at: { running?: TestService } = {};
  before(async () => {
    at.running = await startTestService({ database });
  });
  after(() => at.running?.close());

  const running = () => at.running ?? assert.fail('no service is running');
  const cli = (...args: string[]) => commandLine(running().databaseUrl, args);

  it('reads the catalog and waits for its end', async () => {
    const { code, out } = await cli('import', 'demo-shopify', '--json');
    assert.equal(code, 0, out);
    const report = JSON.parse(out);
    assert.equal(report.slug, 'demo-shopify');
    const published = running()
      .shop('demo-shopify')
      .control.products.filter((product) => product.published);
    assert.equal(report.products, published.length);
    assert.ok(report.finished_at >= report.started_at);
  });

  it('says in a sentence what it did', async () => {
    const { code, out } = await cli('import', 'demo-woocommerce');
    assert.equal(code, 0);
    assert.match(out, /\d+ products of demo-woocommerce synced in \d+\.\d s\./);
  });

  it('shows the catalog import in the list of stores', async () => {
    const { out } = await cli('stores', '--json');
    const [shopify] = JSON.parse(out);
    assert.ok(shopify.catalog.products > 0);
    assert.ok(!Number.isNaN(Date.parse(shopify.catalog.imported_at)));
    assert.match((await cli('stores')).out, /PRODUCTS.*\d+, \d+ (s|min) ago/s);
  });

  it('says why it stopped', async () => {
    running().shop('demo-shopify').control.inject({ kind: 'down' });
    const { code, out } = await cli('import', 'demo-shopify');
    assert.equal(code, 1);
    assert.match(out, /stopped after 0 products: 127\.0\.0\.1:\d+ closed the connection without an answer/);
  });

  it('refuses a disconnected store, whose catalog no job would read', async () => {
    assert.equal((await cli('stores', 'disconnect', 'demo-woocommerce')).code, 0);
    const { code, out } = await cli('import', 'demo-woocommerce');
    assert.equal(code, 1);
    assert.match(out, /The store is disconnected\. Reconnect it first\./);
  });

  it('refuses what is no store', async () => {
    assert.match((await cli('import', 'nobody')).out, /There is no store "nobody"/);
    const { code, out } = await cli('import');
    assert.equal(code, 2);
    assert.match(out, /Missing required argument "slug"/);
  });
});
