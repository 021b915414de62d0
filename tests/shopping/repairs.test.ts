import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readArguments } from '../../src/protocols/shopping/arguments.ts';
import { ARGUMENTS } from '../../src/protocols/shopping/requests.ts';
import { everywhere, inShop, withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { signUp } from '../../testing/merchant.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { PLATFORMS } from '../../testing/test-service.ts';
import {
  type Checkout,
  type Found,
  idsOf,
  type Shipping,
  type ShownCart,
  type ShownOrder,
  type ShownProduct,
  shopperAt,
} from './shopper.ts';

describe('arguments of the shopping tools', () => {
  const table = { query: ARGUMENTS.query, limit: ARGUMENTS.limit, codes: ARGUMENTS.discount_codes };
  const read = (args: Record<string, unknown>) => {
    const repairs: string[] = [];
    return { input: readArguments(args, table, repairs), repairs };
  };

  it('leaves correct arguments, lists that are too long and what has no sane reading as they are', () => {
    const long = Array.from({ length: 9_000 }, (_, place) => place);
    for (const args of [
      { query: 'mug', limit: 3, codes: ['A', 'B'] },
      { codes: long },
      { query: ['mug'], limit: 'many' },
    ])
      assert.deepEqual(read(args), { input: args, repairs: [] });
    const empty = { query: 'mug', limit: null, codes: '', _meta: {}, meta: {} };
    assert.deepEqual(read(empty).input, { query: 'mug' });
  });

  it('report each repair once, by the name of the argument', () => {
    const { input, repairs } = read({ arguments: { q: 7, limit: '99', code: 'A' }, color: 'red' });
    assert.deepEqual(input, { query: '7', limit: 25, codes: ['A'] });
    assert.deepEqual(repairs, [
      'arguments: opened',
      'query: given as q',
      'query: number read as text',
      'limit: text read as number',
      'limit: cut to 25',
      'codes: given as code',
      'codes: value read as a list of one',
      'color: not used',
    ]);
  });
});

everywhere('repairs of arguments', (at) => {
  const shopper = () => shopperAt(at);
  let single: string;
  let several: string;

  before(async () => {
    ({ single, several } = await idsOf(shopper()));
    inShop(at, single.replace('v', '/')).stock = null;
  });

  const bought = async (args: object) => {
    const cart = await shopper().call<ShownCart>('create_cart', args);
    return cart.items.map(({ id, quantity }) => [id, quantity]);
  };

  it('read the id of a variant in each form that models give it', async () => {
    const number = single.slice(1);
    const { id } = await shopper().call<ShownProduct>('get_product', { id: single });
    const product = await shopper().call<ShownProduct>('get_product', { id });
    const gid = `gid://${at.platform}/ProductVariant/${number}`;
    for (const form of [
      single,
      single.toUpperCase(),
      number,
      Number(number),
      gid,
      id,
      product.url,
      ` ${single} `,
    ])
      assert.deepEqual(await bought({ items: [{ id: form }] }), [[single, 1]], String(form));
  });

  it('find many items in as many calls to the shop as few', async () => {
    const { id, url } = await shopper().call<ShownProduct>('get_product', { id: single });
    const { control } = at.running.shop(at.slug);
    const callsFor = async (items: object[]) => {
      const sum = () => Object.values(control.calls()).reduce((total, calls) => total + calls, 0);
      const before = sum();
      await shopper().call('create_cart', { items });
      return sum() - before;
    };
    const forms = [{ id }, { id: single.slice(1) }, { id: url }];
    const few = await callsFor(forms);
    assert.ok((await callsFor(Array.from({ length: 20 }, () => forms).flat())) <= few);
  });

  it('read items in each shape that models give them', async () => {
    for (const args of [
      { items: { id: single, quantity: '2' } },
      { items: [{ variant_id: single, qty: 2 }] },
      { items: JSON.stringify([{ id: single, quantity: 2 }]) },
      { line_items: [{ item: { id: single }, quantity: 2 }] },
      { cart: { line_items: [{ item: { id: single }, quantity: 2 }] } },
      { variant_id: single, quantity: 2 },
      { items: [single, { id: single }] },
      { items: [{ id: single, quantity: 2, title: 'Mug', price: 14.5 }] },
    ])
      assert.deepEqual(await bought(args), [[single, 2]], JSON.stringify(args));
  });

  it('read the variant of a product by its options, in any order and by name', async () => {
    const { variants } = await shopper().call<ShownProduct>('get_product', { id: several });
    const available = variants.find(({ sold_out }) => !sold_out);
    assert.ok(available);
    const values = available.title.split(/ \/ |, /).toReversed();
    for (const options of [
      available.title,
      values.join(' ').toLowerCase(),
      { one: values[0], two: values[1] ?? '' },
    ])
      assert.deepEqual(await bought({ items: [{ id: several, options }] }), [[available.id, 1]]);
  });

  it('read codes, countries, limits and other names of arguments, and name those that are not used', async () => {
    const search = await shopper().call<Found>('search_products', {
      q: 'mug',
      max_results: '2',
      color: 'red',
    });
    assert.equal(search.products.length, 2);
    assert.deepEqual(search.not_used, ['color']);
    const cart = await shopper().call<ShownCart>('create_cart', {
      items: [{ id: single }],
      coupon: 'SUMMER10',
    });
    assert.equal(cart.discount_codes?.[0]?.code, 'SUMMER10');
    assert.deepEqual(await shopper().call('get_cart', { id: cart.id }), cart);
    for (const place of [{ country: 'Germany' }, { destination: { country_code: 'de', zip: 10969 } }]) {
      const { options } = await shopper().call<Shipping>('quote_shipping', { items: single, ...place });
      assert.ok(options.length > 0);
    }
  });

  it('read a checkout in the place of its order', async () => {
    const checkout = await shopper().call<Checkout>('create_checkout', { items: [{ id: single }] });
    await payCheckout(checkout.checkout_url ?? '');
    const { order_id } = await shopper().call<Checkout>('complete_checkout', { session_id: checkout.id });
    assert.equal((await shopper().call<ShownOrder>('get_order', { order_id: checkout.id })).id, order_id);
  });

  it('remove an item by the quantity 0 and leave items alone that are not named', async () => {
    const { variants } = await shopper().call<ShownProduct>('get_product', { id: several });
    const other = variants.find(({ sold_out }) => !sold_out)?.id;
    const { id: cart_id } = await shopper().call<ShownCart>('create_cart', { items: [single] });
    const update = async (items: unknown) => {
      const cart = await shopper().call<ShownCart>('update_cart', { cart_id, items });
      return cart.items.map(({ id, quantity }) => [id, quantity]);
    };
    assert.deepEqual(await update([{ id: other, quantity: 3 }]), [
      [single, 1],
      [other, 3],
    ]);
    assert.deepEqual(await update([{ id: single, quantity: 0 }]), [[other, 3]]);
    assert.deepEqual(await update([{ id: single, quantity: 0 }]), [[other, 3]], 'repeating changes nothing');
    assert.deepEqual(await update([{ id: other, quantity: 0 }]), []);
  });
});

withService('the log of the shopping endpoint', (running) => {
  const merchant = forSuite(() => signUp(running));

  interface Logged {
    tool: string;
    agent: string;
    transport: string;
    endpoint: string;
    status: number;
    error: string | null;
    cart_id: string | null;
    session_id: string | null;
    order_id: string | null;
    request_body: unknown;
    response_body: unknown;
    repairs: string[];
  }

  const latest = async (slug: string) => {
    const { body } = await merchant.get<{ items: { id: string }[] }>(`/stores/${slug}/requests`);
    const path = `/stores/${slug}/requests/${body.items[0]?.id}`;
    return (await merchant.get<{ request: Logged }>(path)).body.request;
  };
  const headers = { 'mcp-protocol-version': '2025-11-25', 'user-agent': 'Claude-User/1.0' };

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;
    const shopper = () => shopperAt({ slug, running }, headers);

    it(`holds each repair of a call at ${platform}, and none of a right one`, async () => {
      await shopper().call('search_products', { q: 'mug', limit: '2' });
      const repaired = await latest(slug);
      assert.partialDeepStrictEqual(repaired, { tool: 'search_products', agent: 'Claude', transport: 'mcp' });
      assert.deepEqual(repaired.repairs, ['query: given as q', 'limit: text read as number']);
      await shopper().call('search_products', { query: 'mug' });
      assert.deepEqual((await latest(slug)).repairs, []);
    });

    it(`attributes a purchase at ${platform} to its agent, session and order, without secrets`, async () => {
      const { single } = await idsOf(shopper());
      const args = { items: [{ id: single }], buyer_email: 'ada@example.com', buyer_name: 'Ada' };
      const checkout = await shopper().call<Checkout>('create_checkout', args);
      const created = await latest(slug);
      assert.deepEqual([created.session_id, created.status], [checkout.id, 200]);
      const text = JSON.stringify(created);
      assert.ok(!text.includes('ada@example.com') && !text.includes('"Ada"'));
      assert.ok(!text.includes(new URL(checkout.checkout_url ?? '').search), 'nothing opens the checkout');
      await payCheckout(checkout.checkout_url ?? '');
      const paid = await shopper().call<Checkout>('get_checkout', { checkout_id: checkout.id });
      assert.equal((await latest(slug)).order_id, paid.order_id);
      const session = await merchant.get<{ session: { agent: string } }>(
        `/stores/${slug}/sessions/${checkout.id}`,
      );
      assert.equal(session.body.session.agent, 'Claude');
    });

    it(`records a failure at ${platform} with the status and the text that the agent got`, async () => {
      const { error } = await shopper().failed('get_checkout', { checkout_id: 'none' });
      const failed = await latest(slug);
      assert.deepEqual([failed.tool, failed.status, failed.error], ['get_checkout', 404, error.message]);
      const wrong = await shopper().failed('search_products', { limit: 3 });
      const refused = await latest(slug);
      assert.deepEqual([refused.status, refused.error], [400, wrong.error.message]);
    });
  }
});
