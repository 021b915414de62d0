import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { productThread } from '../../../../src/store-platforms/woocommerce/catalog/product-thread.ts';

const entry = new URL('./stuck-thread.ts', import.meta.url);
const open = (timeouts = {}) =>
  productThread({ entry, runTimeoutMs: 200, waitTimeoutMs: 60_000, ...timeouts });

describe('the thread that converts products', () => {
  it('ends a page that takes too long, or breaks it, and goes on with the next', async () => {
    const thread = open();
    for (const currency of ['XXX', 'XTS']) {
      assert.equal(await thread.convert('shop', [], currency), 'too_slow');
      assert.deepEqual(await thread.convert('shop', [], 'EUR'), []);
    }
    await thread.close();
  });

  it('serves shops in rotation, so that one with many slow pages holds up another for two of them at most', async () => {
    const thread = open();
    const settled: string[] = [];
    const convert = async (shop: string, currency: string) => {
      await thread.convert(shop, [], currency);
      settled.push(shop);
    };
    await Promise.all([...Array.from({ length: 4 }, () => convert('slow', 'XXX')), convert('quick', 'EUR')]);
    assert.ok(settled.indexOf('quick') <= 2, settled.join(' '));
    await thread.close();
  });

  it('takes no more pages than fit into its queue, and lets none wait for ever', async () => {
    const thread = open({ runTimeoutMs: 5_000, waitTimeoutMs: 100 });
    const pages = Array.from({ length: 60 }, () => thread.convert('slow', [], 'XXX'));
    assert.equal(await pages.at(-1), 'busy');
    assert.equal(await pages.at(10), 'busy');
    await thread.close();
  });
});
