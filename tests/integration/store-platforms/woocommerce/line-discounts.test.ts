import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPlatformCart } from '../../../../src/store-platforms/woocommerce/carts.ts';
import { cartCreateResponse } from '../../../../src/store-platforms/woocommerce/connector-wire.ts';
import { pluck } from '../../../../testing/pluck.ts';

const CART = '4b0e6a52-7f1d-4c3e-9a55-0c8f3a1d2e4f';

type Shape = { discounts: (number | undefined)[]; applied: [code: string, amount: number][] };

/** A cart of lines of 30.00 each, as the plugin answers. */
function linesOf({ discounts, applied }: Shape) {
  const off = applied.reduce((sum, [, amount]) => sum + amount, 0);
  const subtotal = 3000 * discounts.length;
  const answer = cartCreateResponse.parse({
    cart_id: CART,
    checkout_url: 'https://shop.example/checkout/?ucp_cart=1',
    expires_at: '2026-12-01T00:00:00Z',
    currency: 'USD',
    items: discounts.map((discount, index) => ({
      id: index + 1,
      product_id: index + 1,
      name: `Mug ${index + 1}`,
      quantity: 2,
      price: 1500,
      image: null,
      ...(discount === undefined ? {} : { discount }),
    })),
    totals: { subtotal, discount: off, tax: 0, shipping: null, total: subtotal - off },
    coupons: { applied: applied.map(([code, amount]) => ({ code, amount })), rejected: [] },
    shipping_rates: [],
  });
  const lines = discounts.map((_, index) => ({
    variantId: `gid://woocommerce/ProductVariant/${index + 1}`,
    quantity: 2,
  }));
  const discountCodes = applied.map(([code]) => code.toUpperCase());
  return toPlatformCart(CART, answer, { cartId: CART, lines, discountCodes }).lines;
}

/** As the plugin answered on WooCommerce 10.9.4 with prices that hold 7.25 % tax: the coupons make 82.53, the cart says 82.54. */
function taxedCart() {
  const item = (id: number, quantity: number, price: number, discount: number) => ({
    id,
    product_id: id,
    name: `Mug ${id}`,
    quantity,
    price,
    discount,
    image: null,
  });
  return cartCreateResponse.parse({
    cart_id: CART,
    checkout_url: 'https://shop.example/checkout/?ucp_cart=1',
    expires_at: '2026-12-01T00:00:00Z',
    currency: 'USD',
    items: [item(15, 3, 1864, 2990), item(14, 1, 1151, 448), item(72, 7, 1865, 4815)],
    totals: { subtotal: 19796, discount: 8254, tax: 837, shipping: null, total: 12379 },
    coupons: {
      applied: [
        { code: 'bowls', amount: 931 },
        { code: 'cents', amount: 724 },
        { code: 'third', amount: 6598 },
      ],
      rejected: [],
    },
    shipping_rates: [],
  });
}

describe('WooCommerce discounts of lines', () => {
  it('allocates discounts of lines to the one effective coupon, spelled as the agent wrote it', () => {
    const [one, other] = linesOf({
      discounts: [300, 0],
      applied: [
        ['ten', 300],
        ['freeship', 0],
      ],
    });
    assert.deepEqual(one?.allocations, [{ code: 'TEN', title: 'TEN', amount: 300 }]);
    assert.deepEqual([one?.discount, other?.discount, other?.allocations], [300, 0, []]);
  });

  it('make the coupon also where each line was rounded by itself', () => {
    const lines = linesOf({ discounts: [333, 333, 333], applied: [['ten', 1000]] });
    assert.deepEqual(pluck(lines, 'discount'), [334, 333, 333]);
  });

  it('reports discounts of lines as a sum for several coupons, since the shop does not split them', () => {
    const lines = linesOf({
      discounts: [400, 100],
      applied: [
        ['ten', 300],
        ['five', 200],
      ],
    });
    assert.deepEqual(pluck(lines, 'discount', 'allocations'), [
      [400, undefined],
      [100, undefined],
    ]);
  });

  it('reports discounts of lines beside coupons that make up the whole discount despite their rounding', () => {
    const { discounts, totals, lines } = toPlatformCart(CART, taxedCart(), {
      cartId: CART,
      lines: [
        { variantId: 'gid://woocommerce/ProductVariant/15', quantity: 3 },
        { variantId: 'gid://woocommerce/ProductVariant/14', quantity: 1 },
        { variantId: 'gid://woocommerce/ProductVariant/72', quantity: 7 },
      ],
      discountCodes: ['BOWLS', 'CENTS', 'THIRD'],
    });
    assert.equal(totals.discount, 8254);
    assert.deepEqual(discounts.applied, [
      { code: 'BOWLS', amount: 931 },
      { code: 'CENTS', amount: 724 },
      { code: 'THIRD', amount: 6599 },
    ]);
    const off = lines.map(({ discount = 0 }) => discount);
    const whole = off.reduce((sum, each) => sum + each, 0);
    assert.equal(whole, totals.discount);
  });

  it('omits discounts of lines for an older plugin, and when they do not add up to the coupons’ discount', () => {
    for (const discounts of [
      [undefined, undefined],
      [100, undefined],
      [100, 100],
      [6001, 0],
    ])
      for (const line of linesOf({ discounts, applied: [['ten', 300]] }))
        assert.deepEqual([line.discount, line.allocations], [undefined, undefined], String(discounts));
  });
});
