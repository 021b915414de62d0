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

  it('leaves out products that a plugin breaks, and names each with its reason', async (t) => {
    const { platform, shop } = await openSimulatedShop();
    t.after(() => shop.close());
    for (let count = 0; count < 120; count += 1)
      shop.control.createProduct({ title: `Spare Part ${count}`, price: '3' });
    const [wrong, failing, last] = shop.control.products.slice(-100).filter((_, index) => index % 40 === 0);
    assert.ok(wrong && failing && last);
    wrong.broken = 'member';
    failing.broken = 'error';
    last.broken = 'error';
    const leftOut: unknown[] = [];
    const read = new Set<string>();
    for (let after: string | null | undefined; after !== null; ) {
      const page = await platform.listProducts(after, caller);
      for (const { id } of page.products) read.add(id);
      leftOut.push(...(page.leftOut ?? []));
      after = page.next;
    }
    const reason = 'the site fails when it is asked for it: see the error log of PHP';
    assert.deepEqual(leftOut, [
      { name: `"${wrong.title}" (${wrong.id})`, reason: '"permalink" is not as WooCommerce has it' },
      ...[failing, last].map(({ id, title }) => ({ name: `"${title}" (${id})`, reason })),
    ]);
    const published = shop.control.products.filter((product) => product.published && !product.broken);
    assert.equal(read.size, published.length);
  });

  it('finds and looks up the other products beside those that a plugin breaks', async (t) => {
    const { platform, shop } = await openSimulatedShop();
    t.after(() => shop.close());
    const parts = ['One', 'Two', 'Three', 'Four'].map((name) =>
      shop.control.createProduct({ title: `Spare Part ${name}`, price: '3' }),
    );
    const [, wrong, failing] = parts;
    assert.ok(wrong && failing);
    wrong.broken = 'member';
    failing.broken = 'error';
    const readable = ['Spare Part One', 'Spare Part Four'];
    const { products } = await platform.searchProducts({ text: 'Spare Part', first: 10 }, caller);
    assert.deepEqual(products.map(({ title }) => title).toSorted(), readable.toSorted());
    const ids = parts.map(({ id }) => `gid://woocommerce/Product/${id}`);
    assert.deepEqual(pluck(await platform.lookupProducts(ids, caller), 'title'), readable);
  });

  it('reports a site that fails at every product as failing, in few calls', async (t) => {
    const { platform, shop } = await openSimulatedShop();
    t.after(() => shop.close());
    for (const product of shop.control.products) product.broken = 'error';
    assert.equal((await failureOf(platform.listProducts(undefined, caller))).kind, 'platform_error');
    assert.equal(shop.control.calls()['GET /products'], 9);
    for (const product of shop.control.products) product.broken = 'member';
    assert.equal((await failureOf(platform.listProducts(undefined, caller))).kind, 'platform_error');
  });

  it('reads products whose numbers are texts or the reverse, and whose lists are objects or null', async (t) => {
    const { categories } = mug() as { categories: [object] };
    const changed = {
      ...mug(),
      ...{
        id: '14',
        price: 14.5,
        purchasable: 1,
        images: null,
        tags: null,
        average_rating: 4.5,
        stock_quantity: '7',
      },
      ...{
        attributes: { 3: {} },
        categories: { 1: categories[0], 2: null },
        meta_data: null,
      },
    };
    const { platform } = await openSite(t, catalog([changed]));
    const [product] = await listAll(platform);
    assert.partialDeepStrictEqual(product, {
      id: 'gid://woocommerce/Product/14',
      tags: ['Home & Kitchen'],
      media: [],
      variants: [{ price: 1450, available: true, quantity: 7 }],
    });
  });

  it('refuses an invalid place', async (t) => {
    const { platform, operations } = await openSite(t, catalog([mug()]));
    for (const place of ['page two', '2', ''])
      assert.equal((await failureOf(platform.listProducts(place, caller))).kind, 'invalid_input');
    assert.deepEqual(operations, []);
  });
});
