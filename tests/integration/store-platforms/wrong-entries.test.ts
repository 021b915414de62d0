import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import type { StorePlatform } from '../../../src/store-platforms/store-platform.ts';
import { scriptedShopify } from './shopify/scripted-shopify.ts';
import { recordedBody } from './woocommerce/recorded.ts';
import { caller, openSite } from './woocommerce/scripted-site.ts';

const WRONG = Array.from({ length: 1_000 }, () => 1);
const reference = { sessionId: '0b8a4a4e-0000-4000-8000-000000000001', cartHandle: 'a-handle' };

const orders = (platform: StorePlatform) => platform.findOrder(reference, caller);
const products = (platform: StorePlatform) => platform.searchProducts({ text: 'mug', first: 10 }, caller);

const woocommerce = (path: string, body: unknown) => async (t: TestContext) =>
  (await openSite(t, { [`GET ${path}`]: () => ({ body }) })).platform;
const shopify = (operation: string, data: object) => async (t: TestContext) =>
  (await scriptedShopify(t, { [operation]: data })).platform;

const LISTS = {
  'WooCommerce, a list': [woocommerce('/wc/v3/orders', WRONG), orders],
  'WooCommerce, lists in each entry of a list': [
    woocommerce(
      '/wc/v3/orders',
      // A hundred: with more than 250,000 entries in all the answer is refused unread.
      WRONG.slice(0, 100).map(() =>
        recordedBody('order-completed-refunded', { line_items: WRONG, refunds: WRONG }),
      ),
    ),
    orders,
  ],
  'Shopify, a list': [
    shopify('SearchProducts', {
      products: { nodes: WRONG, pageInfo: { hasNextPage: false, endCursor: null } },
    }),
    products,
  ],
  'Shopify, its errors': [shopify('SearchProducts', { errors: WRONG }), products],
} as const;

describe('an answer of a shop with a thousand wrong entries', () => {
  for (const [name, [start, ask]] of Object.entries(LISTS)) {
    it(`reads an answer up to the first of a thousand wrong entries (${name})`, async (t) => {
      const platform = await start(t);
      await assert.rejects(ask(platform), (error) => {
        assert.ok(error instanceof CommerceError);
        assert.equal(error.kind, 'platform_error');
        assert.equal((error.cause as { issues: unknown[] }).issues.length, 1);
        return true;
      });
    });
  }
});
