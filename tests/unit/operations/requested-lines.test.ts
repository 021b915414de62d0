import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoreContext } from '../../../src/operations/call/store-context.ts';
import { readLines } from '../../../src/operations/cart/requested-lines.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../src/store-platforms/woocommerce/index.ts';

describe('requested lines', () => {
  const linesOf = (itemId: string) => [{ itemId, quantity: 1 }];

  it('names the folder of a shop below its host when it refuses an address outside that folder', async () => {
    const url = 'https://example.test/store';
    const credentials = woocommerce.credentials.parse({
      url,
      consumerKey: 'ck_test',
      consumerSecret: 'cs_test',
    });
    const hosts = ['example.test'];
    const shop = {
      name: 'Shop',
      currency: 'USD',
      country: null,
      hosts,
      folder: '/store',
      links: [],
      versions: {},
    };
    const platform = woocommerce.connect(credentials, createTransport({ fetch }), shop);
    const products = { named: async () => [] };
    const store = { id: 'store', platform: 'woocommerce', description: shop };
    const context = { platform, products, store } as unknown as StoreContext;
    assert.equal((await readLines(context, linesOf(`${url}/product/mug/`))).length, 1);
    await assert.rejects(readLines(context, linesOf('https://example.test/product/mug/')), {
      message: /or a product URL on example\.test\/store$/,
    });
  });
});
