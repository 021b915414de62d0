import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Product } from '../../../../src/commerce/product/products.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { recordedBody } from './recorded.ts';
import { catalog, mug, tee, variations } from './recorded-catalog.ts';
import { caller, openSite } from './scripted-site.ts';

async function shown(t: TestContext, product: Record<string, unknown>): Promise<Product> {
  const { platform } = await openSite(t, catalog([product]));
  const [match] = await platform.lookupProducts([`gid://woocommerce/Product/${product.id}`], caller);
  assert.ok(match);
  return match;
}

describe('a recorded simple product', () => {
  it('becomes a product that is its own only variant, with a plain description and its categories as tags [CAT-5] [CAT-6] [CAT-8]', async (t) => {
    const product = await shown(t, mug());
    assert.equal(product.id, 'gid://woocommerce/Product/14');
    assert.equal(product.title, 'Café "Crème" Mug — 12oz & Lid');
    assert.equal(product.handle, 'cafe-creme-mug-12oz-lid');
    assert.equal(product.url, 'https://127.0.0.1:8092/product/cafe-creme-mug-12oz-lid/');
    assert.deepEqual(product.priceRange, { min: 1450, max: 1450, currency: 'USD' });
    assert.deepEqual(product.variants, [
      {
        id: 'gid://woocommerce/ProductVariant/14',
        title: 'Café "Crème" Mug — 12oz & Lid',
        price: 1450,
        currency: 'USD',
        available: true,
        sku: 'WOO-001',
        barcode: '0012345678905',
      },
    ]);
    assert.equal(product.availability, 'in_stock');
    assert.deepEqual(product.media[0], {
      url: 'https://127.0.0.1:8092/wp-content/uploads/2026/11/mug-front.png',
      alt: 'mug-front alt',
    });
    // Without the markup, the rendered gallery and the entities.
    const expected =
      'The Café "Crème" Mug — 12oz & Lid is made to last.\n\n- Feature one\n- Care: hand wash & dry\n\nCare guide';
    assert.equal(product.description, expected);
    assert.deepEqual(product.tags, ['Home & Kitchen']);
  });

  it('cuts the tags out of a description of very much markup, and keeps its words', async (t) => {
    const { description } = await shown(t, mug({ description: '<ul><li>good</li></ul>'.repeat(300) }));
    assert.match(description, /^good\s+good/);
  });

  it('describes a product by its short description when it has no other [CAT-7]', async (t) => {
    const { description } = await shown(t, mug({ description: '' }));
    assert.equal(description, 'Short blurb for Café "Crème" Mug — 12oz & Lid.');
  });
});

describe('a recorded variable product', () => {
  it('lists published variations in the merchant’s order, and no disabled one, with a price range over all of them', async (t) => {
    const product = await shown(t, tee());
    const variants = product.variants.map(({ id, title, price, available }) => [
      id.split('/').at(-1),
      title,
      price,
      available,
    ]);
    assert.deepEqual(variants, [
      ['55', 'S, Red', 2500, true],
      ['56', 'S, Blue', 2500, false],
      ['57', 'M, Red', 2000, true],
      ['58', 'M, Blue', 2500, true],
      ['59', 'L, Red', 2700, true],
    ]);
    assert.deepEqual(product.priceRange, { min: 2000, max: 2700, currency: 'USD' });
  });

  it('reports a product as out of stock when none of its variations can be bought', async (t) => {
    const soldOut = variations().map((each) => ({ ...each, stock_status: 'outofstock' }));
    const { platform } = await openSite(t, catalog([tee()], soldOut));
    const [product] = await platform.lookupProducts(['gid://woocommerce/Product/54'], caller);
    assert.equal(product?.availability, 'out_of_stock');
  });

  it('shows a variation with an open option as in stock', async (t) => {
    const attributes = [{ variation: true }, { variation: true }];
    const product = await shown(t, tee({ id: 61, name: 'Logo Hoodie', variations: [62], attributes }));
    assert.equal(product.availability, 'in_stock');
    assert.deepEqual(pluck(product.variants, 'title', 'available', 'restriction'), [
      ['Front', true, 'choose_on_page'],
    ]);
  });
});

describe('an unusual product', () => {
  for (const [name, available, restriction] of [
    ['out-of-stock', false, undefined],
    ['no-price', false, 'price_on_request'],
    ['backorder', true, undefined],
    ['virtual', true, undefined],
    ['sold-individually', true, undefined],
  ] as const)
    it(`${name}: ${available ? 'can be bought' : 'is shown, but not available'}`, async (t) => {
      const product = await shown(t, recordedBody(name));
      assert.equal(product.variants[0]?.available, available);
      assert.equal(product.variants[0]?.restriction, restriction);
      assert.equal(product.availability, available || restriction ? 'in_stock' : 'out_of_stock');
    });

  it('may have a price that a plugin has made a number', async (t) => {
    const product = await shown(t, mug({ price: 13.05, regular_price: 14.5 }));
    assert.partialDeepStrictEqual(product.variants[0], { price: 1305, listPrice: 1450, available: true });
    assert.equal((await shown(t, mug({ price: null }))).variants[0]?.available, false);
  });

  it('sells a product without the texts and pictures that a plugin has removed', async (t) => {
    for (const removed of [null, undefined]) {
      const rest = { description: removed, short_description: removed, categories: removed, images: removed };
      const product = await shown(t, mug(rest));
      assert.partialDeepStrictEqual(product, {
        description: '',
        tags: [],
        media: [],
        availability: 'in_stock',
      });
    }
  });

  it('a price that is no number counts as none', async (t) => {
    const product = await shown(t, mug({ price: '14,50' }));
    assert.deepEqual([product.variants[0]?.available, product.variants[0]?.price], [false, 0]);
  });

  it('grouped and external products are left out of a search, and not available when looked up', async (t) => {
    const external = mug({ type: 'external' });
    const { platform } = await openSite(t, catalog([external, tee({ type: 'grouped' })]));
    assert.deepEqual((await platform.searchProducts({ text: 'mug', first: 20 }, caller)).products, []);
    const [product] = await platform.lookupProducts(['gid://woocommerce/Product/14'], caller);
    assert.equal(product?.variants[0]?.available, false);
  });
});

describe('a product that visitors may not see', () => {
  const hidden = [
    ['a draft', recordedBody('draft')],
    ['a private product', mug({ status: 'private' })],
    ['a product behind a password', mug({ post_password: 'secret' })],
  ] as const;
  for (const [what, product] of hidden)
    it(`${what} is never shown, even by a shop that ignores the filter`, async (t) => {
      const { platform, requests } = await openSite(t, {
        'GET /wc/v3/products': () => ({ headers: { 'x-ucp-host-items': '1' }, body: [product] }),
      });
      const id = `gid://woocommerce/Product/${product.id}`;
      assert.deepEqual((await platform.searchProducts({ text: 'x', first: 5 }, caller)).products, []);
      assert.deepEqual(await platform.lookupProducts([id], caller), []);
      assert.deepEqual(await platform.resolveItems([{ kind: 'product', id }], caller), [undefined]);
      assert.ok(requests.every(({ params }) => params.get('status') === 'publish'));
    });

  it('a product that is hidden from the catalog is not found by a search, but by its id', async (t) => {
    const { platform } = await openSite(t, catalog([mug({ catalog_visibility: 'hidden' })]));
    assert.deepEqual((await platform.searchProducts({ text: 'mug', first: 5 }, caller)).products, []);
    assert.equal((await platform.lookupProducts(['gid://woocommerce/Product/14'], caller)).length, 1);
  });
});
