import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ask as GraphqlAsk } from '../../../src/store-platforms/shopify/client.ts';
import { subscribe } from '../../../src/store-platforms/shopify/subscriptions.ts';
import type { Ask } from '../../../src/store-platforms/woocommerce/client.ts';
import { subscribeByCore } from '../../../src/store-platforms/woocommerce/subscriptions.ts';

const WANTED = { address: 'https://ucp.example/webhooks/mugs', secret: 'a secret' };
const PER_PAGE = 100;
/** Stops an attack on code that has no limit. */
const MAX_CALLS = 2_000;

const isList = (path: string) => path.startsWith('/wc/v3/webhooks?');

describe('webhooks that a shop lists without end', () => {
  /** WooCommerce shop with webhooks to this address on each of very many pages. */
  function endlessly(address: string) {
    const calls: string[] = [];
    const ask: Ask = async ({ path }) => {
      calls.push(path);
      assert.ok(calls.length < MAX_CALLS);
      const first = calls.length * PER_PAGE;
      const page = Array.from({ length: PER_PAGE }, (_, index) => webhook(first + index, address));
      const headers = new Headers({ 'x-wp-totalpages': '1000000000' });
      return {
        operation: path,
        headers,
        body: isList(path) ? page : {},
        errorCode: undefined,
        extraText: '',
      };
    };
    return { calls, ask };
  }

  it('reads webhooks up to ten pages, and keeps nothing but our own (WooCommerce)', async () => {
    const { calls, ask } = endlessly('https://others.example');
    const report = await subscribeByCore(ask, WANTED);
    assert.equal(calls.filter(isList).length, 10);
    assert.equal(report.created.length, calls.length - 10);
  });

  it('removes endless webhooks to the service a few at a time (WooCommerce)', async () => {
    const { calls, ask } = endlessly(WANTED.address);
    await subscribeByCore(ask, WANTED);
    assert.ok(calls.length <= 10 + 50 + 7, `${calls.length} calls`);
  });

  it('reads webhooks up to ten pages, and stops at a place that was read before (Shopify)', async () => {
    for (const [cursor, pages] of [
      [(call: number) => `place ${call}`, 10],
      [(call: number) => `place ${call % 2}`, 3],
      [() => null, 1],
    ] as const) {
      let lists = 0;
      const ask = (async (document: { name: string }) => {
        if (document.name !== 'ListWebhooks') return { data: { done: { userErrors: [] } }, errors: [] };
        lists += 1;
        assert.ok(lists < MAX_CALLS);
        const nodes = [
          { id: `gid://shopify/WebhookSubscription/${lists}`, topic: 'ORDERS_CREATE', ...THEIRS },
        ];
        const webhookSubscriptions = { pageInfo: { hasNextPage: true, endCursor: cursor(lists) }, nodes };
        return { data: { webhookSubscriptions }, errors: [] };
      }) as unknown as GraphqlAsk<'Admin'>;
      const report = await subscribe(ask, WANTED);
      assert.equal(lists, pages);
      assert.ok(report.created.includes('ORDERS_CREATE'));
    }
  });
});

const THEIRS = { uri: 'https://others.example/hook', format: 'JSON', filter: null };

function webhook(id: number, delivery_url: string): object {
  return { id, name: 'A webhook', status: 'active', topic: 'order.updated', delivery_url };
}
