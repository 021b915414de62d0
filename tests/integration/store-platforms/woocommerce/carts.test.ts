import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../../src/commerce/errors.ts';
import type { CartRequest } from '../../../../src/store-platforms/store-platform.ts';
import { toRejectionReason } from '../../../../src/store-platforms/woocommerce/carts.ts';
import {
  type CartCreateResponse,
  cartCreateRequest,
} from '../../../../src/store-platforms/woocommerce/connector-wire.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { caller, openSite, type Script } from './scripted-site.ts';

const CART_ID = '4b0e6a52-7f1d-4c3e-9a55-0c8f3a1d2e4f';
const ROUTE = 'POST /wc-ucp-host/v1/cart/create';

const request: CartRequest = {
  cartId: CART_ID,
  sessionId: '0b8a4a4e-0000-4000-8000-000000000001',
  lines: [
    { variantId: 'gid://woocommerce/ProductVariant/57', quantity: 2 },
    { variantId: 'gid://woocommerce/ProductVariant/14', quantity: 1 },
  ],
  discountCodes: ['SUMMER10', 'Nope'],
  buyer: { email: 'jane@example.test', name: 'Jane Doe' },
};

/** As the connector answers `request`; its items in another order than asked. */
function cart(changes: Partial<CartCreateResponse> = {}): CartCreateResponse {
  const mug = { id: 14, product_id: 14, name: 'Mug &amp; Lid', quantity: 1, price: 1450, image: null };
  const tee = {
    id: 57,
    product_id: 54,
    name: 'Tee - M, Red',
    quantity: 2,
    price: 2000,
    image: 'https://x.test/t.png',
  };
  return {
    cart_id: CART_ID,
    checkout_url: 'https://shop.example/checkout/?ucp_cart=secret',
    currency: 'USD',
    expires_at: '2026-11-30T12:00:00Z',
    items: [mug, tee],
    totals: { subtotal: 5450, discount: 545, tax: 392, shipping: null, total: 5297 },
    coupons: {
      applied: [{ code: 'summer10', amount: 545 }],
      rejected: [
        {
          code: 'nope',
          error_code: 105,
          message: 'Coupon &quot;nope&quot; cannot be applied because it does not exist.',
        },
      ],
    },
    shipping_rates: [],
    ...changes,
  };
}

const answering = (body: object, status = 201): Script => ({ [ROUTE]: () => ({ status, body }) });

async function kindOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => assert.fail('nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof CommerceError, String(error));
  return error.kind;
}

