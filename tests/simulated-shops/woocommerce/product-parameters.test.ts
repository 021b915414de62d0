import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import type { ShopProduct } from '../../../simulated-shops/shop/types.ts';
import { productVariations } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import { type Answer, CORE, goods, ids, openSite, posts } from './site.ts';

const PRODUCTS = `${CORE}/products?status=publish&per_page=100`;

/** Members that the connector adds, by product. */
function additions(answer: Answer): z.infer<typeof productVariations>[] {
  const variable = posts(answer).filter(({ type }) => type === 'variable');
  return z.array(productVariations).parse(variable);
}

function sizes(answer: Answer): number[] {
  return additions(answer).map(({ ucp_host_variations: rows }) => rows.length);
}

/** With as many variations as asked, of which only those in `inStock` can be bought. */
function widen(product: ShopProduct, count: number, inStock: (index: number) => boolean = () => true): void {
  const [some] = product.variants;
  assert.ok(some);
  product.variants = Array.from({ length: count }, (_, index) => ({
    ...some,
    id: product.id * 1000 + index,
    price: `${index + 1}.00`,
    stock: inStock(index) ? 5 : 0,
  }));
}

describe('ucp_host_items on the simulated site', () => {
  it('lists the products that numbers, variations and slugs mean, each once, and says so', async (t) => {
    const { get } = await openSite(t);
    const answer = await get(`${PRODUCTS}&ucp_host_items=3200,601,602,slug:logo-hoodie,987654,slug:no,x`);
    assert.deepEqual(ids(answer), [3200, 600, 100]);
    assert.equal(answer.headers.get('x-ucp-host-items'), '1');
    assert.equal(answer.headers.get('x-wp-total'), '3');
  });

  it('finds nothing for an empty list, a disabled variation, or a draft', async (t) => {
    const { get, shop } = await openSite(t);
    const draft = shop.control.products.find(({ published }) => !published);
    for (const list of ['', ',', '603', `${draft?.id}`, `slug:${draft?.handle}`])
      assert.deepEqual(ids(await get(`${PRODUCTS}&ucp_host_items=${list}`)), [], list);
  });

  it('takes a slug readable or as WordPress keeps it', async (t) => {
    const { get, shop } = await openSite(t);
    goods(shop, 'cafe-mug').handle = '%e3%81%8a%e8%8c%b6';
    for (const slug of ['お茶', '%e3%81%8a%e8%8c%b6', '%E3%81%8A%E8%8C%B6']) {
      const answer = await get(`${PRODUCTS}&ucp_host_items=${encodeURIComponent(`slug:${slug}`)}`);
      assert.deepEqual(ids(answer), [3200], slug);
    }
  });

  it('keeps core’s own parameters', async (t) => {
    const { get } = await openSite(t);
    assert.deepEqual(ids(await get(`${PRODUCTS}&ucp_host_items=3200,600&include=600`)), [600]);
    assert.deepEqual(ids(await get(`${CORE}/products?ucp_host_items=3200,600&per_page=1&page=2`)), [600]);
  });
});

describe('ucp_host_variations on the simulated site', () => {
  it('adds nothing to simple products, and nothing that _fields does not choose', async (t) => {
    const { get } = await openSite(t);
    const { body } = await get(`${PRODUCTS}&include=600,3200&ucp_host_variations=1&_fields=id`);
    assert.doesNotMatch(JSON.stringify(body), /ucp_host/);
    const mug = await get(`${PRODUCTS}&include=3200&ucp_host_variations=1`);
    assert.doesNotMatch(JSON.stringify(mug.body), /ucp_host/);
  });

  it('returns no price range when no variation has a price', async (t) => {
    const { get, shop } = await openSite(t);
    for (const variant of goods(shop, 'two-tone-apron').variants) variant.price = '';
    const [apron] = additions(await get(`${PRODUCTS}&include=600&ucp_host_variations=1`));
    assert.equal(apron?.ucp_host_price_range, null);
  });

  it('sends a hundred of many: named ones and those in stock first, priced over all', async (t) => {
    const { get, shop } = await openSite(t);
    const apron = goods(shop, 'two-tone-apron');
    widen(apron, 250, (index) => index >= 100);
    const answer = await get(`${PRODUCTS}&ucp_host_items=600003,600249&ucp_host_variations=1`);
    const [product] = additions(answer);
    const numbers = product?.ucp_host_variations.map(({ id }) => Number(id) - 600_000) ?? [];
    const inStock = Array.from({ length: 98 }, (_, index) => 100 + index);
    assert.deepEqual(numbers, [3, ...inStock, 249]);
    assert.deepEqual(product?.ucp_host_price_range, { min: '1.00', max: '250.00' });
  });

  it('sends an equal share of each product where there are too many in all', async (t) => {
    const { get, shop } = await openSite(t);
    const all = shop.control.products.filter(({ published, optionNames }) => published && optionNames.length);
    const twelve = all.slice(0, 12);
    assert.equal(twelve.length, 12);
    for (const product of twelve) widen(product, 90);
    const list = twelve.map(({ id }) => id).join(',');
    const answer = await get(`${PRODUCTS}&ucp_host_items=${list}&ucp_host_variations=1`);
    assert.deepEqual(sizes(answer), Array(12).fill(83));
  });
});

it('a simulated site without the connector ignores both parameters and lists everything', async (t) => {
  const { get, shop } = await openSite(t, { withConnector: false });
  const answer = await get(`${PRODUCTS}&ucp_host_items=3200&ucp_host_variations=1`);
  const published = shop.control.products.filter((product) => product.published);
  assert.equal(ids(answer).length, published.length);
  assert.equal(answer.headers.get('x-ucp-host-items'), null);
  assert.doesNotMatch(JSON.stringify(answer.body), /ucp_host/);
});
