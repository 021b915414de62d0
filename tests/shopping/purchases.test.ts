import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shopping } from '../../src/protocols/shopping/index.ts';
import { everywhere, inShop } from '../../testing/everywhere.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import {
  type ConnectedClient,
  type OfficialClient,
  officialClients,
  withClient,
} from '../contract/mcp/official-clients.ts';
import {
  type Checkout,
  type Found,
  type Shipping,
  type ShownCart,
  type ShownOrder,
  type ShownProduct,
  shownToModels,
  type ToolResult,
} from './shopper.ts';

const TOOLS = [
  'search_products',
  'get_product',
  'create_cart',
  'get_cart',
  'update_cart',
  'quote_shipping',
  'create_checkout',
  'get_checkout',
  'update_checkout',
  'complete_checkout',
  'cancel_checkout',
  'get_order',
];

const SETS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };
const READS = { ...SETS, readOnlyHint: true };
const CREATES = { ...SETS, idempotentHint: false };
/** Hints of the tools that do other than set something again. */
const HINTS: Record<string, object> = {
  search_products: READS,
  get_product: READS,
  get_cart: READS,
  get_checkout: READS,
  quote_shipping: READS,
  get_order: READS,
  create_cart: CREATES,
  create_checkout: CREATES,
  cancel_checkout: { ...SETS, destructiveHint: true },
};

/** Lists the tools as clients do first, and calls tools that must succeed. */
async function calling(client: ConnectedClient) {
  await client.tools();
  return async <Answer>(name: string, args: Record<string, unknown>): Promise<Answer> => {
    const result = (await client.call(name, args)) as ToolResult;
    assert.ok(!result.isError, result.content[0]?.text);
    const answer = shownToModels(result);
    shopping.tools.get(name)?.endpoint.output.parse(answer);
    return answer as Answer;
  };
}

