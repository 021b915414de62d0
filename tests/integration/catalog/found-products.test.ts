import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { productPageResponse, productsResponse } from '../../../src/protocols/contract/responses.ts';
import { onEveryStore, type Somewhere } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';

const SKU = 'KX-900/B';
const GTIN = '4006381333931';

async function titlesFor(at: Somewhere, words: string): Promise<string[]> {
  const { status, body } = await at.agent.get(`/catalog/search?q=${encodeURIComponent(words)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return productPageResponse.parse(body).products.map(({ title }) => title);
}

onEveryStore('search by an identifier', (at) => {
  before(async () => {
    await at.running.settle();
    const { control } = at.running.shop(at.slug);
    for (const title of ['KX 900 B Paddle KX 900 B', `Poster ${GTIN}`, 'Kayak', 'Kayak Kayak'])
      control.createProduct({ title, price: '9.00' });
    const { id, variants } = control.createProduct({ title: 'Touring Boat', price: '900.00' });
    Object.assign(variants[0] ?? {}, { sku: SKU, barcode: GTIN });
    control.touchProduct(id);
    await at.running.settle();
  });

  for (const words of [SKU, 'kx-900/b', 'KX900B', 'kx 900 b', `kayak ${SKU}`])
    it(`puts the product of an SKU first for "${words}"`, async () => {
      assert.equal((await titlesFor(at, words))[0], 'Touring Boat');
    });

  for (const words of [GTIN, `0${GTIN}`, `kayak ${GTIN}`])
    it(`puts the product of a GTIN first for "${words}"`, async () => {
      assert.equal((await titlesFor(at, words))[0], 'Touring Boat');
    });
});

onEveryStore('products that a WooCommerce shop hides', (at) => {
  if (at.platform !== 'woocommerce') return;
  const control = () => at.running.shop(at.slug).control;

  before(async () => {
    await at.running.settle();
    for (const visibility of ['search', 'catalog', 'hidden'] as const)
      control().createProduct({ title: `Zither ${visibility}`, price: '9.00', visibility });
    control().createProduct({ title: 'Zither visible', price: '9.00' });
    await at.running.settle();
  });

  it('finds products that WooCommerce hides only when their visibility includes the search', async () => {
    assert.deepEqual((await titlesFor(at, 'zither')).toSorted(), ['Zither search', 'Zither visible']);
  });

  it('looks up hidden WooCommerce products by their id', async () => {
    const hidden = control().products.find(({ visibility }) => visibility === 'hidden');
    const id = encodeURIComponent(`gid://woocommerce/Product/${hidden?.id}`);
    const { products } = productsResponse.parse((await at.agent.get(`/catalog/lookup?ids=${id}`)).body);
    assert.deepEqual(pluck(products, 'title'), ['Zither hidden']);
  });

  it('leaves WooCommerce products out of searches from the moment at which the shop hides them', async () => {
    const visible = control().products.find(({ title }) => title === 'Zither visible');
    assert.ok(visible);
    visible.visibility = 'catalog';
    assert.deepEqual(await titlesFor(at, 'zither'), ['Zither search']);
  });
});
