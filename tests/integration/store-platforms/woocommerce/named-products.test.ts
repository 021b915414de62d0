import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { RunningShop, ShopProduct } from '../../../../simulated-shops/shop/types.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { caller } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

const product = (number: number) => `gid://woocommerce/Product/${number}`;
const variant = (number: number) => `gid://woocommerce/ProductVariant/${number}`;

/** The two-tone apron has 601, 602 and 603, of which the last is switched off. */
const APRON = product(600);
const MUG = product(3200);

async function open(t: TestContext, withConnector = true) {
  const opened = await openSimulatedShop({ withConnector });
  t.after(() => opened.shop.close());
  return opened;
}

/** A shirt with as many variations as asked, the first sold out, each dearer than the one before. */
function addManyVariations(shop: RunningShop, count: number): ShopProduct {
  const shirt = shop.control.products.find(({ handle }) => handle === 'organic-cotton-t-shirt');
  const [some] = shirt?.variants ?? [];
  assert.ok(shirt && some);
  shirt.variants = Array.from({ length: count }, (_, index) => ({
    ...some,
    id: 900_000 + index,
    sku: `MANY-${index}`,
    price: `${10 + index}.00`,
    stock: index === 0 ? 0 : 5,
  }));
  return shirt;
}

describe('items that were never seen', () => {
  it('looks unseen items up in one call: products, variations, and both [CON-3]', async (t) => {
    const { platform, shop } = await open(t);
    const products = await platform.lookupProducts(
      [variant(602), MUG, variant(601), product(987_654)],
      caller,
    );
    const sizes = products.map(({ id, variants }) => [id, variants.length]);
    assert.deepEqual(sizes, [
      [APRON, 2],
      [MUG, 1],
    ]);
    assert.deepEqual(shop.control.calls(), { 'GET /products': 1 });
  });

  for (const [what, reference] of [
    ['a variable product', { kind: 'product', id: APRON }],
    ['a variation', { kind: 'variant', id: variant(601) }],
    ['a product’s address', { kind: 'handle', handle: 'two-tone-apron' }],
  ] as const)
    it(`resolves an unseen item in one call: ${what}`, async (t) => {
      const { platform, shop } = await open(t);
      const [item] = await platform.resolveItems([reference], caller);
      assert.deepEqual([item?.productId, item?.variantId], [APRON, variant(601)]);
      assert.deepEqual(shop.control.calls(), { 'GET /products': 1 });
    });

  it('finds an item under a slug that is not ASCII, beside numbers', async (t) => {
    const { platform, shop } = await open(t);
    const mug = shop.control.products.find(({ id }) => id === 3200);
    assert.ok(mug);
    mug.handle = encodeURIComponent('お茶-カップ').toLowerCase();
    const reference = platform.readItemId(`${shop.url}/product/お茶-カップ/`);
    assert.ok(reference);
    const items = await platform.resolveItems([reference, { kind: 'variant', id: variant(602) }], caller);
    assert.deepEqual(pluck(items, 'productId', 'handle'), [
      [MUG, 'お茶-カップ'],
      [APRON, 'two-tone-apron'],
    ]);
    assert.deepEqual(shop.control.calls(), { 'GET /products': 1 });
  });
});

for (const withConnector of [true, false])
  describe(`products that visitors may not see, ${withConnector ? 'with' : 'without'} the connector`, () => {
    it('never appear as a draft or the variation of one, however it is named', async (t) => {
      const { platform, shop } = await open(t, withConnector);
      const apron = shop.control.products.find(({ id }) => id === 600);
      assert.ok(apron);
      apron.published = false;
      assert.deepEqual(await platform.lookupProducts([APRON, variant(601)], caller), []);
      const references = [
        { kind: 'product', id: APRON },
        { kind: 'variant', id: variant(601) },
        { kind: 'handle', handle: 'two-tone-apron' },
      ] as const;
      assert.deepEqual(await platform.resolveItems(references, caller), [undefined, undefined, undefined]);
    });

    it('a disabled variation neither appears, nor sets a price, nor leads to its product', async (t) => {
      const { platform } = await open(t, withConnector);
      const [apron] = await platform.lookupProducts([APRON], caller);
      assert.deepEqual(pluck(apron?.variants, 'id', 'title'), [
        [variant(601), 'S'],
        [variant(602), 'L'],
      ]);
      assert.deepEqual(apron?.priceRange, { min: 2000, max: 2700, currency: 'USD' });
      assert.deepEqual(await platform.lookupProducts([variant(603)], caller), []);
      const [item] = await platform.resolveItems([{ kind: 'variant', id: variant(603) }], caller);
      assert.equal(item, undefined);
    });
  });

describe('a product with more variations than are sent', () => {
  it('prices a product over all of its variations, and shows a hundred of them', async (t) => {
    const { platform, shop } = await open(t);
    const shirt = addManyVariations(shop, 150);
    const [match] = await platform.lookupProducts([product(shirt.id)], caller);
    assert.equal(match?.variants.length, 100);
    assert.deepEqual(match?.priceRange, { min: 1000, max: 15_900, currency: 'USD' });
    assert.deepEqual(shop.control.calls(), { 'GET /products': 1 });
  });

  it('can be bought in each that is named, and in one that is in stock otherwise', async (t) => {
    const { platform, shop } = await open(t);
    const shirt = addManyVariations(shop, 150);
    const [last, first] = await platform.resolveItems(
      [
        { kind: 'variant', id: variant(900_149) },
        { kind: 'product', id: product(shirt.id) },
      ],
      caller,
    );
    assert.equal(last?.variantId, variant(900_149));
    assert.deepEqual([first?.variantId, first?.available], [variant(900_001), true]);
  });
});

describe('the same answers without the connector', () => {
  const references = [
    { kind: 'product', id: APRON },
    { kind: 'variant', id: variant(602) },
    { kind: 'handle', handle: 'cafe-mug' },
    { kind: 'handle', handle: 'nothing-here' },
  ] as const;

  it('come for a search, a lookup and references, in more calls and without the paths of categories', async (t) => {
    const both = [await open(t, true), await open(t, false)];
    const answers = await Promise.all(
      both.map(async ({ platform, shop }) => {
        const read = [
          (await platform.searchProducts({ text: 'shirt', first: 50 }, caller)).products,
          await platform.lookupProducts([variant(602), MUG, APRON, variant(3200)], caller),
          await platform.resolveItems(references, caller),
        ];
        const text = JSON.stringify(read).replaceAll(shop.url, 'https://shop.test');
        return JSON.parse(text, (key, value) => (key === 'categories' ? undefined : value));
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    const [few, many] = both.map(({ shop }) =>
      Object.values(shop.control.calls()).reduce((sum, count) => sum + count, 0),
    );
    assert.equal(few, 3);
    assert.ok(many !== undefined && many > 3);
  });
});

it('a shop whose currency is not known yet is asked for it before anything else: no read outlives the failure, for the next call to join', async (t) => {
  const { shop } = await open(t);
  const credentials = woocommerce.credentials.parse(shop.credentials);
  const platform = woocommerce.connect(credentials, createTransport({ fetch }));
  shop.control.inject({ kind: 'down' });
  for (const asking of [
    () => platform.searchProducts({ text: 'mug', first: 5 }, caller),
    () => platform.lookupProducts([MUG], caller),
    () => platform.resolveItems([{ kind: 'product', id: MUG }], caller),
  ])
    await assert.rejects(asking());
  assert.deepEqual(Object.keys(shop.control.calls()), ['GET /store-info']);
  shop.control.clearFaults();
  assert.equal((await platform.lookupProducts([MUG], caller)).length, 1);
});
