import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import { catalog, mug, tee } from './recorded-catalog.ts';
import { caller, KEYS, openSite } from './scripted-site.ts';

function shopAt(url: string, hosts: string[] = []) {
  const description = { name: 'Shop', currency: 'USD', country: null, hosts, links: [], versions: {} };
  const credentials = woocommerce.credentials.parse({ url, ...KEYS });
  return woocommerce.connect(credentials, createTransport({ fetch }), description);
}

const handle = (text: string) => ({ kind: 'handle', handle: text });

describe('reading an item id', () => {
  const shop = shopAt('https://shop.example', ['shop.example', 'www.boutique.example']);

  for (const [text, expected] of [
    ['gid://woocommerce/Product/54', { kind: 'product', id: 'gid://woocommerce/Product/54' }],
    ['gid://woocommerce/ProductVariant/57', { kind: 'variant', id: 'gid://woocommerce/ProductVariant/57' }],
    ['https://shop.example/product/logo-hoodie/', handle('logo-hoodie')],
    [
      'http://SHOP.example/product/logo-hoodie?attribute_pa_size=m&attribute_logo=No+logo&utm_source=x#reviews',
      {
        ...handle('logo-hoodie'),
        choice: [
          { name: 'size', value: 'm' },
          { name: 'logo', value: 'No logo' },
        ],
      },
    ],
    ['https://shop.example/product/logo-hoodie/?attribute_pa_size=&attribute_=m', handle('logo-hoodie')],
    ['https://www.shop.example/product/logo-hoodie/', handle('logo-hoodie')],
    ['https://boutique.example/shop/clothing/hoodies/logo-hoodie/', handle('logo-hoodie')],
    ['https://shop.example/en/product/logo-hoodie.html', handle('logo-hoodie')],
    ['https://shop.example/product/cart/', handle('cart')],
    ['https://shop.example/product/%e3%81%8a%e8%8c%b6/', handle('お茶')],
    ['https://shop.example/product/お茶', handle('お茶')],
    ['https://shop.example/product/100%/', handle('100%')],
    ['https://shop.example/?product=logo-hoodie', handle('logo-hoodie')],
    ['https://shop.example/?post_type=product&p=54', { kind: 'product', id: 'gid://woocommerce/Product/54' }],
  ] as const)
    it(`reads ${text}`, () => assert.deepEqual(shop.readItemId(text), expected));

  for (const text of [
    'gid://shopify/Product/54',
    'gid://woocommerce/Product/054',
    'gid://woocommerce/Product/0',
    'gid://woocommerce/Product/54 ',
    'gid://woocommerce/Product/99999999999999999999',
    'gid://woocommerce/Order/54',
    'https://other.example/product/logo-hoodie/',
    'https://shop.example.evil.example/product/logo-hoodie/',
    'https://shop.example:8443/product/logo-hoodie/',
    'ftp://shop.example/product/logo-hoodie/',
    'https://shop.example/',
    'https://shop.example/product/',
    'https://shop.example/product-category/clothing/',
    'https://shop.example/cart/',
    'https://shop.example/my-account/orders/',
    'https://shop.example/shop/page/2/',
    'https://shop.example/wp-content/uploads/hoodie.jpg',
    'https://shop.example/?p=54',
    'logo-hoodie',
    '',
  ])
    it(`refuses ${JSON.stringify(text)} as an item id`, () => assert.equal(shop.readItemId(text), undefined));

  it('reads the number of a post, alone and as feeds write it', () => {
    const post = {
      variantId: 'gid://woocommerce/ProductVariant/57',
      productId: 'gid://woocommerce/Product/57',
    };
    for (const text of ['57', 'gla_57', 'woocommerce_gpf_57'])
      assert.deepEqual(shop.readNumber(text), post, text);
    for (const text of ['', '0', '057', '57 ', 'GLA-57', 'gla_', 'gla_5x', `gla_${'9'.repeat(21)}`])
      assert.equal(shop.readNumber(text), undefined, text);
  });

  it('keeps to the folder of a shop that does not own its whole host', () => {
    const inFolder = shopAt('https://example.test/store/');
    assert.deepEqual(inFolder.readItemId('https://example.test/store/product/mug/'), handle('mug'));
    assert.equal(inFolder.readItemId('https://example.test/product/mug/'), undefined);
    assert.equal(inFolder.readItemId('https://example.test/store2/product/mug/'), undefined);
  });
});

describe('resolving items', () => {
  const open = (t: TestContext) => openSite(t, catalog([mug(), tee()]));

  it('takes a product as its first available variation, a simple one as itself', async (t) => {
    const { platform } = await open(t);
    const [first, second] = await platform.resolveItems(
      [
        { kind: 'product', id: 'gid://woocommerce/Product/54' },
        { kind: 'product', id: 'gid://woocommerce/Product/14' },
      ],
      caller,
    );
    assert.deepEqual(first, {
      productId: 'gid://woocommerce/Product/54',
      handle: 'organic-cotton-tee',
      variantId: 'gid://woocommerce/ProductVariant/55',
      title: 'Organic Cotton Tee - S, Red',
      available: true,
    });
    assert.equal(second?.variantId, 'gid://woocommerce/ProductVariant/14');
    assert.equal(second?.title, 'Café "Crème" Mug — 12oz & Lid');
  });

  it('resolves no disabled variation, no parent as a variant, and no variation as a product', async (t) => {
    const { platform } = await open(t);
    const unknown = await platform.resolveItems(
      [
        { kind: 'variant', id: 'gid://woocommerce/ProductVariant/60' },
        { kind: 'variant', id: 'gid://woocommerce/ProductVariant/54' },
        { kind: 'product', id: 'gid://woocommerce/Product/57' },
        { kind: 'handle', handle: 'nothing-here' },
      ],
      caller,
    );
    assert.deepEqual(unknown, [undefined, undefined, undefined, undefined]);
  });
});
