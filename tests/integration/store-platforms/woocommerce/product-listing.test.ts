import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Product } from '../../../../src/commerce/product/products.ts';
import type { StorePlatform } from '../../../../src/store-platforms/store-platform.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { failureOf } from '../battery/checks.ts';
import { catalog, mug } from './recorded-catalog.ts';
import { caller, openSite } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

async function listAll(platform: StorePlatform): Promise<Product[]> {
  const products: Product[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const page = await platform.listProducts(after, caller);
    products.push(...page.products);
    after = page.next;
  }
  return products;
}

describe('the list of all products', () => {
  it('lists all published products in one call, as a lookup shows them', async (t) => {
    const { platform, shop } = await openSimulatedShop();
    t.after(() => shop.close());
    const page = await platform.listProducts(undefined, caller);
    const published = shop.control.products.filter((product) => product.published);
    assert.deepEqual(shop.control.calls(), { 'GET /products': 1 });
    assert.equal(page.total, published.length);
    assert.equal(page.next, null);
    const ids = published.map(({ id }) => id).sort((a, b) => a - b);
    assert.deepEqual(
      pluck(page.products, 'id'),
      ids.map((id) => `gid://woocommerce/Product/${id}`),
    );
    const looked = await platform.lookupProducts(
      page.products.map(({ id }) => id),
      caller,
    );
    assert.deepEqual(page.products, looked);
  });

  it('goes on page by page, a hundred at a time, oldest first', async (t) => {
    const mugs = Array.from({ length: 205 }, (_, index) => mug({ id: 1000 + index }));
    const { platform, requests } = await openSite(t, catalog(mugs));
    const products = await listAll(platform);
    assert.equal(new Set(products.map(({ id }) => id)).size, 205);
    assert.deepEqual(
      requests.map(({ params }) => ['orderby', 'order', 'per_page', 'page'].map((name) => params.get(name))),
      [1, 2, 3].map((page) => ['id', 'asc', '100', String(page)]),
    );
  });

  it('misses nothing when products are deleted while it is read', async (t) => {
    const { platform, shop } = await openSimulatedShop();
    t.after(() => shop.close());
    const products = Array.from({ length: 200 }, (_, count) =>
      shop.control.createProduct({ title: `Spare Part ${count}`, price: '3' }),
    );
    const first = await platform.listProducts(undefined, caller);
    shop.control.deleteProduct(products[0]?.id ?? 0);
    const rest: Product[] = [];
    for (let next = first.next; next !== null; ) {
      const page = await platform.listProducts(next, caller);
      rest.push(...page.products);
      next = page.next;
    }
    const listed = new Set([...first.products, ...rest].map(({ id }) => id));
    for (const { id } of shop.control.products.filter(({ published }) => published))
      assert.ok(listed.has(`gid://woocommerce/Product/${id}`), String(id));
  });

  it('shows what is hidden from the shop’s own search, and nothing behind a password', async (t) => {
    const hidden = mug({ id: 1, catalog_visibility: 'hidden' });
    const locked = mug({ id: 2, post_password: 'hush' });
    const { platform } = await openSite(t, catalog([hidden, locked]));
    assert.deepEqual(pluck(await listAll(platform), 'id'), ['gid://woocommerce/Product/1']);
  });

  it('refuses an invalid place', async (t) => {
    const { platform, operations } = await openSite(t, catalog([mug()]));
    for (const place of ['page two', '2', ''])
      assert.equal((await failureOf(platform.listProducts(place, caller))).kind, 'invalid_input');
    assert.deepEqual(operations, []);
  });
});
