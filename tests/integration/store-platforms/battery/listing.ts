import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Product } from '../../../../src/commerce/product/products.ts';
import type { StorePlatform } from '../../../../src/store-platforms/store-platform.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { gid, published } from './goods.ts';
import { caller, type Open } from './opened.ts';

const MORE_THAN_A_PAGE = 120;
/** Descriptions of so many products are more than two megabytes. */
const MANY_LARGE = 9;
const LARGE = 'd'.repeat(300_000);

export function listingTests(name: string, open: Open): void {
  it('lists every published product once, over several pages, always in the same order', async (t) => {
    const { platform, shop } = await open(t);
    for (let count = 0; count < MORE_THAN_A_PAGE; count += 1)
      shop.control.createProduct({ title: `Spare Part ${count}`, price: '3' });
    shop.control.createProduct({ title: 'Secret Part', price: '3', published: false });
    const [pages, again] = [await allPages(platform), await allPages(platform)];
    const ids = pages.flat().map(({ id }) => id);
    assert.ok(pages.length > 1);
    const expected = published(shop)
      .map((product) => gid(name, product))
      .sort();
    assert.deepEqual([...ids].sort(), expected);
    assert.deepEqual(pluck(again.flat(), 'id'), ids);
  });

  it('lists products as search and lookup show them', async (t) => {
    const { platform } = await open(t);
    const { products, next } = await platform.listProducts(undefined, caller);
    const some = products.slice(0, 5);
    assert.equal(next === null || products.length > 0, true);
    const again = await platform.lookupProducts(
      some.map(({ id }) => id),
      caller,
    );
    assert.deepEqual(again, some);
  });

  it('lists, finds and looks up products in parts where one answer would be too large', async (t) => {
    const { platform, shop } = await open(t);
    const ids = Array.from({ length: MANY_LARGE }, (_, count) => {
      const product = shop.control.createProduct({ title: `Zephyr Kettle ${count}`, price: '3' });
      product.descriptionHtml = LARGE;
      return gid(name, product);
    });
    const pages = [
      (await allPages(platform)).flat(),
      (await platform.searchProducts({ text: 'zephyr', first: 10 }, caller)).products,
      await platform.lookupProducts(ids, caller),
    ];
    for (const products of pages)
      assert.deepEqual(products.flatMap(({ id }) => (ids.includes(id) ? [id] : [])).sort(), ids.toSorted());
  });

  it('lists no longer what was deleted, and all else as before', async (t) => {
    const { platform, shop } = await open(t);
    const products = Array.from({ length: MORE_THAN_A_PAGE }, (_, count) =>
      shop.control.createProduct({ title: `Spare Part ${count}`, price: '3' }),
    );
    const pages = await allPages(platform);
    const last = products.at(-1);
    assert.ok(last);
    shop.control.deleteProduct(last.id);
    const ids = (await allPages(platform)).flat().map(({ id }) => id);
    const expected = pages
      .flat()
      .map(({ id }) => id)
      .filter((id) => id !== gid(name, last));
    assert.deepEqual(ids, expected);
  });
}

async function allPages(platform: StorePlatform): Promise<Product[][]> {
  const pages: Product[][] = [];
  let after: string | undefined;
  do {
    const page = await platform.listProducts(after, caller);
    pages.push(page.products);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return pages;
}
