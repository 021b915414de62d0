import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contractEndpoint, officialEndpoint, shoppingEndpoint } from '../../bench/tokens/endpoints.ts';
import { TASKS } from '../../bench/tokens/tasks.ts';
import { transcript } from '../../bench/tokens/transcript.ts';
import { changeDuring } from '../../testing/change-during.ts';
import { everywhere, inShop } from '../../testing/everywhere.ts';
import { type Found, type ShownProduct, shopperAt } from './shopper.ts';

everywhere('products at the shopping endpoint', (at) => {
  const shopper = () => shopperAt(at);
  const find = async (query: string, title: string) => {
    const { products } = await shopper().call<Found>('search_products', { query, limit: 25 });
    return products.find((each) => each.title === title) ?? assert.fail(JSON.stringify(products));
  };

  it('lists products with what is needed to choose: price before the discount, brand, rating, options, one line', async () => {
    const mug = await find('mug', 'Travel Mug');
    assert.deepEqual(
      [mug.price, mug.was, mug.brand, mug.rating],
      ['28.00', '34.00', 'Fellside', '4.3/5 (57)'],
    );
    assert.match(mug.id, /^v\d+$/);
    const shirt = await find('shirt', 'Organic Cotton T-Shirt');
    assert.match(shirt.id, /^p\d+$/);
    assert.deepEqual([shirt.price, shirt.price_max], ['25.00', '27.00']);
    assert.ok((shirt.about?.length ?? 0) <= 100 && (shirt.options?.length ?? 0) <= 100);
  });

  it('searches within the prices that its arguments name, and says when nothing costs that', async () => {
    const search = (args: object) =>
      shopper().call<Found & { note?: string; not_used?: string[] }>('search_products', args);
    const pricesOf = ({ products }: Found) => products.map(({ price }) => Number(price));
    const all = await search({ query: 'mug', limit: 25 });
    assert.ok(pricesOf(all).some((price) => price > 20));
    const cheap = await search({ query: 'mug', max_price: 20, limit: 25 });
    assert.ok(cheap.products.length > 0);
    assert.ok(
      pricesOf(cheap).every((price) => price <= 20),
      JSON.stringify(pricesOf(cheap)),
    );
    assert.equal(cheap.not_used, undefined);
    const dear = await search({ query: 'mug', min_price: '$20.01', limit: 25 });
    assert.ok(dear.products.length > 0 && pricesOf(dear).every((price) => price > 20));
    const none = await search({ query: 'mug', max_price: 0.01 });
    assert.deepEqual([none.products, none.note?.slice(0, 28)], [[], 'Nothing found at this price.']);
    const { error } = await shopper().failed('search_products', { query: 'mug', max_price: -1 });
    assert.equal(error.field, 'max_price');
  });

  it('reads products in full with their variants, those in stock first, narrowed by words', async () => {
    const { id } = await find('shirt', 'Linen Shirt');
    const shirt = await shopper().call<ShownProduct>('get_product', { id });
    const soldOut = shirt.variants.map(({ sold_out }) => sold_out === true);
    assert.deepEqual(soldOut, soldOut.toSorted());
    assert.match(shirt.options ?? '', /^Size: .*; Color: /);
    const large = await shopper().call<ShownProduct>('get_product', { id, variant: 'white l' });
    assert.equal(large.variants.length, 1);
    const none = await shopper().call<ShownProduct>('get_product', { id, variant: 'plutonium' });
    assert.equal(none.variants.length, shirt.variants.length);
  });

  it('show the last pieces, and that a product is sold out', async (t) => {
    const mug = await find('mug', 'Travel Mug');
    const variant = inShop(at, mug.id.replace('v', '/'));
    changeDuring(t, variant, { stock: 2 });
    const scarce = await shopper().call<ShownProduct>('get_product', { id: mug.id });
    assert.deepEqual([scarce.variants[0]?.left, scarce.variants[0]?.sold_out], [2, undefined]);
    variant.stock = 0;
    assert.equal((await find('mug', 'Travel Mug')).sold_out, true);
  });

  it('cost at most a fifth of the official endpoint’s tokens, from the first search to the hand-off', async () => {
    inShop(at, (await find('mug', 'Travel Mug')).id.replace('v', '/')).stock = null;
    const { baseUrl } = at.running;
    for (const task of TASKS) {
      const [shopping = 0, official = 0, contract = 0] = await Promise.all(
        [shoppingEndpoint, officialEndpoint, contractEndpoint].map(async (make) => {
          const counted = transcript();
          await task.run(make(baseUrl, at.slug).shop(counted));
          return counted.sum().total;
        }),
      );
      assert.ok(official >= 5 * shopping, `${task.name}: ${shopping} and ${official}`);
      assert.ok(contract >= 2 * shopping, `${task.name}: ${shopping} and ${contract}`);
    }
  });
});
