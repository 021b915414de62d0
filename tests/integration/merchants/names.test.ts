import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  GetStoreSessionResponse,
  ListedCart,
  ListedOrder,
  ListedProduct,
  ListedSession,
} from '../../../client/index.ts';
import { bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

interface Page<Row> {
  items: Row[];
  total: number;
}

onEveryDatabase('the names of things in lists', (database) => {
  const at = forSuite(() => startActivity(database));

  for (const slug of [SHOPIFY, WOOCOMMERCE])
    it(`names sessions, carts and orders of ${slug} after their first item`, async () => {
      const agent = at.agent(slug);
      const mug = await findVariant(agent, 'mug');
      const shoe = await findVariant(agent, 'shoe');
      const cart = bodyOf(201, await agent.createCart([mug.id]));
      const title = cart.line_items[0]?.item.title ?? '';
      assert.match(title, /mug/i);
      const session = bodyOf(201, await agent.createSession([mug.id, shoe.id]));
      await pay(session);
      await agent.complete(session.id);
      const [listed] = (await read<Page<ListedSession>>(at, '/sessions', slug)).items;
      assert.equal(listed?.first_item, title);
      assert.equal((await read<Page<ListedCart>>(at, '/carts', slug)).items[0]?.first_item, title);
      const [order] = (await read<Page<ListedOrder>>(at, '/orders', slug)).items;
      assert.match(order?.first_item ?? '', /mug|shoe/i);
    });

  it('names items requested by failed sessions after the catalog copy', async () => {
    const agent = at.agent();
    await at.running.settle();
    const { id, productId } = await findVariant(agent, 'mug');
    const variants = at.running.shop(SHOPIFY).control.products.flatMap((product) => product.variants);
    const stocks = variants.map(({ stock }) => stock);
    for (const variant of variants) if (id.endsWith(`/${variant.id}`)) variant.stock = 0;
    const unknown = 'gid://shopify/ProductVariant/999999';
    for (const items of [[id], [productId], [unknown]]) await agent.createSession(items);
    variants.forEach((variant, place) => {
      variant.stock = stocks[place] ?? null;
    });
    const failed = await read<Page<ListedSession>>(at, '/sessions?ending=error');
    const names = failed.items.map(({ first_item }) => first_item);
    assert.equal(names.length, 3);
    assert.equal(names.filter((name) => name !== null && /mug/i.test(name)).length, 2, names.join(', '));
    assert.ok(names.includes(null));
    for (const { id: sessionId, first_item } of failed.items) {
      const { session } = await read<GetStoreSessionResponse>(at, `/sessions/${sessionId}`);
      assert.equal(session.failure?.line_items[0]?.item.title, first_item);
    }
    const byId = await read<Page<ListedSession>>(at, `/sessions?q=${unknown.split('/').at(-1)}`);
    assert.equal(byId.total, 1);
  });

  it('finds sessions by words of a name in any order, and by the name of the agent', async () => {
    const agent = at.agent(SHOPIFY, 'finder.example');
    const mug = await findVariant(agent, 'mug');
    const session = bodyOf(201, await agent.createSession([mug.id]));
    const [first = '', second = ''] = (session.line_items[0]?.item.title ?? '').toLowerCase().split(/\W+/);
    const idsFor = async (words: string) =>
      (await read<Page<ListedSession>>(at, `/sessions?q=${encodeURIComponent(words)}`)).items.map(
        ({ id }) => id,
      );
    assert.deepEqual(await idsFor(`finder.example ${second} ${first}`), [session.id]);
    assert.deepEqual(await idsFor(`finder.example ${first} nowhere`), []);
    const products = async (words: string) =>
      (await read<Page<ListedProduct>>(at, `/products?q=${encodeURIComponent(words)}`)).items;
    const [product] = await products(`${second} ${first}`);
    assert.equal(product?.title.toLowerCase().includes(first), true);
    assert.deepEqual(await products(`${first} nowhere`), []);
  });

  it('come with picture, prices and stock for products', async () => {
    const { items } = await read<Page<ListedProduct>>(at, '/products?q=mug');
    const [mug] = items;
    assert.ok(mug);
    assert.ok(URL.canParse(mug.image_url ?? ''));
    assert.ok(mug.price_min > 0 && mug.price_min <= mug.price_max);
    assert.equal(mug.currency, 'USD');
    assert.ok(mug.stock === null || mug.stock >= 0);
    const file = await at.merchant.get<string>(`/stores/${SHOPIFY}/products?format=csv&q=mug`);
    assert.equal(file.status, 200);
  });
});
