import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pluck } from '../../../testing/pluck.ts';
import { CORE, errorCode, goods, ids, openSite, posts } from './site.ts';

type Categorized = { categories: { id: number; name: string }[] };

describe('lists of products of the simulated WooCommerce site', () => {
  it('lists drafts unless a status is asked for', async (t) => {
    const { get, shop } = await openSite(t);
    const published = shop.control.products.filter((product) => product.published).length;
    const all = await get(`${CORE}/products`);
    assert.equal(all.headers.get('x-wp-total'), String(shop.control.products.length));
    assert.equal((await get(`${CORE}/products?status=publish`)).headers.get('x-wp-total'), String(published));
    assert.ok(published < shop.control.products.length);
  });

  it('pages, newest first, and is empty beyond the end', async (t) => {
    const { get, shop } = await openSite(t);
    const newest = shop.control.products.map(({ id }) => id).sort((a, b) => b - a);
    const second = await get(`${CORE}/products?per_page=5&page=2`);
    assert.deepEqual(ids(second), newest.slice(5, 10));
    assert.equal(second.headers.get('x-wp-totalpages'), String(Math.ceil(newest.length / 5)));
    const link = second.headers.get('link') ?? '';
    assert.match(link, /[?&]page=1>?[^,]*rel="prev", <.*[?&]page=3>?[^,]*rel="next"/);
    assert.deepEqual(ids(await get(`${CORE}/products?page=99`)), []);
  });

  it('finds every word as a part of title or descriptions, without accents, never in SKU or attributes', async (t) => {
    const { get } = await openSite(t);
    const search = async (text: string) =>
      posts(await get(`${CORE}/products?status=publish&search=${encodeURIComponent(text)}`)).map(
        ({ name }) => name,
      );
    assert.deepEqual(await search('cafe MUG'), ['Café Mug']);
    assert.deepEqual(await search('ug café'), ['Café Mug']);
    assert.deepEqual(await search('the dishwasher'), ['Café Mug']);
    assert.deepEqual(await search('CAFE-MUG'), []);
    assert.deepEqual(await search('mugg'), []);
    assert.deepEqual(await search('brass nib F'), await search('brass nib'));
  });

  it('drops variations from include= without a word, and finds them by id and by SKU', async (t) => {
    const { get } = await openSite(t);
    assert.deepEqual(ids(await get(`${CORE}/products?include=3200,601`)), [3200]);
    assert.deepEqual(ids(await get(`${CORE}/products?include[]=3200&include[]=600`)), [3200, 600]);
    const byId = await get(`${CORE}/products/601`);
    assert.deepEqual(pluck(posts({ ...byId, body: [byId.body] }), 'type'), ['variation']);
    const bySku = posts(await get(`${CORE}/products?sku=SPECIAL-601,CAFE-MUG`));
    assert.deepEqual(bySku.map(({ id }) => id).sort(), [3200, 601]);
  });

  it('finds by slug, type and category', async (t) => {
    const { get } = await openSite(t);
    assert.deepEqual(ids(await get(`${CORE}/products?slug=cafe-mug`)), [3200]);
    assert.deepEqual(ids(await get(`${CORE}/products?slug=nothing`)), []);
    const variable = posts(await get(`${CORE}/products?type=variable&per_page=100`));
    assert.ok(variable.length > 5 && variable.every(({ type }) => type === 'variable'));
    const refused = await get(`${CORE}/products?type=variation`);
    assert.deepEqual([refused.status, errorCode(refused)], [400, 'rest_invalid_param']);
    const [book] = (await get(`${CORE}/products?slug=the-sourdough-book`)).body as Categorized[];
    const category = book?.categories.find(({ name }) => name === 'Books &amp; Paper');
    const books = (await get(`${CORE}/products?category=${category?.id}`)).body as Categorized[];
    assert.ok(books.length > 2);
    assert.ok(books.every(({ categories }) => categories.some(({ id }) => id === category?.id)));
  });

  it('answers chosen fields, and links beside them', async (t) => {
    const { get } = await openSite(t);
    const { body } = await get(`${CORE}/products?slug=cafe-mug&_fields=id,price,dimensions.width`);
    const [only] = body as Record<string, unknown>[];
    assert.deepEqual(Object.keys(only ?? {}).sort(), ['_links', 'dimensions', 'id', 'price']);
    assert.deepEqual(only?.dimensions, { width: '' });
  });

  it('orders by price, and renders galleries in descriptions', async (t) => {
    const { get } = await openSite(t);
    const prices = posts(await get(`${CORE}/products?orderby=price&order=asc&status=publish&per_page=100`));
    const amounts = prices.map(({ price }) => Number(price));
    const sorted = amounts.toSorted((a, b) => a - b);
    assert.deepEqual(amounts, sorted);
    const { body } = await get(`${CORE}/products/3200`);
    assert.match(String((body as { description: string }).description), /<figure class='gallery-item'>/);
  });

  it('refuses parameters out of bounds, all at once', async (t) => {
    const { get } = await openSite(t);
    for (const query of ['per_page=0', 'per_page=101', 'page=0', 'include=a', 'status=sold', 'per_page=x']) {
      const answer = await get(`${CORE}/products?${query}`);
      assert.deepEqual([answer.status, errorCode(answer)], [400, 'rest_invalid_param'], query);
    }
    const both = await get(`${CORE}/products?per_page=0&status=sold`);
    assert.match(JSON.stringify(both.body), /Invalid parameter\(s\): per_page, status/);
  });

  it('routes no product id that is no number, and answers an unknown one with a 404 of its own', async (t) => {
    const { get } = await openSite(t);
    const answers = [await get(`${CORE}/products/abc`), await get(`${CORE}/products/987654`)];
    const refusals = answers.map((answer) => [answer.status, errorCode(answer)]);
    assert.deepEqual(refusals, [
      [404, 'rest_no_route'],
      [404, 'woocommerce_rest_product_invalid_id'],
    ]);
  });
});

