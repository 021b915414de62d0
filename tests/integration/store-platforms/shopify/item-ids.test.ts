import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readItemId, readNumber } from '../../../../src/store-platforms/shopify/items.ts';

const hosts = ['shop.example.com', 'www.brand.example', 'trail.myshopify.com', '127.0.0.1:4100'];
const read = (text: string) => readItemId(text, hosts);

describe('Shopify item ids', () => {
  it('read GIDs of products and variants', () => {
    assert.deepEqual(read('gid://shopify/Product/12'), { kind: 'product', id: 'gid://shopify/Product/12' });
    const variant = 'gid://shopify/ProductVariant/9007199254740993';
    assert.deepEqual(read(variant), { kind: 'variant', id: variant });
  });

  it('read product URLs, also below a locale or a collection', () => {
    const handle = { kind: 'handle', handle: 'trail-shoe' };
    for (const url of [
      'https://shop.example.com/products/trail-shoe',
      'http://TRAIL.myshopify.com/products/trail-shoe/',
      'https://shop.example.com/en-ca/products/trail-shoe?utm_source=x#reviews',
      'https://shop.example.com/fr/collections/all/products/trail-shoe',
      'https://www.shop.example.com/products/trail-shoe',
      'https://brand.example/products/trail-shoe',
      'http://127.0.0.1:4100/collections/shoes/products/trail-shoe',
    ])
      assert.deepEqual(read(url), handle, url);
    assert.deepEqual(read('https://shop.example.com/products/caf%C3%A9'), { kind: 'handle', handle: 'café' });
  });

  it('take the variant that a URL names', () => {
    const variant = { kind: 'variant', id: 'gid://shopify/ProductVariant/42' };
    assert.deepEqual(read('https://shop.example.com/products/trail-shoe?variant=42'), variant);
    const handle = { kind: 'handle', handle: 'trail-shoe' };
    assert.deepEqual(read('https://shop.example.com/products/trail-shoe?variant=4x2'), handle);
  });

  it('take the variant of a feed’s id', () => {
    for (const text of ['shopify_DE_12_42', 'shopify_us_12_42'])
      assert.deepEqual(read(text), { kind: 'variant', id: 'gid://shopify/ProductVariant/42' }, text);
    for (const text of ['shopify_DE_12', 'shopify_DEU_12_42', 'shopify_DE_12_42_1', 'shopify_DE_12_x'])
      assert.equal(read(text), undefined, text);
  });

  it('read a number as that of a variant or a product', () => {
    const ids = { variantId: 'gid://shopify/ProductVariant/42', productId: 'gid://shopify/Product/42' };
    assert.deepEqual(readNumber('42'), ids);
    for (const text of ['', '4x', '-42', '9'.repeat(20)]) assert.equal(readNumber(text), undefined, text);
  });

  it('read nothing else', () => {
    for (const text of [
      '',
      '12',
      'trail-shoe',
      'gid://shopify/Product/',
      'gid://shopify/Product/1 ',
      'gid://shopify/Product/1\n',
      'gid://shopify/Product/1?x=1',
      'gid://shopify/Cart/1',
      'gid://woocommerce/Product/1',
      `gid://shopify/Product/${'9'.repeat(40)}`,
      'https://evil.example/products/trail-shoe',
      'https://shop.example.com.evil.example/products/trail-shoe',
      'https://shop.example.com@evil.example/products/trail-shoe',
      'https://shop.example.com:8443/products/trail-shoe',
      'ftp://shop.example.com/products/trail-shoe',
      'https://shop.example.com/products',
      'https://shop.example.com/products/a/b',
      'https://shop.example.com/pages/products/trail-shoe',
      'https://shop.example.com/products/%E0%A4%A',
      'https://shop.example.com/products/a%2Fb',
      `https://shop.example.com/products/${'a'.repeat(300)}`,
    ])
      assert.equal(read(text), undefined, text);
  });
});
