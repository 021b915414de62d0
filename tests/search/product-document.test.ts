import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSearchDocument } from '../../search/index.ts';
import type { Product } from '../../src/commerce/product/products.ts';

const toDocument = (key: number, product: Product) => toSearchDocument(key, product);

describe('search document of a product', () => {
  it('holds brand, categories, identifiers, options that leave a choice, and other traits as tags', () => {
    const price = { price: 500, currency: 'USD', available: true };
    const color = (value: string) => ({ title: value, options: [{ name: 'Color', value }] });
    const document = toDocument(7, {
      id: 'gid://woocommerce/Product/1',
      title: 'Mug',
      description: '',
      handle: 'mug',
      url: 'https://shop.example/mug',
      priceRange: { min: 500, max: 500, currency: 'USD' },
      variants: [
        { id: 'v1', ...price, ...color('Red'), sku: 'MUG-R', barcode: '9506000034003' },
        { id: 'v2', ...price, ...color('Blue'), sku: 'MUG-B' },
      ],
      media: [],
      availability: 'in_stock',
      tags: ['Kitchen'],
      keywords: ['gift'],
      categories: ['Home > Kitchen'],
      brand: 'Fellside',
      sku: 'MUG',
      options: [
        { name: 'Color', values: ['Red', 'Blue'] },
        { name: 'Size', values: ['Large'] },
      ],
      attributes: [{ name: 'Material', values: ['Steel'] }],
    });
    assert.deepEqual(document.options, ['Color', 'Red', 'Blue']);
    assert.deepEqual(document.tags, ['Kitchen', 'gift', 'Material', 'Steel', 'Size', 'Large']);
    assert.deepEqual([document.brand, document.categories], ['Fellside', ['Home > Kitchen']]);
    assert.deepEqual(document.identifiers, ['MUG', 'MUG-R', '9506000034003', 'MUG-B']);
  });

  it('says which products have variants that need no delivery', () => {
    const variant = { id: 'v', title: 'Mug', price: 500, currency: 'USD', available: true };
    const undelivered = (...variants: object[]) =>
      toDocument(7, {
        ...{ id: 'p', title: 'Mug', description: '', handle: 'mug', url: 'https://shop.example/mug' },
        priceRange: { min: 500, max: 500, currency: 'USD' },
        variants: variants.map((each) => ({ ...variant, ...each })),
        ...{ media: [], availability: 'in_stock', tags: [] },
      }).undelivered;
    const file = { needsDelivery: false };
    assert.deepEqual([undelivered({}), undelivered({}, file), undelivered(file)], [undefined, 'some', 'all']);
  });

  it('holds the titles of variants that say something, the range of prices and the availability', () => {
    const price = { price: 500, currency: 'USD', available: true };
    const document = toDocument(7, {
      id: 'gid://shopify/Product/1',
      title: 'Mug',
      description: 'Blue',
      handle: 'mug',
      url: 'https://shop.example/mug',
      priceRange: { min: 500, max: 900, currency: 'USD' },
      variants: [
        { id: 'v1', title: 'Default Title', ...price },
        { id: 'v2', title: 'Large / Red', ...price },
      ],
      media: [],
      availability: 'out_of_stock',
      tags: ['kitchen'],
    });
    assert.deepEqual(document, {
      key: 7,
      title: 'Mug',
      options: ['Large / Red'],
      brand: '',
      categories: [],
      tags: ['kitchen'],
      description: 'Blue',
      identifiers: [],
      available: false,
      minPrice: 500,
      maxPrice: 900,
    });
  });
});