describe('variations of the simulated WooCommerce site', () => {
  it('lists a disabled one, private and not purchasable', async (t) => {
    const { get } = await openSite(t);
    const variations = posts(await get(`${CORE}/products/600/variations`));
    const listed = variations.map(({ id, status, purchasable }) => ({ id, status, purchasable }));
    assert.deepEqual(listed, [
      { id: 603, status: 'private', purchasable: false },
      { id: 602, status: 'publish', purchasable: true },
      { id: 601, status: 'publish', purchasable: true },
    ]);
  });

  it('leaves "any" attributes out, and has an empty list for an unknown parent', async (t) => {
    const { get } = await openSite(t);
    const { body } = await get(`${CORE}/variations?include=101,102`);
    const counts = (body as { attributes: unknown[] }[]).map(({ attributes }) => attributes.length);
    assert.deepEqual(counts, [2, 1]);
    assert.deepEqual(ids(await get(`${CORE}/products/987654/variations`)), []);
  });

  it('finds no variation under another product', async (t) => {
    const { get } = await openSite(t);
    assert.equal((await get(`${CORE}/products/600/variations/601`)).status, 200);
    const wrong = await get(`${CORE}/products/100/variations/601`);
    assert.deepEqual(
      [wrong.status, errorCode(wrong)],
      [404, 'woocommerce_rest_product_variation_invalid_id'],
    );
  });

  it('gives the 36 variations of a shirt in one call, and those of two parents too', async (t) => {
    const { get, shop } = await openSite(t);
    const shirt = goods(shop, 'organic-cotton-t-shirt');
    assert.equal(ids(await get(`${CORE}/products/${shirt.id}/variations?per_page=100`)).length, 36);
    const pair = [shirt.variants[0]?.id ?? 0, 602];
    assert.deepEqual(ids(await get(`${CORE}/variations?include=${pair}`)), pair);
  });
});

describe('prices of the simulated WooCommerce site', () => {
  it('shows the lowest variation’s price of a product with a choice, and none that the merchant left empty', async (t) => {
    const { get } = await openSite(t);
    const [apron] = posts(await get(`${CORE}/products?include=600`));
    assert.equal(apron?.price, '20.00');
    const [sculpture] = posts(await get(`${CORE}/products?include=400`));
    assert.deepEqual([sculpture?.price, sculpture?.purchasable], ['', false]);
  });
});
