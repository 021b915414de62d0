import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PricingRequest, priceCart } from '../../../simulated-shops/shop/pricing.ts';
import { shopSettings } from '../../../simulated-shops/shop/settings.ts';

const settings = shopSettings({ currency: 'USD', name: 'Test' });
const mug = { price: 1000, quantity: 1, tags: ['mug'] };
const shoe = { price: 3000, quantity: 1, tags: ['shoe'] };

function outcomes(codes: string[], request: Partial<PricingRequest> = {}) {
  const priced = priceCart({ settings, lines: [mug, shoe], codes, ...request });
  return Object.fromEntries(
    priced.codes.map((outcome) => [outcome.code, outcome.applied ? outcome.amount : outcome.reason]),
  );
}

describe('The codes of a simulated shop', () => {
  it('offers a discount code for every way to be refused', () => {
    const codes = ['NOPE', 'EXPIRED5', 'BIG100', 'USEDUP', 'VIP'];
    assert.deepEqual(outcomes(codes), {
      NOPE: 'unknown',
      EXPIRED5: 'expired',
      BIG100: 'minimum',
      USEDUP: 'used_up',
      VIP: 'email_missing',
    });
    assert.deepEqual(outcomes(['VIP'], { email: 'ann@example.com' }), { VIP: 'email_refused' });
    assert.deepEqual(outcomes(['MAX50'], { lines: [{ ...shoe, quantity: 2 }] }), { MAX50: 'maximum' });
    assert.deepEqual(outcomes(['MUGSONLY'], { lines: [shoe] }), { MUGSONLY: 'not_applicable' });
    assert.deepEqual(outcomes(['SUMMER10'], { lines: [] }), { SUMMER10: 'empty_cart' });
  });

  it('count for whom and what they are meant', () => {
    assert.deepEqual(outcomes(['VIP'], { email: 'VIP@example.com' }), { VIP: 1000 });
    assert.deepEqual(outcomes(['MUGSONLY']), { MUGSONLY: 200 });
    assert.deepEqual(outcomes(['MAX50']), { MAX50: 500 });
    assert.deepEqual(outcomes(['summer10', 'SUMMER10']), { summer10: 400 });
    const { codes } = priceCart({ settings, lines: [mug, shoe], codes: ['MUGSONLY'] });
    assert.deepEqual(codes[0]?.applied && codes[0].perLine, [200, 0]);
  });

  it('leave every other out when they must stand alone, but not when they do not count themselves', () => {
    assert.deepEqual(outcomes(['SUMMER10', 'SOLO']), { SUMMER10: 'combination', SOLO: 600 });
    const solo = settings.coupons.find(({ code }) => code === 'SOLO');
    assert.ok(solo);
    const expired = { ...solo, expiresAt: '2024-01-01T00:00:00.000Z' };
    const others = settings.coupons.filter((coupon) => coupon !== solo);
    const request = { settings: { ...settings, coupons: [...others, expired] } };
    assert.deepEqual(outcomes(['SUMMER10', 'SOLO'], request), { SUMMER10: 400, SOLO: 'expired' });
  });

  it('count from what an automatic discount has left', () => {
    const automaticDiscounts = [
      { title: 'Ten off', kind: 'fixed', value: '10.00', minimum: '40.00' } as const,
    ];
    const request = {
      settings: { ...settings, automaticDiscounts },
      lines: [mug, shoe],
      codes: ['SUMMER10'],
    };
    const { automatic, discount, codes } = priceCart(request);
    assert.deepEqual(automatic, [{ title: 'Ten off', amount: 1000, perLine: [250, 750] }]);
    assert.equal(codes[0]?.applied && codes[0].amount, 300);
    assert.equal(discount, 1300);
    assert.deepEqual(priceCart({ ...request, lines: [shoe] }).automatic, []);
  });
});
