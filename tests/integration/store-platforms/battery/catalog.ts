import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toMinorUnits } from '../../../../src/commerce/money/money.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { failureOf } from './checks.ts';
import { gid, idOf, published, sellable, variantOf } from './goods.ts';
import { caller, type Open } from './opened.ts';

export function catalogTests(name: string, open: Open): void {
  it('finds a published product by words of its title', async (t) => {
    const { platform, shop } = await open(t);
    const goods = sellable(shop);
    const page = await platform.searchProducts({ text: goods.title, first: 100 }, caller);
    const match = page.products.find((product) => product.id === gid(name, goods));
    assert.ok(match, `${goods.title} is not among ${page.products.map((product) => product.title)}`);
    assert.equal(match.title, goods.title);
    assert.equal(match.availability, 'in_stock');
    assert.equal(match.variants.length, goods.variants.length);
    assert.doesNotMatch(match.description, /<\w|&\w+;/);
    assert.ok(URL.canParse(match.url));
  });

  it('prices over all variants, in minor units of the shop currency [CAT-3]', async (t) => {
    const { platform, shop } = await open(t);
    const goods = sellable(shop);
    const [product] = await platform.lookupProducts([gid(name, goods)], caller);
    const { currency } = shop.control.settings;
    const prices = goods.variants.map((variant) => toMinorUnits(variant.price, currency));
    assert.deepEqual(product?.priceRange, { min: Math.min(...prices), max: Math.max(...prices), currency });
    for (const variant of product?.variants ?? [])
      assert.equal(variant.price, toMinorUnits(variantOf(goods, variant.id).price, currency));
  });

  it('never shows a draft: not in search, not in lookup, not as an item', async (t) => {
    const { platform, shop } = await open(t);
    const goods = sellable(shop);
    goods.published = false;
    const page = await platform.searchProducts({ text: goods.title, first: 100 }, caller);
    assert.ok(page.products.every((product) => product.id !== gid(name, goods)));
    assert.deepEqual(await platform.lookupProducts([gid(name, goods)], caller), []);
    const resolved = await platform.resolveItems([{ kind: 'product', id: gid(name, goods) }], caller);
    assert.deepEqual(resolved, [undefined]);
  });

  it('pages through a search without a product twice', async (t) => {
    const { platform } = await open(t);
    const all = await platform.searchProducts({ text: 'shoe', first: 100 }, caller);
    const one = await platform.searchProducts({ text: 'shoe', first: 1 }, caller);
    assert.ok(all.products.length > 1 && one.hasNextPage && one.endCursor);
    const two = await platform.searchProducts({ text: 'shoe', first: 1, after: one.endCursor }, caller);
    const ids = [...one.products, ...two.products].map((product) => product.id);
    const expected = all.products.slice(0, 2).map((product) => product.id);
    assert.deepEqual(ids, expected);
  });

  it('refuses an invalid cursor, by its place in the request', async (t) => {
    const { platform } = await open(t);
    const search = platform.searchProducts({ text: 'shirt', first: 5, after: 'no-cursor' }, caller);
    const error = await failureOf(search);
    assert.deepEqual([error.kind, error.details[0]?.path], ['invalid_input', 'after']);
  });

  it('looks up in the order asked, each product once, without the unknown', async (t) => {
    const { platform, shop } = await open(t);
    const [first, second] = published(shop);
    assert.ok(first && second);
    const [product] = await platform.lookupProducts([gid(name, second)], caller);
    const variant = product?.variants[0]?.id ?? '';
    const unknown = `gid://${name}/Product/987654321`;
    const ids = [gid(name, second), unknown, gid(name, first), variant, gid(name, second)];
    const products = await platform.lookupProducts(ids, caller);
    assert.deepEqual(pluck(products, 'id'), [gid(name, second), gid(name, first)]);
  });

  it('resolves a product to its first available variant, a variant to itself, a product URL by its handle [GEN-6]', async (t) => {
    const { platform, shop } = await open(t);
    const goods = sellable(shop);
    const [soldOut, available] = goods.variants;
    assert.ok(soldOut && available);
    soldOut.stock = 0;
    const [product] = await platform.lookupProducts([gid(name, goods)], caller);
    assert.ok(product);
    const soldOutId = idOf(product.variants, soldOut);
    const reference = platform.readItemId(product.url);
    assert.ok(reference, `${product.url} is not read`);
    const [byId, byUrl, byVariant, unknown] = await platform.resolveItems(
      [
        { kind: 'product', id: product.id },
        reference,
        { kind: 'variant', id: soldOutId },
        { kind: 'handle', handle: 'no-such-thing-at-all' },
      ],
      caller,
    );
    assert.equal(byId?.variantId, idOf(product.variants, available));
    assert.equal(byId?.available, true);
    assert.deepEqual(byUrl, byId);
    assert.equal(byVariant?.variantId, soldOutId);
    assert.equal(byVariant?.available, false);
    assert.equal(unknown, undefined);
  });

  it('reads neither another platform’s GID nor a URL of another shop as an item', async (t) => {
    const { platform } = await open(t);
    const refused = ['gid://other/Product/1', `gid://${name}/Product/abc`, `gid://${name}/Collection/1`];
    const urls = ['https://elsewhere.example/products/shoe', 'javascript:alert(1)', 'shoe', '', '\0'];
    for (const text of [...refused, ...urls]) assert.equal(platform.readItemId(text), undefined, text);
    assert.deepEqual(platform.readItemId(`gid://${name}/Product/12`), {
      kind: 'product',
      id: `gid://${name}/Product/12`,
    });
  });

  it('describes the shop [GEN-9]', async (t) => {
    const { platform, shop } = await open(t);
    const description = await platform.describeStore(caller);
    assert.equal(description.name, shop.control.settings.name);
    assert.equal(description.currency, shop.control.settings.currency);
    assert.ok(description.hosts.includes(new URL(shop.url).host));
    assert.ok(Object.keys(description.versions).length > 0);
    assert.equal(description.brand, undefined);
    shop.control.saveSettings({ brandColor: '#0f5c4c' }, { silently: true });
    const { brand } = await platform.describeStore(caller);
    assert.deepEqual(brand, { logo: `${shop.url}/logo.svg`, color: '#0f5c4c' });
  });
}
