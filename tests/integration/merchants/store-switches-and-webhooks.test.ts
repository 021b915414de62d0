import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ListStoreAuditEntriesResponse, ListStoreWebhooksResponse } from '../../../client/index.ts';
import { agentOf } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';

type Manifest = { ucp: { capabilities: Record<string, unknown> } };
type Paused = { store: { status: string; paused_at: string | null; health: { state: string } | null } };

withService('the switches and events of a store', (running) => {
  const owner = forSuite(() => signUp(running));

  it('shows the manifest of supposed switches, and changes nothing', async () => {
    const { body } = await owner.get<{ manifest: Manifest }>(
      '/stores/demo-shopify/capabilities/preview?cart=off&order=off',
    );
    assert.ok(!('dev.ucp.shopping.cart' in body.manifest.ucp.capabilities));
    assert.ok('dev.ucp.shopping.discount' in body.manifest.ucp.capabilities);
    const now = await agentOf(running.baseUrl, 'demo-shopify').get<Manifest>('');
    assert.ok('dev.ucp.shopping.cart' in now.body.ucp.capabilities);
  });

  it('switches what is named, says what that means, and who did it', async () => {
    const { body } = await owner.put<{ switches: Record<string, { on: boolean; effect: string }> }>(
      '/stores/demo-shopify/capabilities',
      { cart: false },
    );
    assert.deepEqual([body.switches.cart?.on, body.switches.order?.on], [false, true]);
    assert.match(body.switches.cart?.effect ?? '', /404.*does not offer dev\.ucp\.shopping\.cart/);
    const previewed = await owner.get<{ manifest: Manifest }>('/stores/demo-shopify/capabilities/preview');
    const manifest = (await agentOf(running.baseUrl, 'demo-shopify').get<Manifest>('')).body;
    assert.deepEqual(manifest, previewed.body.manifest);
    await owner.put('/stores/demo-shopify/capabilities', { cart: false });
    assert.equal((await owner.put('/stores/demo-shopify/capabilities', { catalog: false })).status, 400);
    const { items } = (await owner.get<ListStoreAuditEntriesResponse>('/stores/demo-shopify/audit')).body;
    const switched = items.filter(({ action }) => action === 'capability.switched');
    assert.deepEqual(pluck(switched, 'details'), [{ cart: false }]);
    assert.match(switched[0]?.actor ?? '', /@shop\.example$/);
    assert.equal(switched[0]?.summary, 'Carts switched off');
  });

  it('pauses and resumes the store once, with an entry of the audit log for each, and leaves its health alone', async () => {
    const pausedAt = async (step: string) =>
      (await owner.post<Paused>(`/stores/demo-shopify/${step}`)).body.store;
    const paused = await pausedAt('pause');
    assert.ok(paused.paused_at);
    running.advance(1_000);
    assert.equal((await pausedAt('pause')).paused_at, paused.paused_at);
    assert.deepEqual([paused.status, paused.health?.state], ['connected', 'ok']);
    assert.equal((await agentOf(running.baseUrl, 'demo-shopify').get('/catalog/search?q=mug')).status, 503);
    for (let twice = 0; twice < 2; twice += 1) assert.equal((await pausedAt('resume')).paused_at, null);
    const { body } = await owner.get<{ items: { action: string }[] }>('/stores/demo-shopify/audit');
    const actions = body.items.map(({ action }) => action).filter((action) => /paused|resumed/.test(action));
    assert.deepEqual(actions, ['store.resumed', 'store.paused']);
  });

  it('reads the catalog when asked, and says how far it is', async () => {
    const answer = await owner.post<{ importing: object | null }>('/stores/demo-shopify/import');
    assert.deepEqual(answer.body.importing && Object.keys(answer.body.importing), ['read', 'total']);
    await running.settle();
    const { body } = await owner.get<{ products: number; imported_at: string; importing: null }>(
      '/stores/demo-shopify/import',
    );
    assert.ok(body.products > 0 && body.imported_at);
    assert.equal(body.importing, null);
  });

  for (const slug of ['demo-shopify', 'demo-woocommerce'])
    it(`lists what ${slug} has sent and what was refused, and asks the shop anew`, async () => {
      await running.settle();
      const [product] = running.shop(slug).control.products;
      running.shop(slug).control.touchProduct(product?.id ?? 0);
      await running.settle();
      const address = `${running.baseUrl}/webhooks/${slug}`;
      const headers = { 'x-shopify-topic': 'products/update', 'x-wc-webhook-topic': 'products/update' };
      for (let times = 0; times < 80; times += 1)
        assert.equal((await fetch(address, { method: 'POST', headers, body: '{"id":1}' })).status, 401);
      const { body } = await owner.get<ListStoreWebhooksResponse>(`/stores/${slug}/webhooks?per_page=100`);
      const delivery = body.items.find(({ effect }) => effect === 'product_refreshed');
      assert.match(delivery?.product ?? '', /\/Product\//);
      assert.equal(delivery?.signature, 'valid');
      const refused = body.items.filter(({ effect }) => effect === 'refused');
      assert.equal(refused.length, 50, 'of what anybody can send, no more is kept');
      assert.deepEqual([refused[0]?.signature, refused[0]?.topic], ['missing', 'products/update']);
      assert.equal(body.total, body.items.length);
      assert.ok(body.subscriptions.checked_at);
      assert.equal(
        (await owner.post<ListStoreWebhooksResponse>(`/stores/${slug}/webhooks/resubscribe`)).status,
        200,
      );
      await running.settle();
      const after = (await owner.get<ListStoreWebhooksResponse>(`/stores/${slug}/webhooks`)).body
        .subscriptions;
      assert.ok(after.report.fine.length >= 5);
    });
});
