import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalog, mug, olderCatalog, tee, variations } from './recorded-catalog.ts';
import { caller, openSite } from './scripted-site.ts';

const TEE = 'gid://woocommerce/Product/54';
const MUG = 'gid://woocommerce/Product/14';
const MUG_VARIANT = 'gid://woocommerce/ProductVariant/14';
const TEE_RED = 'gid://woocommerce/ProductVariant/57';

const goods = () => [mug(), tee()];
const search = { text: 'anything', first: 20 };

describe('upstream cost', () => {
  it('search: one call, one more when variable products are among the hits', async (t) => {
    const simple = await openSite(t, catalog([mug()]));
    await simple.platform.searchProducts(search, caller);
    assert.deepEqual(simple.operations, ['GET /products']);
    const mixed = await openSite(t, catalog(goods()));
    assert.equal((await mixed.platform.searchProducts(search, caller)).products.length, 2);
    assert.deepEqual(mixed.operations, ['GET /products', 'GET /variations']);
  });

  it('lookup: two calls for any mix of products and of variants seen before', async (t) => {
    const { platform, operations } = await openSite(t, catalog(goods()));
    await platform.searchProducts(search, caller);
    operations.length = 0;
    const found = await platform.lookupProducts([MUG_VARIANT, TEE_RED, MUG, TEE], caller);
    assert.deepEqual(
      found.map(({ id }) => id),
      [MUG, TEE],
    );
    assert.deepEqual(operations, ['GET /products', 'GET /variations']);
  });

  it('lookup: one call for simple products', async (t) => {
    const { platform, operations } = await openSite(t, catalog(goods()));
    await platform.lookupProducts([MUG], caller);
    await platform.lookupProducts([MUG_VARIANT], caller);
    assert.deepEqual(operations, ['GET /products', 'GET /products']);
  });

  it('lookup: three calls for a variation never seen before, since `include` drops variations', async (t) => {
    const { platform, operations } = await openSite(t, catalog(goods()));
    const [product] = await platform.lookupProducts([TEE_RED], caller);
    assert.equal(product?.id, TEE);
    assert.equal(product?.variants.length, 5);
    assert.deepEqual(operations, ['GET /variations', 'GET /products', 'GET /variations']);
  });

  it('resolving: one call for a simple product, two for one with variations', async (t) => {
    const { platform, operations } = await openSite(t, catalog(goods()));
    await platform.resolveItems([{ kind: 'product', id: MUG }], caller);
    await platform.resolveItems([{ kind: 'handle', handle: 'cafe-creme-mug-12oz-lid' }], caller);
    assert.deepEqual(operations, ['GET /products', 'GET /products']);
    operations.length = 0;
    await platform.resolveItems([{ kind: 'product', id: TEE }], caller);
    assert.deepEqual(operations, ['GET /products', 'GET /variations']);
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

  it('only the fields that are read are asked for', async (t) => {
    const { platform, requests } = await openSite(t, catalog(goods()));
    await platform.searchProducts(search, caller);
    for (const { params } of requests) {
      const fields = params.get('_fields')?.split(',') ?? [];
      assert.ok(fields.includes('price') && !fields.includes('meta_data'), fields.join());
    }
  });
});

describe('a shop before WooCommerce 10.3, without a route across products', () => {
  it('is asked product by product, and once only for the missing route', async (t) => {
    const { platform, operations } = await openSite(t, olderCatalog(goods()));
    const [product] = await platform.lookupProducts([TEE], caller);
    assert.deepEqual(product?.priceRange, { min: 2000, max: 2700, currency: 'USD' });
    assert.equal(product?.variants.length, 5);
    await platform.lookupProducts([TEE], caller);
    assert.deepEqual(operations, [
      'GET /products',
      'GET /variations',
      'GET /products/{id}/variations',
      'GET /products',
      'GET /products/{id}/variations',
    ]);
  });

  it('finds the product of a variation by the variation’s own number', async (t) => {
    const { platform } = await openSite(t, olderCatalog(goods()));
    const found = await platform.lookupProducts([TEE_RED, 'gid://woocommerce/ProductVariant/999'], caller);
    assert.deepEqual(
      found.map(({ id }) => id),
      [TEE],
    );
  });
});

describe('a page full of variations', () => {
  it('is read in calls of one hundred, ten at most, each product showing its share', async (t) => {
    const [some] = variations();
    const products = Array.from({ length: 20 }, (_, index) => {
      const ids = Array.from({ length: 80 }, (_, each) => 10_000 + index * 100 + each);
      return tee({ id: 1000 + index, price: '5.00', variations: ids });
    });
    const posts = products.flatMap((product) =>
      (product.variations as number[]).map((id) => ({
        ...some,
        id,
        parent_id: product.id,
        status: 'publish',
        price: '20.00',
      })),
    );
    const { platform, operations } = await openSite(t, catalog(products, posts));
    const page = await platform.searchProducts(search, caller);
    assert.equal(operations.length, 1 + 10);
    assert.ok(page.products.every(({ variants }) => variants.length === 50));
    // The lowest price is the parent's own, so it is right even when its variation was not read.
    assert.deepEqual(page.products[0]?.priceRange, { min: 500, max: 2000, currency: 'USD' });
  });
});
