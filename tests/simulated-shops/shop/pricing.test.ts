import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seedProducts } from '../../../simulated-shops/shop/catalog.ts';
import { priceCart } from '../../../simulated-shops/shop/pricing.ts';
import { shopSettings } from '../../../simulated-shops/shop/settings.ts';

const settings = shopSettings({ currency: 'USD', name: 'Test' });

describe('The sums of a simulated shop', () => {
  it('always add up, to the minor unit', () => {
    const line = fc.record({
      price: fc.nat(1_000_000),
      quantity: fc.integer({ min: 0, max: 50 }),
      tags: fc.subarray(['mug', 'shoe']),
    });
    const email = fc.constantFrom(null, 'vip@example.com', 'ann@example.com');
    const codes = fc.shuffledSubarray([...settings.coupons.map(({ code }) => code), 'NOPE']);
    const rate = fc.constantFrom('standard', 'express', '');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 6 }),
        codes,
        rate,
        email,
        (lines, codes, shippingRateId, email) => {
          const sums = priceCart({ settings, lines, codes, shippingRateId, email });
          const { subtotal, discount, tax, shipping, total } = sums;
          assert.equal(subtotal - discount + tax + (shipping ?? 0), total);
          assert.ok(total >= 0);
          for (const outcome of sums.codes) {
            if (!outcome.applied || outcome.coupon.kind === 'free_shipping') continue;
            const shared = outcome.perLine.reduce((sum, part) => sum + part, 0);
            assert.equal(shared, outcome.amount);
          }
        },
      ),
    );
  });
});

describe('The goods of a simulated shop', () => {
  it('sells plenty of goods, some sold out, one with many variants, one a draft', () => {
    const products = seedProducts('USD');
    assert.ok(products.length >= 44);
    assert.ok(products.some((product) => product.variants.every((variant) => variant.stock === 0)));
    assert.ok(products.some((product) => product.variants.length >= 30));
    assert.equal(products.filter((product) => !product.published).length, 1);
    const ids = products.flatMap((product) => product.variants.map((variant) => variant.id));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(new Set(products.map((product) => product.handle)).size, products.length);
  });

  it('cost what is natural in the currency', () => {
    const price = (currency: string) =>
      seedProducts(currency).find((product) => product.handle === 'cafe-mug')?.variants[0]?.price;
    assert.deepEqual(['USD', 'JPY', 'KWD'].map(price), ['14.50', '2175', '4.350']);
  });
});
