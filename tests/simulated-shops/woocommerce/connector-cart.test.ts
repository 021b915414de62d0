import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  connectorHealth,
  itemsRefusedError,
  storeInfo,
} from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import { openCheckout } from '../../../testing/pay-checkout.ts';
import { pluck } from '../../../testing/pluck.ts';
import { type Answer, CONNECTOR, cart, cartRequest, createCart, errorCode, goods, openSite } from './site.ts';

const MUG = 3200;

describe('cart/create of the simulated connector', () => {
  it('makes a cart whose totals add up, taxed as at the base address and without shipping [CON-2]', async (t) => {
    const visitor = await openSite(t);
    const answer = await createCart(visitor, cartRequest([{ id: MUG, quantity: 2 }]));
    assert.equal(answer.status, 201);
    const view = cart(answer);
    assert.deepEqual(view.totals, { subtotal: 2900, discount: 0, tax: 232, shipping: null, total: 3132 });
    assert.deepEqual(view.shipping_rates, []);
    assert.match(view.checkout_url, /^http:\/\/127\.0\.0\.1:\d+\/checkout\/\?ucp_cart=[\w-]{32}$/);
    assert.ok(new Date(view.expires_at) > new Date());
  });

  it('replaces what a cart holds under the same address, and keeps what is not mentioned', async (t) => {
    const visitor = await openSite(t);
    const body = { ...cartRequest([{ id: MUG, quantity: 2 }]), coupons: ['SUMMER10'] };
    const first = cart(await createCart(visitor, body));
    const again = await createCart(visitor, { cart_id: body.cart_id, items: [{ id: 601, quantity: 1 }] });
    assert.equal(again.status, 200);
    const second = cart(again);
    assert.equal(second.checkout_url, first.checkout_url);
    const lines = second.items.map(({ id, product_id, name, quantity, price }) => [
      id,
      product_id,
      name,
      quantity,
      price,
    ]);
    assert.deepEqual(lines, [[601, 600, 'Two-Tone Apron - S', 1, 2000]]);
    assert.deepEqual(second.coupons.applied, [{ code: 'summer10', amount: 200 }]);
    const cleared = cart(await createCart(visitor, { ...body, coupons: [] }));
    assert.deepEqual(cleared.coupons, { applied: [], rejected: [] });
  });

  it('prices shipping to a destination, and offers no rate where nothing is delivered', async (t) => {
    const visitor = await openSite(t);
    const body = cartRequest([{ id: MUG, quantity: 1 }]);
    const home = cart(await createCart(visitor, { ...body, destination: { country: 'US' } }));
    assert.deepEqual(pluck(home.shipping_rates, 'amount', 'tax'), [
      [500, 40],
      [1500, 120],
    ]);
    assert.deepEqual(home.totals, { subtotal: 1450, discount: 0, tax: 156, shipping: 500, total: 2106 });
    const free = cart(
      await createCart(visitor, { ...body, coupons: ['FREESHIP'], destination: { country: 'US' } }),
    );
    assert.deepEqual(free.totals, { subtotal: 1450, discount: 0, tax: 116, shipping: 0, total: 1566 });
    const away = cart(await createCart(visitor, { ...body, coupons: [], destination: { country: 'AQ' } }));
    assert.deepEqual([away.shipping_rates, away.totals.shipping], [[], null]);
    const virtual = cartRequest([{ id: 200, quantity: 1 }]);
    const view = cart(await createCart(visitor, { ...virtual, destination: { country: 'US' } }));
    assert.deepEqual([view.shipping_rates, view.totals.shipping], [[], null]);
  });
});

describe('items that the simulated connector refuses', () => {
  const problemsOf = (answer: Answer) => {
    assert.equal(answer.status, 409);
    const { items } = itemsRefusedError.parse(answer.body).data;
    return items.map(({ id, problem, available }) =>
      available === undefined ? [id, problem] : [id, problem, available],
    );
  };

  it('says of each item why, and changes nothing', async (t) => {
    const visitor = await openSite(t);
    const draft = visitor.shop.control.products.find((product) => !product.published)?.id ?? 0;
    const body = cartRequest([{ id: MUG, quantity: 1 }]);
    const { checkout_url: url } = cart(await createCart(visitor, body));
    const expected: [number, number, string][] = [
      [987654, 1, 'unknown'],
      [draft, 1, 'unknown'],
      [3500, 1, 'out_of_stock'],
      [400, 1, 'unbuyable'],
      [600, 1, 'unbuyable'],
      [603, 1, 'unbuyable'],
      [101, 1, 'unbuyable'],
      [300, 2, 'unbuyable'],
    ];
    const items = [...expected.map(([id, quantity]) => ({ id, quantity })), { id: MUG, quantity: 5 }];
    const refused = await createCart(visitor, { ...body, items });
    const problems = expected.map(([id, , problem]) => [id, problem]);
    assert.deepEqual(problemsOf(refused), problems);
    assert.match((await openCheckout(url)).html, /1 × 14\.50 USD/);
  });

  it('counts the same item named twice as one, and says how many are left', async (t) => {
    const visitor = await openSite(t);
    const { id } = goods(visitor.shop, 'travel-mug');
    const twice = (quantity: number) =>
      createCart(visitor, cartRequest([1, quantity].map((each) => ({ id, quantity: each }))));
    assert.deepEqual(pluck(cart(await twice(2)).items, 'quantity'), [3]);
    assert.deepEqual(problemsOf(await twice(3)), [[id, 'insufficient_stock', 3]]);
  });

  it('sells what may be backordered, and one of what is sold individually', async (t) => {
    const visitor = await openSite(t);
    const items = [
      { id: 500, quantity: 3 },
      { id: 300, quantity: 1 },
    ];
    assert.equal((await createCart(visitor, cartRequest(items))).status, 201);
  });
});