everywhere('purchases at the shopping endpoint', (at) => {
  const withCalls = (
    kind: OfficialClient | undefined,
    run: (call: Awaited<ReturnType<typeof calling>>) => Promise<void>,
  ) =>
    withClient(kind ?? assert.fail(), `${at.running.baseUrl}/mcp/${at.slug}`, async (client) =>
      run(await calling(client)),
    );

  for (const kind of officialClients) {
    it(`${kind.name} lists the tools for a whole purchase, each with schemas and hints`, () =>
      withClient(kind, `${at.running.baseUrl}/mcp/${at.slug}`, async (client) => {
        assert.equal(client.protocolVersion, kind.speaks);
        const tools = await client.tools();
        assert.deepEqual(pluck(tools, 'name'), TOOLS);
        for (const { name, annotations = {} } of tools)
          assert.partialDeepStrictEqual(annotations, HINTS[name] ?? SETS, name);
      }));

    it(`${kind.name} searches, prices a cart with a code, quotes shipping, buys it and follows the order`, () =>
      withCalls(kind, async (call) => {
        const search = await call<Found>('search_products', { query: 'mug', limit: 5 });
        const listed = search.products.find(({ id, sold_out }) => id.startsWith('v') && !sold_out);
        assert.ok(listed);
        inShop(at, listed.id.replace('v', '/')).stock = null;
        const product = await call<ShownProduct>('get_product', { id: listed.id });
        assert.equal(product.variants[0]?.id, listed.id);
        assert.equal(product.price, listed.price);

        const items = [{ id: listed.id, quantity: 2 }];
        const cart = await call<ShownCart>('create_cart', { items, discount_codes: ['SUMMER10'] });
        assert.equal(cart.items[0]?.quantity, 2);
        assert.ok(Number(cart.discount) > 0);
        const changed = await call<ShownCart>('update_cart', {
          cart_id: cart.id,
          items: [{ id: listed.id, quantity: 1 }],
        });
        assert.deepEqual([changed.id, changed.items[0]?.quantity], [cart.id, 1]);
        assert.deepEqual(await call<ShownCart>('get_cart', { cart_id: cart.id }), changed);
        const shipping = await call<Shipping>('quote_shipping', {
          cart_id: cart.id,
          country: 'US',
          region: 'IL',
        });
        assert.ok(shipping.options.length > 0);

        const checkout = await call<Checkout>('create_checkout', { cart_id: cart.id });
        assert.equal(checkout.status, 'awaiting_buyer');
        assert.equal(checkout.total, changed.total);
        assert.deepEqual(checkout.discount_codes, changed.discount_codes);
        assert.deepEqual(await call<Checkout>('get_checkout', { checkout_id: checkout.id }), checkout);
        await payCheckout(checkout.checkout_url ?? '');
        const paid = await call<Checkout>('complete_checkout', { checkout_id: checkout.id });
        assert.equal(paid.status, 'completed');
        assert.equal(paid.checkout_url, undefined);
        const order = await call<ShownOrder>('get_order', { order_id: paid.order_id });
        assert.equal(order.checkout_id, checkout.id);
        assert.equal(order.paid, true);
        assert.ok(!JSON.stringify(order).includes('@'), 'the id of an order opens no personal data');
      }));
  }

  it('sells items without a cart, in a variant that its options name', async () => {
    await withCalls(officialClients[0], async (call) => {
      const search = await call<Found>('search_products', { query: 'linen shirt' });
      const shirt = search.products.find(({ id }) => id.startsWith('p'));
      assert.match(shirt?.options ?? '', /^Size: [SMLX, ]+; Color: /);
      const items = [{ id: shirt?.id, options: 'L white' }];
      const checkout = await call<Checkout>('create_checkout', { items, buyer_email: 'ada@example.com' });
      assert.match(checkout.items[0]?.title ?? '', /L.*White/);
      const fewer = await call<Checkout>('update_checkout', {
        checkout_id: checkout.id,
        items: [{ id: checkout.items[0]?.id, quantity: 2 }],
        discount_codes: ['SUMMER10', 'NOPE'],
      });
      assert.equal(fewer.items[0]?.quantity, 2);
      assert.ok(fewer.discount_codes?.some(({ rejected }) => rejected !== undefined));
      const canceled = await call<Checkout>('cancel_checkout', { checkout_id: checkout.id });
      assert.equal(canceled.status, 'canceled');
      assert.deepEqual(await call('cancel_checkout', { checkout_id: checkout.id }), canceled);
    });
  });

  it('answers each id under the name of the argument that takes it', async () => {
    await withCalls(officialClients[0], async (call) => {
      const { products } = await call<Found>('search_products', { query: 'mug' });
      const items = [{ id: products.find(({ id, sold_out }) => id.startsWith('v') && !sold_out)?.id }];
      const { id: cartId, cart_id } = await call<ShownCart>('create_cart', { items });
      assert.equal((await call<ShownCart>('get_cart', { cart_id })).cart_id, cartId);
      const { id, checkout_id } = await call<Checkout>('create_checkout', { cart_id });
      const { checkout_url } = await call<Checkout>('get_checkout', { checkout_id });
      await payCheckout(checkout_url ?? '');
      const paid = await call<Checkout>('complete_checkout', { checkout_id });
      const order = await call<ShownOrder>('get_order', { order_id: paid.order_id });
      assert.deepEqual([paid.checkout_id, order.checkout_id], [id, id]);
      assert.deepEqual([order.order_id, order.id], [paid.order_id, paid.order_id]);
    });
  });

  it('finds the payment when the checkout is read', async () => {
    await withCalls(officialClients[0], async (call) => {
      const { products } = await call<Found>('search_products', { query: 'mug' });
      const id = products.find((each) => each.id.startsWith('v') && !each.sold_out)?.id;
      const checkout = await call<Checkout>('create_checkout', { items: [{ id }] });
      await payCheckout(checkout.checkout_url ?? '');
      const read = await call<Checkout>('get_checkout', { checkout_id: checkout.id });
      assert.equal(read.status, 'completed');
      assert.ok(read.order_id);
    });
  });

  it('pages a search by its cursor, without repeating a product', async () => {
    await withCalls(officialClients[0], async (call) => {
      const first = await call<Found>('search_products', { query: 'shirt', limit: 2 });
      const second = await call<Found>('search_products', { query: 'shirt', limit: 2, cursor: first.cursor });
      const ids = [...first.products, ...second.products].map(({ id }) => id);
      assert.equal(new Set(ids).size, 4);
    });
  });
});
