import assert from 'node:assert/strict';
import { type Answer, product } from './agent.ts';
import { BRAND, CATEGORIES, GTIN } from './goods.ts';
import type { Proof } from './proof.ts';
import { SHOW_TAX, whileSetTo } from './site-settings.ts';

/** Proves that lookup and search give what buyers see on the page of a product. */
export async function proveProductData(proof: Proof): Promise<void> {
  const { admin, goods, ledger } = proof;
  const wooProduct = await admin.rest('GET', `/wc/v3/products/${goods.board}`);
  for (const [taxDisplay, tax] of [
    ['incl', 'with'],
    ['excl', 'without'],
  ] as const)
    await ledger.step(`lookup returns the prices that the shop shows ${tax} tax`, () =>
      whileSetTo(admin, SHOW_TAX, taxDisplay, () => assertPrices(proof)),
    );
  await ledger.step('lookup returns brand, GTIN, categories, rating, stock and pictures', async () => {
    await rate(proof, goods.board, 4);
    const board = await looked(proof, goods.board);
    assert.equal(board.title, 'Proofware walnut board & tray');
    assert.equal(board.description, 'Solid walnut.');
    assert.deepEqual(board.categories, [CATEGORIES.join(' > ')]);
    assert.deepEqual(board.attributes, [{ name: 'Material', values: ['Walnut', 'Oil'] }]);
    assert.deepEqual(board.rating, { value: 4, min: 1, max: 5, count: 1 });
    assert.equal(board.media[0].url, wooProduct.images[0].src);
    const [variant] = board.variants;
    assert.deepEqual([variant.sku, variant.quantity], [wooProduct.sku, 7]);
    assert.equal(variant.barcode, wooProduct.global_unique_id || undefined);
    assert.equal(board.brand, wooProduct.brands?.[0]?.name);
    return [board.title, board.brand, variant.barcode].filter(Boolean).join(', ');
  });
  await ledger.step('lookup returns the options, stock and picture of a variation', async () => {
    const tee = await looked(proof, goods.tee);
    const variant = tee.variants.find(({ id }: { id: string }) => id.endsWith(`/${goods.redMedium}`));
    const options = [
      { name: 'Size', value: 'M' },
      { name: 'Colour', value: 'Red' },
    ];
    assert.deepEqual(variant.options, options);
    assert.deepEqual([variant.quantity, variant.image.url], [30, wooProduct.images[0].src]);
    return `${variant.title}: ${variant.quantity}`;
  });
  await ledger.step('search finds by GTIN, SKU and brand, and with typos', async () => {
    const queries = [
      wooProduct.sku,
      wooProduct.global_unique_id && GTIN,
      wooProduct.brands?.length && BRAND,
    ].filter(Boolean);
    for (const words of queries) {
      const body = await searched(proof, words);
      assert.equal(body.products[0]?.id, product(goods.board), words);
      assert.equal(body.relaxed, undefined, words);
    }
    const { products, relaxed } = await searched(proof, 'proofware wallnut bord');
    assert.equal(products[0]?.id, product(goods.board));
    return `${queries.join(', ')}; ${relaxed.message}`;
  });
}

/** WooCommerce counts a review when it is approved. */
async function rate({ admin }: Proof, product_id: number, rating: number): Promise<void> {
  const by = { reviewer: 'Ada', reviewer_email: 'ada@example.com' };
  const review = { product_id, rating, review: 'Proven.', status: 'hold', ...by };
  const { id } = await admin.rest('POST', '/wc/v3/products/reviews', review);
  await admin.rest('PUT', `/wc/v3/products/reviews/${id}`, { status: 'approved' });
}

/** Compares with the shop's own interface for its pages. */
async function assertPrices(proof: Proof): Promise<string> {
  const { body } = await proof.admin.ask('GET', `/wc/store/v1/products/${proof.goods.board}`);
  const { price, regular_price, currency_minor_unit: decimals } = body.prices;
  const [variant] = (await looked(proof, proof.goods.board)).variants;
  const returned = [variant.price, variant.list_price];
  assert.deepEqual(
    returned,
    [price, regular_price].map((each) => Math.round(Number(each) * 10 ** (2 - decimals))),
  );
  return returned.join(' instead of ');
}

async function looked({ agent }: Proof, id: number): Promise<Answer['body']> {
  const { body } = await agent.get(`/catalog/lookup?ids=${encodeURIComponent(product(id))}`);
  return body.products[0];
}

async function searched({ agent }: Proof, words: string): Promise<Answer['body']> {
  const { status, body } = await agent.get(`/catalog/search?q=${encodeURIComponent(words)}`);
  assert.equal(status, 200);
  return body;
}