describe('a cart', () => {
  it('counts what older plugins report as fees below zero as a discount', async (t) => {
    const deposit = { subtotal: 3450, discount: 545, tax: 392, shipping: null, total: 3297, fees: -2000 };
    const { platform } = await openSite(t, answering(cart({ totals: deposit })));
    const { lines, totals } = await platform.createCart(request, caller);
    assert.partialDeepStrictEqual(totals, { subtotal: 5450, discount: 2545, tax: 392, total: 3297 });
    assert.equal(totals.fees, undefined);
    assert.deepEqual(pluck(lines, 'price'), [2000, 1450]);
  });

  it('creates a cart by one call with numeric ids, and returns it in the order and with the codes of the request', async (t) => {
    const { platform, requests, operations } = await openSite(t, answering(cart()));
    const platformCart = await platform.createCart(request, caller);
    assert.deepEqual(operations, ['POST /cart/create']);
    assert.deepEqual(cartCreateRequest.parse(requests[0]?.body), requests[0]?.body);
    assert.deepEqual(requests[0]?.body, {
      cart_id: CART_ID,
      session_id: request.sessionId,
      items: [
        { id: 57, quantity: 2 },
        { id: 14, quantity: 1 },
      ],
      coupons: ['SUMMER10', 'Nope'],
      buyer: { email: 'jane@example.test', name: 'Jane Doe' },
    });
    const basic = Buffer.from('ck_test:cs_very-secret').toString('base64');
    assert.equal(requests[0]?.authorization, `Basic ${basic}`);
    assert.equal(platformCart.handle, CART_ID);
    assert.deepEqual(platformCart.lines, [
      {
        variantId: 'gid://woocommerce/ProductVariant/57',
        title: 'Tee - M, Red',
        price: 2000,
        imageUrl: 'https://x.test/t.png',
        quantity: 2,
      },
      {
        variantId: 'gid://woocommerce/ProductVariant/14',
        title: 'Mug & Lid',
        price: 1450,
        imageUrl: null,
        quantity: 1,
      },
    ]);
    assert.deepEqual(platformCart.totals, {
      subtotal: 5450,
      discount: 545,
      tax: 392,
      shipping: null,
      total: 5297,
      pricesIncludeTax: false,
    });
    assert.equal(platformCart.expiresAt, '2026-11-30T12:00:00.000Z');
    const message = 'Coupon "nope" cannot be applied because it does not exist.';
    assert.deepEqual(platformCart.discounts, {
      applied: [{ code: 'SUMMER10', amount: 545 }],
      rejected: [{ code: 'Nope', reason: 'discount_code_invalid', message }],
    });
  });

  it('knows a code with an ampersand, which WordPress escapes', async (t) => {
    const message = 'Coupon &quot;h&amp;m&quot; has expired.';
    const rejected = [{ code: 'h&amp;m', error_code: 107, message }];
    const coupons = { applied: [{ code: 'b&amp;b', amount: 545 }], rejected };
    const { platform } = await openSite(t, answering(cart({ coupons })));
    const { discounts } = await platform.createCart({ ...request, discountCodes: ['B&B', 'H&M'] }, caller);
    assert.deepEqual(discounts, {
      applied: [{ code: 'B&B', amount: 545 }],
      rejected: [{ code: 'H&M', reason: 'discount_code_expired', message: 'Coupon "h&m" has expired.' }],
    });
  });

  it('says that a code was dropped when an individual-use coupon silently threw it out', async (t) => {
    const alone = cart({ coupons: { applied: [{ code: 'summer10', amount: 545 }], rejected: [] } });
    const { platform } = await openSite(t, answering(alone));
    const { discounts } = await platform.createCart(request, caller);
    assert.deepEqual(pluck(discounts.rejected, 'code', 'reason'), [
      ['Nope', 'discount_code_combination_disallowed'],
    ]);
  });

  it('replaces a cart under the same id, and leaves codes alone when none are mentioned', async (t) => {
    const { platform, requests } = await openSite(t, answering(cart(), 200));
    const { discountCodes: _, ...unmentioned } = request;
    assert.equal((await platform.updateCart(CART_ID, unmentioned, caller)).handle, CART_ID);
    assert.equal(cartCreateRequest.parse(requests[0]?.body).coupons, undefined);
  });

  it('empties an abandoned cart, and leaves a paid one as it is', async (t) => {
    const empty = cart({
      items: [],
      totals: { subtotal: 0, discount: 0, tax: 0, shipping: null, total: 0 },
      coupons: { applied: [], rejected: [] },
    });
    const open = await openSite(t, answering(empty, 200));
    await open.platform.abandonCart(CART_ID, CART_ID, caller);
    assert.deepEqual(open.requests[0]?.body, { cart_id: CART_ID, items: [], coupons: [] });
    const paid = { code: 'ucp_host_cart_paid', message: 'Paid.', data: { status: 409 } };
    const { platform } = await openSite(t, answering(paid, 409));
    await platform.abandonCart(CART_ID, CART_ID, caller);
    assert.equal(await kindOf(platform.updateCart(CART_ID, request, caller)), 'conflict');
  });
});

