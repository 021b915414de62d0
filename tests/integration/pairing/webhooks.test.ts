import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { newCode, openService, openSite, pressOnSite, signUp, siteIsPaired, typeCode } from './at-pairing.ts';

const webhooks = z.array(z.object({ id: z.int(), topic: z.string(), status: z.string() }));

const TOPICS = [
  'action.woocommerce_settings_saved',
  'order.created',
  'order.deleted',
  'order.updated',
  'product.created',
  'product.deleted',
  'product.restored',
  'product.updated',
];

function onShop(site: RunningShop, method: string, path: string, body?: object): Promise<Response> {
  const { consumerKey, consumerSecret } = site.credentials;
  return fetch(`${site.url}/wp-json/wc/v3/webhooks${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function topicsOf(site: RunningShop): Promise<string[]> {
  const answer = await onShop(site, 'GET', '?per_page=100');
  return webhooks
    .parse(await answer.json())
    .map(({ topic }) => topic)
    .sort();
}

onEveryDatabase('webhooks of a paired WooCommerce site', (database) => {
  const running = forSuite(() => openService(database, {}, { backgroundWork: true }));
  const merchant = forSuite(() => signUp(running));

  const pair = async (site: RunningShop) => {
    const { code } = await newCode(merchant);
    const result = await typeCode(site, running.baseUrl, code);
    assert.equal(result.ok, true, result.message);
    const { store } = await siteIsPaired(site);
    return store?.slug ?? assert.fail('not paired');
  };
  const drain = async () => {
    await running.service.backgroundWork.drain();
    await running.settle();
  };

  it('exist once for each topic after repeated pairings and concurrent checks', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const site = await openSite('Webhook Goods');
      const slug = await pair(site);
      await drain();
      assert.deepEqual(await topicsOf(site), TOPICS, `after pairing ${turn}`);
      await Promise.all([
        merchant.post(`/stores/${slug}/webhooks/resubscribe`, {}),
        pressOnSite(site, 'check'),
        running.service.backgroundWork.drain(),
      ]);
      await drain();
      assert.deepEqual(await topicsOf(site), TOPICS, `after all that ask ${turn}`);
      await site.close();
    }
  });

  it('leaves the creation of webhooks to the plugin: the service creates none', async () => {
    const site = await openSite('Webhook Goods');
    const slug = await pair(site);
    await merchant.post(`/stores/${slug}/webhooks/resubscribe`, {});
    await drain();
    const calls = site.control.calls();
    assert.deepEqual([calls['POST /webhooks'], calls['GET /webhooks']], [undefined, undefined]);
    assert.ok((calls['POST /webhooks/mend'] ?? 0) >= 1);
    await site.close();
  });

  it('lose duplicates at the next check', async () => {
    const site = await openSite('Webhook Goods');
    const slug = await pair(site);
    await drain();
    const delivery_url = `${running.baseUrl}/webhooks/${slug}`;
    for (const topic of TOPICS) await onShop(site, 'POST', '', { name: 'a double', topic, delivery_url });
    await onShop(site, 'POST', '', {
      name: 'ERP',
      topic: 'order.created',
      delivery_url: `${site.url}/elsewhere`,
    });
    assert.equal((await topicsOf(site)).length, 17);
    await merchant.post(`/stores/${slug}/webhooks/resubscribe`, {});
    await drain();
    assert.deepEqual(
      await topicsOf(site),
      [...TOPICS, 'order.created'].toSorted(),
      'the one of another service stays',
    );
    await site.close();
  });

  it('deletes the site’s webhooks when the store is disconnected', async () => {
    const site = await openSite('Webhook Goods');
    const slug = await pair(site);
    await drain();
    assert.equal((await merchant.post(`/stores/${slug}/disconnect`, {})).status, 200);
    await drain();
    assert.deepEqual(await topicsOf(site), []);
    await site.close();
  });
});
