import assert from 'node:assert/strict';
import { it } from 'node:test';
import { productPageResponse, productsResponse } from '../../src/protocols/contract/responses.ts';
import { bodyOf, type ProductPage } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { pluck } from '../../testing/pluck.ts';

everywhere('catalog', (at) => {
  it('finds products by everyday words, in the contract’s shape [CAT-1] [CAT-3] [CAT-4]', async () => {
    for (const words of ['shoe', 'shirt', 'mug', 'lamp']) {
      const { products } = productPageResponse.parse(await at.agent.search(words));
      assert.ok(products.length > 0, `${words} is found`);
      for (const product of products) {
        assert.match(product.id, new RegExp(`^gid://${at.platform}/Product/\\d+$`));
        const markup = /<(?:p|ul|li|br|strong|div)\b|&nbsp;/i;
        assert.doesNotMatch(product.description, markup, 'a description is plain text');
        const prices = product.variants.map((variant) => variant.price);
        assert.ok(product.price_range.min <= Math.min(...prices), 'the range covers the variants');
        assert.ok(product.price_range.max >= Math.max(...prices), 'the range covers the variants');
        const isFound = product.variants.some((variant) => variant.available);
        assert.equal(product.availability === 'in_stock', isFound);
      }
    }
  });

  it('answers no more than `first`, and the rest after its cursor [CAT-12]', async () => {
    assert.ok((await at.agent.search('shirt', 100)).products.length >= 2);
    const page = (await at.agent.get<ProductPage>('/catalog/search?q=shirt&first=1')).body;
    assert.equal(page.products.length, 1);
    assert.equal(page.page_info.has_next_page, true);
    const cursor = encodeURIComponent(page.page_info.end_cursor ?? '');
    const next = (await at.agent.get<ProductPage>(`/catalog/search?q=shirt&first=1&after=${cursor}`)).body;
    assert.notEqual(next.products[0]?.id, page.products[0]?.id);
  });

  it('answers 20 products unless `first` says how many, and as many as 100 [LIM-2]', async () => {
    const { control } = at.running.shop(at.slug);
    for (let number = 1; number <= 25; number += 1)
      control.createProduct({ title: `Napkin ${number}`, price: '2.00' });
    assert.equal((await at.agent.search('napkin', 100)).products.length, 25);
    const page = (await at.agent.get<ProductPage>('/catalog/search?q=napkin')).body;
    assert.equal(page.products.length, 20);
    assert.equal(page.page_info.has_next_page, true);
  });

  it('answers an empty list when nothing is found', async () => {
    assert.deepEqual((await at.agent.search('zzzyqx')).products, []);
  });

  it('looks products up by their ids and by those of their variants [CAT-2]', async () => {
    const { products } = await at.agent.search('shirt');
    const [first, second] = products;
    const variant = second?.variants.at(-1);
    assert.ok(first && second && variant);
    const { body } = await at.agent.get(`/catalog/lookup?ids=${first.id},${encodeURIComponent(variant.id)}`);
    const results = productsResponse.parse(body).products;
    assert.deepEqual(pluck(results, 'id'), [first.id, second.id]);
  });

  it('leaves out ids that this store does not know [CAT-11]', async () => {
    const { products } = await at.agent.search('mug');
    const other = at.platform === 'shopify' ? 'woocommerce' : 'shopify';
    const ids = [
      `gid://${at.platform}/Product/999999999`,
      `gid://${other}/Product/1`,
      'nonsense',
      products[0]?.id,
    ].join(',');
    const body = bodyOf(200, await at.agent.get<ProductPage>(`/catalog/lookup?ids=${ids}`));
    assert.deepEqual(pluck(body.products, 'id'), [products[0]?.id]);
  });
});