describe('a refused cart', () => {
  it('says of each item why, in plain words', async (t) => {
    const refused = {
      code: 'ucp_host_items_refused',
      message: 'Not all items can be sold.',
      data: {
        status: 409,
        items: [
          { id: 57, problem: 'insufficient_stock', message: 'Only 3 of &quot;Tee&quot; left.', available: 3 },
          { id: 14, problem: 'out_of_stock', message: '' },
        ],
      },
    };
    const { platform } = await openSite(t, answering(refused, 409));
    await assert.rejects(platform.createCart(request, caller), (error) => {
      assert.ok(error instanceof CommerceError);
      assert.equal(error.kind, 'item_unavailable');
      assert.deepEqual(error.refusals, [
        {
          variantId: 'gid://woocommerce/ProductVariant/57',
          reason: 'insufficient_stock',
          message: 'Only 3 of "Tee" left.',
          available: 3,
        },
        {
          variantId: 'gid://woocommerce/ProductVariant/14',
          reason: 'out_of_stock',
          message: 'Not all items can be sold.',
        },
      ]);
      return true;
    });
  });

  it('never asks the shop for the variant of another platform', async (t) => {
    const { platform, operations } = await openSite(t, answering(cart()));
    const lines = [{ variantId: 'gid://shopify/ProductVariant/57', quantity: 1 }];
    assert.equal(await kindOf(platform.createCart({ cartId: CART_ID, lines }, caller)), 'unknown_item');
    assert.deepEqual(operations, []);
  });
});

describe('a cart that is not what was asked for', () => {
  const [mug, tee] = cart().items;
  assert.ok(mug && tee);
  const { totals } = cart();
  for (const [what, changes] of [
    ['a quantity that was clamped', { items: [mug, { ...tee, quantity: 1 }] }],
    ['a line that is missing', { items: [mug] }],
    ['a line that nobody asked for', { items: [mug, tee, { ...mug, id: 15 }] }],
    ['totals that do not add up', { totals: { ...totals, total: totals.total + 1 } }],
    ['an amount that is no integer', { totals: { ...totals, tax: 3.92 } }],
    ['the cart of somebody else', { cart_id: '4b0e6a52-7f1d-4c3e-9a55-0c8f3a1d2e50' }],
    ['a checkout address that is a script', { checkout_url: 'javascript:alert(1)' }],
  ] as const)
    it(`${what} is a platform error`, async (t) => {
      const { platform } = await openSite(t, answering({ ...cart(), ...changes }));
      assert.equal(await kindOf(platform.createCart(request, caller)), 'platform_error');
    });
});

describe('the reason for which WooCommerce refuses a coupon', () => {
  const cases = [
    [105, 'Coupon "nope" cannot be applied because it does not exist.', 'discount_code_invalid'],
    [107, 'Coupon "expired20" has expired.', 'discount_code_expired'],
    [108, 'The minimum spend for coupon "min100" is $100.00.', 'discount_code_minimum_not_met'],
    [112, 'The maximum spend for coupon "max50" is $50.00.', 'discount_code_invalid'],
    [116, 'Usage limit for coupon "usedup" has been reached.', 'discount_code_usage_limit_reached'],
    [109, 'Sorry, coupon "x" is not applicable to selected products.', 'discount_code_invalid'],
    [102, 'Please enter a valid email at checkout to use coupon code "x".', 'discount_code_user_ineligible'],
    [103, 'Coupon code "summer10" has already been applied.', 'discount_code_already_applied'],
    [
      104,
      '"solo" has already been applied and cannot be used in conjunction with other coupons.',
      'discount_code_combination_disallowed',
    ],
  ] as const;
  for (const [number, message, reason] of cases)
    it(`reports ${reason} as the reason of coupon error ${number}, by its number in any language, or by its words`, () => {
      assert.equal(toRejectionReason(number, 'Der Gutschein gilt nicht.'), reason);
      assert.equal(toRejectionReason(null, message), reason);
    });

  it('a plugin’s own refusal is read by its words, else invalid', () => {
    const words = 'Please log in to use this coupon.';
    assert.equal(toRejectionReason(null, words), 'discount_code_user_not_logged_in');
    assert.equal(toRejectionReason(9001, words), 'discount_code_user_not_logged_in');
    assert.equal(toRejectionReason(null, 'Not on a Tuesday.'), 'discount_code_invalid');
  });
});
