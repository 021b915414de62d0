import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { changeDuring } from '../../testing/change-during.ts';
import { everywhere, inShop } from '../../testing/everywhere.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { whileOff } from '../../testing/switches.ts';
import { type Checkout, idsOf, type ShownCart, shopperAt } from './shopper.ts';

everywhere('failures of the shopping tools', (at) => {
  const shopper = () => shopperAt(at);
  let single: string;
  let several: string;

  before(async () => {
    ({ single, several } = await idsOf(shopper()));
    inShop(at, single.replace('v', '/')).stock = null;
  });

  it('name the missing or wrong argument, and the same tool as the next call', async () => {
    for (const [tool, args, field] of [
      ['search_products', {}, 'query'],
      ['search_products', { query: ' ' }, 'query'],
      ['search_products', { query: 'mug', limit: 0 }, 'limit'],
      ['get_product', {}, 'id'],
      ['search_products', { query: 'mug', cursor: 'page-2' }, 'cursor'],
      ['create_cart', {}, 'items'],
      ['create_cart', { items: [] }, 'items'],
      ['create_cart', { items: [{ id: single, quantity: 0 }] }, 'items[0].quantity'],
      ['create_cart', { items: [{ id: single, quantity: 1.5 }] }, 'items[0].quantity'],
      ['create_cart', { items: [{ id: single, options: nested(2_000) }] }, 'items[0].options'],
      ['create_cart', { items: [{ id: single, options: { size: { name: 'M' } } }] }, 'items[0].options'],
      ['create_cart', { items: `[{"id":"${single}","options":[["M"]]}]` }, 'items[0].options'],
      ['create_cart', { items: [{ id: single }], idempotency_key: 'short' }, 'idempotency_key'],
      ['create_checkout', {}, 'items'],
      ['create_checkout', { items: [{ id: single }], buyer_email: 'none' }, 'buyer_email'],
      ['quote_shipping', { items: [{ id: single }] }, 'country'],
      ['quote_shipping', { items: [{ id: single }], country: 'Atlantis' }, 'country'],
      ['quote_shipping', { country: 'US' }, 'items'],
      ['get_order', {}, 'order_id'],
    ] as const) {
      const { error, next } = await shopper().failed(tool, args);
      assert.deepEqual(
        [error.code, error.field, next?.tool],
        ['invalid_input', field, tool],
        JSON.stringify(args).slice(0, 200),
      );
      if (field.includes('[')) assert.ok(error.message.includes(field), error.message);
    }
    const { error } = await shopper().failed('quote_shipping', { items: [{ id: single }] });
    assert.match(error.message, /country is required: an ISO 3166-1 alpha-2 country code/);
  });

  it('lead from an unknown or foreign product to the search', async () => {
    for (const id of [
      'v999999',
      'p999999',
      '999999',
      'gid://other/ProductVariant/1',
      'mug',
      'https://evil.example/products/mug',
    ]) {
      const { error, next } = await shopper().failed('create_cart', { items: [{ id: single }, { id }] });
      assert.ok(['unknown', 'unknown_item', 'invalid_input'].includes(error.code), error.code);
      assert.equal(error.field, 'items[1].id', id);
      assert.equal(next?.tool, 'search_products');
      assert.ok(
        !error.message.includes('gid://shopify') && !error.message.includes('gid://woocommerce'),
        error.message,
      );
    }
    const unknown = await shopper().failed('get_product', { id: 'p999999' });
    assert.deepEqual([unknown.error.code, unknown.next?.tool], ['not_found', 'search_products']);
  });

  it('offer the variants of a product that has several', async () => {
    const { error, next } = await shopper().failed('create_checkout', { items: [{ id: several }] });
    assert.equal(error.code, 'variant_required');
    assert.ok((error.choices?.length ?? 0) > 1);
    assert.deepEqual(next, { tool: 'get_product', arguments: { id: several } });
    const [choice] = error.choices ?? [];
    await shopper().call('create_checkout', { items: [{ id: choice?.id }] });
    const wrong = await shopper().failed('create_checkout', {
      items: [{ id: several, options: 'plutonium' }],
    });
    assert.equal(wrong.error.code, 'variant_required');
    assert.match(wrong.error.message, /0 of them are "plutonium"/);
  });

  it('offer the quantity that is in stock, and other variants when none is', async (t) => {
    const variant = inShop(at, single.replace('v', '/'));
    changeDuring(t, variant, { stock: 2 });
    const fewer = await shopper().failed('create_cart', { items: [{ id: single, quantity: 5 }] });
    assert.deepEqual([fewer.error.code, fewer.error.field], ['insufficient_stock', 'items[0].quantity']);
    const gid = `gid://${at.platform}/ProductVariant/${single.slice(1)}`;
    const asGid = await shopper().failed('create_cart', { items: [{ id: gid, quantity: 3 }] });
    assert.deepEqual(asGid.next, fewer.next, 'in the ids of the answers');
    assert.deepEqual(fewer.next?.arguments, { items: [{ id: single, quantity: 2 }] });
    await shopper().call(fewer.next?.tool ?? '', fewer.next?.arguments ?? {});
    variant.stock = 0;
    const none = await shopper().failed('create_cart', { items: [{ id: single }] });
    assert.deepEqual([none.error.code, none.error.field], ['out_of_stock', 'items[0].id']);
    assert.deepEqual(none.next, { tool: 'get_product', arguments: { id: single } });
  });

  it('name the item that is sold out, also of a product with options', async (t) => {
    const variant = at.running.shop(at.slug).control.products.find(({ id }) => several === `p${id}`)
      ?.variants[0];
    assert.ok(variant);
    changeDuring(t, variant, { stock: 0 });
    const items = [{ id: single }, { id: several, options: variant.options.join(', ') }];
    for (const tool of ['create_cart', 'create_checkout']) {
      const { error } = await shopper().failed(tool, { items });
      assert.deepEqual([error.code, error.field], ['out_of_stock', 'items[1].id'], tool);
    }
  });

  it('lead from an unknown cart, checkout or order to the tool that gives one', async () => {
    for (const id of [randomUUID(), 'nonsense']) {
      assert.equal((await shopper().failed('get_cart', { cart_id: id })).next?.tool, 'create_cart');
      assert.equal((await shopper().failed('update_cart', { cart_id: id })).next?.tool, 'create_cart');
      assert.equal(
        (await shopper().failed('create_checkout', { cart_id: id })).next?.tool,
        'create_checkout',
      );
      assert.equal(
        (await shopper().failed('get_checkout', { checkout_id: id })).next?.tool,
        'create_checkout',
      );
    }
    for (const order_id of ['1001', randomUUID(), `gid://${at.platform}/Order/1`]) {
      assert.equal((await shopper().failed('get_order', { order_id })).error.code, 'not_found');
    }
  });

  it('lead from the id of another thing to the tool that reads it', async () => {
    const cart = await shopper().call<ShownCart>('create_cart', { items: [{ id: single }] });
    const checkout = await shopper().call<Checkout>('create_checkout', { items: [{ id: single }] });
    const read = { tool: 'get_checkout', arguments: { checkout_id: checkout.id } };
    assert.deepEqual((await shopper().failed('get_cart', { cart_id: checkout.id })).next, read);
    assert.deepEqual((await shopper().failed('get_order', { order_id: checkout.id })).next, read);
    const cartRead = { tool: 'get_cart', arguments: { cart_id: cart.id } };
    assert.deepEqual((await shopper().failed('get_checkout', { checkout_id: cart.id })).next, cartRead);
  });

  it('lead from a settled checkout and an empty cart onwards', async () => {
    const { id: cart_id } = await shopper().call<ShownCart>('create_cart', { items: [{ id: single }] });
    await shopper().call('update_cart', { cart_id, items: [{ id: single, quantity: 0 }] });
    const empty = await shopper().failed('create_checkout', { cart_id });
    assert.deepEqual(
      [empty.error.code, empty.next],
      ['conflict', { tool: 'update_cart', arguments: { cart_id } }],
    );

    const checkout = await shopper().call<Checkout>('create_checkout', { items: [{ id: single }] });
    const checkout_id = checkout.id;
    const nothing = await shopper().failed('update_checkout', {
      checkout_id,
      items: [{ id: single, quantity: 0 }],
    });
    assert.deepEqual(nothing.next, { tool: 'cancel_checkout', arguments: { checkout_id } });
    await payCheckout(checkout.checkout_url ?? '');
    await shopper().call('complete_checkout', { checkout_id });
    for (const tool of ['update_checkout', 'cancel_checkout']) {
      const { next } = await shopper().failed(tool, { checkout_id });
      assert.deepEqual(next, { tool: 'get_checkout', arguments: { checkout_id } }, tool);
    }
    const canceled = await shopper().call<Checkout>('create_checkout', { items: [{ id: single }] });
    await shopper().call('cancel_checkout', { checkout_id: canceled.id });
    const late = await shopper().failed('complete_checkout', { checkout_id: canceled.id });
    assert.equal(late.error.code, 'conflict');
  });

  it('ask for the same call again while the shop is out, and hide why', async (t) => {
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'server_error' });
    t.after(() => control.clearFaults());
    const { error, next } = await shopper().failed('create_checkout', { items: [{ id: single }] });
    assert.match(error.code, /^platform_/);
    assert.deepEqual(next, { tool: 'create_checkout', same_arguments: true });
  });

  it('answers an unknown tool and arguments that are no object with JSON-RPC errors', async () => {
    const unknown = await shopper().rpc('tools/call', { name: 'buy_it', arguments: {} });
    assert.equal(unknown.body.error?.code, -32601);
    assert.match(unknown.body.error?.message ?? '', /search_products/);
    const wrong = await shopper().rpc('tools/call', { name: 'get_cart', arguments: ['x'] });
    assert.equal(wrong.body.error?.code, -32602);
  });

  it('hide the tools of a capability that is off, and ignore its arguments', async () => {
    await whileOff(at, 'cart', async () => {
      const { body } = await shopper().rpc('tools/list');
      assert.ok(body.result?.tools.every(({ name }) => !name.endsWith('_cart')));
      assert.equal((await shopper().rpc('tools/call', { name: 'get_cart' })).body.error?.code, -32601);
      const { error } = await shopper().failed('create_checkout', { cart_id: randomUUID() });
      assert.equal(error.field, 'cart_id');
    });
    await whileOff(at, 'discount', async () => {
      const args = { items: [{ id: single }], discount_codes: ['SUMMER10'] };
      const checkout = await shopper().call<Checkout>('create_checkout', args);
      assert.equal(checkout.discount_codes, undefined);
      assert.deepEqual(checkout.not_used, ['discount_codes']);
    });
    await whileOff(at, 'order', async () => {
      assert.equal((await shopper().rpc('tools/call', { name: 'get_order' })).body.error?.code, -32601);
    });
    await whileOff(at, 'fulfillment', async () => {
      assert.equal((await shopper().rpc('tools/call', { name: 'quote_shipping' })).body.error?.code, -32601);
    });
  });
});

/** Returns lists within lists. */
function nested(depth: number): unknown {
  let list: unknown = 'M';
  for (let level = 0; level < depth; level++) list = [list];
  return list;
}
