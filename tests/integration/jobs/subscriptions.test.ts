import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';

const HALF_AN_HOUR_MS = 31 * 60_000;

withService('subscriptions to a shop’s events', (running, database) => {
  const shop = forSuite(() => startShopifyShop());

  const progressOf = async (storeId: string) =>
    (await running.service.jobs.listOfStore(storeId)).find((job) => job.kind === 'check_subscriptions')
      ?.progress as { skipped?: string; address?: string; created?: string[] } | undefined;

  it('subscribes to webhooks when a store is connected, and finds them in order later', async () => {
    await running.settle();
    for (const slug of ['demo-shopify', 'demo-woocommerce']) {
      const store = await running.service.stores.find(slug);
      const progress = await progressOf(store?.id ?? '');
      assert.equal(progress?.address, `${running.baseUrl}/webhooks/${slug}`);
      const isFound = progress.created?.some((topic) => /order/i.test(topic));
      assert.ok(isFound, JSON.stringify(progress));
    }
    running.advance(HALF_AN_HOUR_MS);
    await running.settle();
    const store = await running.service.stores.find('demo-shopify');
    assert.deepEqual((await progressOf(store?.id ?? ''))?.created, []);
  });

  it('skips webhook subscriptions when a shop on the internet could not reach the service', async () => {
    const { service } = running;
    const connected = await service.connectStore({
      platform: 'shopify',
      slug: 'live-store',
      credentials: shop.credentials,
      sandbox: false,
    });
    await announceHosts(connected.id, ['good-mugs.com']);
    shop.control.resetCalls();
    await running.settle();
    assert.match((await progressOf(connected.id))?.skipped ?? '', /BASE_URL/);
    const unexpected = Object.keys(shop.control.calls()).filter((operation) => /webhook/i.test(operation));
    assert.deepEqual(unexpected, []);
  });

  it('checks the subscriptions of a store that was stored without any job', async () => {
    const store = await running.service.stores.find('demo-shopify');
    const tables = await openDatabase(running.databaseUrl);
    await tables
      .deleteFrom('jobs')
      .where('storeId', '=', store?.id ?? '')
      .execute();
    await tables.destroy();
    await running.settle();
    assert.ok(await progressOf(store?.id ?? ''));
  });

  it('repairs the missing webhook secret of an earlier version’s store, with the same secret in every process', async () => {
    await using elsewhere = await startTestService({ database, databaseUrl: running.databaseUrl });
    const store = await running.service.stores.find('demo-woocommerce');
    const id = store?.id ?? '';
    const tables = await openDatabase(running.databaseUrl);
    await tables.updateTable('stores').set({ webhookSecret: null }).where('id', '=', id).execute();
    await tables.destroy();
    const secrets = await Promise.all(
      [running, elsewhere, running].map(({ service }) => service.stores.findWebhookSecret(id)),
    );
    assert.equal(new Set(secrets).size, 1);
    assert.match(secrets[0] ?? '', /^[\w-]{43}$/);
  });

  async function announceHosts(id: string, hosts: string[]): Promise<void> {
    await using tables = await openDatabase(running.databaseUrl);
    const row = await tables
      .selectFrom('stores')
      .select('description')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const description = JSON.stringify({ ...JSON.parse(row.description), hosts });
    await tables.updateTable('stores').set({ description }).where('id', '=', id).execute();
  }
});
