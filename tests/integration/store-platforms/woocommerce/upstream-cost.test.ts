import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pluck } from '../../../../testing/pluck.ts';
import { catalog, catalogOfCore, mug, tee, variations } from './recorded-catalog.ts';
import { caller, openSite } from './scripted-site.ts';

const TEE = 'gid://woocommerce/Product/54';
const MUG = 'gid://woocommerce/Product/14';
const _MUG_VARIANT = 'gid://woocommerce/ProductVariant/14';
const TEE_RED = 'gid://woocommerce/ProductVariant/57';

const goods = () => [mug(), tee()];
const search = { text: 'anything', first: 20 };

describe('upstream cost', () => {
  it('a hundred numbers, or what fits into an address, are one call', async (t) => {
    const { platform, requests } = await openSite(t, catalog(goods()));
    const numbers = Array.from({ length: 150 }, (_, index) => `gid://woocommerce/Product/${1e9 + index}`);
    await platform.lookupProducts(numbers, caller);
    const slugs = Array.from({ length: 100 }, (_, index) => `${index}${'茶'.repeat(20)}`);
    await platform.resolveItems(
      slugs.map((handle) => ({ kind: 'handle', handle })),
      caller,
    );
    const lists = requests.map(({ params }) => params.get('ucp_host_items') ?? '');
    const sizes = lists.map((list) => list.split(',').length);
    assert.deepEqual(sizes.slice(0, 2), [100, 50]);
    const others = sizes.slice(2).reduce((sum, size) => sum + size, 0);
    assert.equal(others, 100);
    assert.ok(lists.every((list) => encodeURIComponent(list).length < 7_000));
  });

  it('a handle that can be no slug is not asked for', async (t) => {
    const { platform, requests } = await openSite(t, catalog(goods()));
    const handles = ['mug,14', 'x'.repeat(201), 'cafe-creme-mug-12oz-lid'];
    const resolved = await platform.resolveItems(
      handles.map((handle) => ({ kind: 'handle', handle })),
      caller,
    );
    assert.deepEqual(pluck(resolved, 'productId'), [undefined, undefined, MUG]);
    const namedItems = requests.map(({ params }) => params.get('ucp_host_items'));
    assert.deepEqual(namedItems, ['slug:cafe-creme-mug-12oz-lid']);
  });

  it('nothing is asked when no id is of this platform', async (t) => {
    const { platform, operations } = await openSite(t, catalog(goods()));
    assert.deepEqual(await platform.lookupProducts(['gid://shopify/Product/1', 'mug'], caller), []);
    assert.deepEqual(operations, []);
  });

  it('identical reads in flight are one call', async (t) => {
    const { platform, operations } = await openSite(t, catalog([mug()]));
    await Promise.all([platform.searchProducts(search, caller), platform.searchProducts(search, caller)]);
    assert.deepEqual(operations, ['GET /products']);
  });

  it('covers only the fields that are read', async (t) => {
    const { platform, requests } = await openSite(t, catalog(goods()));
    await platform.searchProducts(search, caller);
    for (const { params } of requests) {
      const fields = params.get('_fields')?.split(',') ?? [];
      assert.ok(fields.includes('price') && !fields.includes('meta_data'), fields.join());
    }
  });
});

describe('a shop without the connector, or with an older one', () => {
  it('asks a shop without the current connector for variations product by product', async (t) => {
    const { platform, operations } = await openSite(t, catalogOfCore(goods()));
    const { products } = await platform.searchProducts(search, caller);
    const tee = products.find(({ id }) => id === TEE);
    assert.deepEqual(tee?.priceRange, { min: 2000, max: 2700, currency: 'USD' });
    assert.equal(tee?.variants.length, 5);
    assert.deepEqual(operations, ['GET /products', 'GET /products/{id}/variations']);
  });

  it('shows nothing of the page of everything that it answers', async (t) => {
    const { platform } = await openSite(t, catalogOfCore(goods()));
    assert.deepEqual(await platform.lookupProducts(['gid://woocommerce/ProductVariant/999'], caller), []);
  });

  it('finds named products by number and slug, and that of a variation by the variation’s own number', async (t) => {
    const { platform, operations } = await openSite(t, catalogOfCore(goods()));
    const ids = await platform.lookupProducts([TEE_RED, MUG], caller);
    const sizes = ids.map(({ id, variants }) => [id, variants.length]);
    assert.deepEqual(sizes, [
      [TEE, 5],
      [MUG, 1],
    ]);
    assert.deepEqual(operations, [
      'GET /products',
      'GET /products',
      'GET /products/{id}',
      'GET /products',
      'GET /products/{id}/variations',
    ]);
    const [bySlug] = await platform.resolveItems(
      [{ kind: 'handle', handle: 'cafe-creme-mug-12oz-lid' }],
      caller,
    );
    assert.equal(bySlug?.productId, MUG);
  });

  it('prices a product over all its variations, a hundred a call', async (t) => {
    const [some] = variations();
    const many = Array.from({ length: 150 }, (_, index) => ({
      ...some,
      id: 1000 + index,
      status: 'publish',
      price: `${10 + index}.00`,
    }));
    const product = tee({ variations: many.map(({ id }) => id) });
    const { platform, operations } = await openSite(t, catalogOfCore([product], many));
    const [first] = (await platform.searchProducts(search, caller)).products;
    assert.deepEqual(first?.priceRange, { min: 1000, max: 15_900, currency: 'USD' });
    assert.equal(first?.variants.length, 100);
    assert.equal(operations.length, 1 + 2);
  });
});