describe('coupons of the simulated connector', () => {
  it('rejects with WooCommerce’s numbers and its HTML-escaped messages', async (t) => {
    const visitor = await openSite(t);
    const body = cartRequest([{ id: MUG, quantity: 1 }]);
    const codes = ['Nope', 'EXPIRED5', 'BIG100', 'SUMMER10', 'summer10'];
    const { coupons, totals } = cart(await createCart(visitor, { ...body, coupons: codes }));
    assert.deepEqual(coupons, {
      applied: [{ code: 'summer10', amount: 145 }],
      rejected: [
        {
          code: 'nope',
          error_code: 105,
          message: 'Coupon &quot;nope&quot; cannot be applied because it does not exist.',
        },
        { code: 'expired5', error_code: 107, message: 'Coupon &quot;expired5&quot; has expired.' },
        {
          code: 'big100',
          error_code: 108,
          message: 'The minimum spend for coupon &quot;big100&quot; is &#036;100.00.',
        },
        {
          code: 'summer10',
          error_code: 103,
          message: 'Coupon code &quot;summer10&quot; has already been applied.',
        },
      ],
    });
    assert.deepEqual(totals, { subtotal: 1450, discount: 145, tax: 104, shipping: null, total: 1409 });
  });

  it('writes codes as WordPress stores them, and escapes nothing twice', async (t) => {
    const visitor = await openSite(t);
    const body = { ...cartRequest([{ id: MUG, quantity: 1 }]), coupons: ['X&Y', 'a<b'] };
    const { rejected } = cart(await createCart(visitor, body)).coupons;
    assert.deepEqual(pluck(rejected, 'code'), ['x&amp;y', 'a&lt;b']);
    assert.equal(
      rejected[0]?.message,
      'Coupon &quot;x&amp;y&quot; cannot be applied because it does not exist.',
    );
  });

  it('takes a valid coupon for an empty cart', async (t) => {
    const visitor = await openSite(t);
    const { coupons } = cart(await createCart(visitor, { ...cartRequest([]), coupons: ['SUMMER10'] }));
    assert.deepEqual(coupons, { applied: [{ code: 'summer10', amount: 0 }], rejected: [] });
  });
});

describe('input that the simulated connector does not take', () => {
  const BAD = [
    { cart_id: 'x', items: [] },
    { cart_id: crypto.randomUUID(), items: [{ id: MUG, quantity: 0 }] },
    { cart_id: crypto.randomUUID(), items: [{ id: MUG, quantity: 1.5 }] },
    { cart_id: crypto.randomUUID(), items: [{ id: MUG, quantity: 10_000 }] },
    { cart_id: crypto.randomUUID(), items: 'mug' },
    { cart_id: crypto.randomUUID(), items: [], coupons: 'SUMMER10' },
  ];

  it('names the parameter that is wrong or missing, and rejects broken JSON', async (t) => {
    const visitor = await openSite(t);
    for (const body of BAD) {
      const answer = await createCart(visitor, body);
      assert.deepEqual([answer.status, errorCode(answer)], [400, 'rest_invalid_param'], JSON.stringify(body));
    }
    const answers = await Promise.all(
      ['', '{}', '[]', '"x"', '{"cart', 'null'].map((body) => createCart(visitor, body)),
    );
    const missing = 'rest_missing_callback_param';
    assert.deepEqual(answers.map(errorCode), [
      missing,
      missing,
      missing,
      missing,
      'rest_invalid_json',
      missing,
    ]);
    assert.ok(answers.every(({ status }) => status === 400));
  });
});

it('the simulated connector describes the shop, with policy pages that exist [CON-1]', async (t) => {
  const { get, shop } = await openSite(t, { name: 'Tea & Lamps', currency: 'JPY' });
  const info = storeInfo.parse((await get(`${CONNECTOR}/store-info`, {})).body);
  assert.deepEqual(
    [info.name, info.currency, info.country, info.url],
    ['Tea & Lamps', 'JPY', 'JP', shop.url],
  );
  assert.ok(info.policies.length > 0);
  for (const { href } of info.policies) assert.equal((await fetch(href)).status, 200);
  assert.equal(connectorHealth.parse((await get(`${CONNECTOR}/health`, {})).body).status, 'not_paired');
});
