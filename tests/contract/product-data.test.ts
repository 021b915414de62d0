import assert from 'node:assert/strict';
import { it } from 'node:test';
import { productPageResponse } from '../../src/protocols/contract/responses.ts';
import { everywhere, inShop } from '../../testing/everywhere.ts';

everywhere('product data of the contract', (at) => {
  async function find(query: string) {
    const { products } = productPageResponse.parse(await at.agent.search(query));
    return products[0] ?? assert.fail(`nothing found for ${query}`);
  }

  it('returns SKU, barcode, list price and stock of a variant, and brand, category and rating of its product, as far as the shop has them', async () => {
    const mug = await find('travel mug');
    const [variant] = mug.variants;
    assert.equal(variant?.sku, 'TRAVEL-MUG');
    assert.equal(variant.barcode, '9506000034003');
    assert.deepEqual([variant.price, variant.list_price], [2800, 3400]);
    assert.equal(variant.quantity, 3);
    assert.equal(mug.brand, 'Fellside');
    assert.deepEqual(mug.categories, ['Home & Kitchen > Drinkware']);
    assert.deepEqual(mug.rating, { value: 4.3, min: 1, max: 5, count: 57 });
    const plain = await find('handmade stoneware');
    assert.equal(plain.rating, undefined);
    assert.equal(plain.options, undefined);
    assert.equal(plain.variants[0]?.barcode, undefined);
    assert.equal(plain.variants[0]?.list_price, undefined);
  });

  it('returns options with their values by name, and which of them each variant has', async () => {
    const lamp = await find('desk lamp');
    const [color] = lamp.options ?? [];
    assert.equal(color?.name, 'Color');
    assert.deepEqual(new Set(color.values), new Set(['Black', 'White', 'Brass']));
    const choices = lamp.variants.map(({ options }) => options?.[0]);
    assert.deepEqual(new Set(choices.map((each) => each?.value)), new Set(color.values));
    assert.ok(choices.every((each) => each?.name === 'Color'));
    assert.ok(lamp.variants.some(({ image }) => image?.url.includes('Brass')));
  });

  it('returns no quantity where the shop does not count, and 0 where nothing is left', async () => {
    const candle = await find('beeswax');
    const { id } = candle.variants[0] ?? assert.fail();
    assert.equal(candle.variants[0]?.quantity, undefined);
    inShop(at, id).stock = 0;
    const { variants } = await find('beeswax');
    assert.deepEqual([variants[0]?.available, variants[0]?.quantity], [false, 0]);
    inShop(at, id).stock = null;
  });

  it('returns a unit price on Shopify, and properties without a choice on WooCommerce', async () => {
    const beans = await find('single origin coffee');
    const teapot = await find('glass teapot');
    if (at.platform === 'woocommerce') {
      assert.deepEqual(teapot.attributes, [{ name: 'Material', values: ['Borosilicate glass', 'Steel'] }]);
      return;
    }
    const unit = { per: { value: 1, unit: 'kg' }, content: { value: 0.25, unit: 'kg' } };
    assert.deepEqual(beans.variants[0]?.unit_price, { amount: 6200, ...unit });
  });
});
