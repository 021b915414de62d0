import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RejectionReason } from '../../../../src/commerce/checkout/cart.ts';
import type { PlatformCart } from '../../../../src/store-platforms/store-platform.ts';
import { assertAddsUp } from './checks.ts';
import { limitOf, worthAtLeast } from './coupon-goods.ts';
import { caller, type Infrastructure, type Open } from './opened.ts';
import { request } from './requests.ts';

interface CouponCase {
  what: string;
  codes: string[];
  goods(opened: Infrastructure): { amount: number; tagged?: string; untagged?: string };
  email?: string;
  applied: string[];
  /** By code, the reasons of which one is given. */
  rejected: Record<string, RejectionReason[]>;
}

const anything = () => ({ amount: 1 });
const small = () => ({ amount: 1, tagged: 'coffee' });

const CASES: CouponCase[] = [
  {
    what: 'unknown',
    codes: ['NO-SUCH-CODE'],
    goods: anything,
    applied: [],
    rejected: { 'NO-SUCH-CODE': ['discount_code_invalid'] },
  },
  {
    what: 'expired',
    codes: ['EXPIRED5'],
    goods: anything,
    applied: [],
    rejected: { EXPIRED5: ['discount_code_expired'] },
  },
  {
    what: 'below its minimum',
    codes: ['BIG100'],
    goods: small,
    applied: [],
    rejected: { BIG100: ['discount_code_minimum_not_met'] },
  },
  {
    what: 'at its minimum',
    codes: ['BIG100'],
    goods: (opened) => ({ amount: limitOf(opened, 'BIG100') }),
    applied: ['BIG100'],
    rejected: {},
  },
  {
    what: 'above its maximum',
    codes: ['MAX50'],
    goods: (opened) => ({ amount: limitOf(opened, 'MAX50') + 1 }),
    applied: [],
    rejected: { MAX50: ['discount_code_invalid'] },
  },
  { what: 'below its maximum', codes: ['MAX50'], goods: small, applied: ['MAX50'], rejected: {} },
  {
    what: 'used up',
    codes: ['USEDUP'],
    goods: anything,
    applied: [],
    rejected: { USEDUP: ['discount_code_usage_limit_reached'] },
  },
  {
    what: 'for other goods',
    codes: ['MUGSONLY'],
    goods: () => ({ amount: 1, untagged: 'mug' }),
    applied: [],
    rejected: { MUGSONLY: ['discount_code_invalid'] },
  },
  {
    what: 'for these goods',
    codes: ['MUGSONLY'],
    goods: () => ({ amount: 1, tagged: 'mug' }),
    applied: ['MUGSONLY'],
    rejected: {},
  },
  {
    what: 'for certain buyers, when nobody knows who buys',
    codes: ['VIP'],
    goods: anything,
    applied: [],
    rejected: { VIP: ['discount_code_user_not_logged_in', 'discount_code_user_ineligible'] },
  },
  {
    what: 'for other buyers',
    codes: ['VIP'],
    goods: anything,
    email: 'ann@example.com',
    applied: [],
    rejected: { VIP: ['discount_code_user_ineligible'] },
  },
  {
    what: 'for this buyer',
    codes: ['VIP'],
    goods: anything,
    email: 'vip@example.com',
    applied: ['VIP'],
    rejected: {},
  },
  { what: 'for use alone, alone', codes: ['SOLO'], goods: anything, applied: ['SOLO'], rejected: {} },
  {
    what: 'for use alone, before another',
    codes: ['SOLO', 'SUMMER10'],
    goods: anything,
    applied: ['SOLO'],
    rejected: { SUMMER10: ['discount_code_combination_disallowed'] },
  },
  {
    what: 'for use alone, after another',
    codes: ['SUMMER10', 'SOLO'],
    goods: anything,
    applied: ['SOLO'],
    rejected: { SUMMER10: ['discount_code_combination_disallowed'] },
  },
  {
    what: 'sent twice',
    codes: ['SUMMER10', ' summer10 '],
    goods: anything,
    applied: ['SUMMER10'],
    rejected: {},
  },
  { what: 'for free shipping', codes: ['FREESHIP'], goods: anything, applied: ['FREESHIP'], rejected: {} },
  {
    what: 'beside one that does not count',
    codes: ['USEDUP', 'SUMMER10'],
    goods: anything,
    applied: ['SUMMER10'],
    rejected: { USEDUP: ['discount_code_usage_limit_reached'] },
  },
];

/** Every way in which a code can be taken or refused. */
export function couponTests(name: string, open: Open): void {
  for (const { what, codes, goods, email, applied, rejected } of CASES)
    it(`gives a code ${what} its outcome: ${codes.join(' and ')} [DIS-4]`, async (t) => {
      const opened = await open(t);
      const line = await worthAtLeast(name, opened, goods(opened));
      const cartRequest = request([line], codes);
      const cart = await opened.platform.createCart(
        email ? { ...cartRequest, buyer: { email } } : cartRequest,
        caller,
      );
      const appliedCodes = cart.discounts.applied.map(({ code }) => code.toUpperCase());
      assert.deepEqual(appliedCodes, applied, JSON.stringify(cart.discounts));
      assertRejected(cart, rejected);
      const off = cart.discounts.applied.reduce((sum, { amount }) => sum + amount, 0);
      assert.equal(cart.totals.discount, off);
      assert.equal(off > 0, applied.length > 0 && !applied.includes('FREESHIP'));
      assertAddsUp(cart.totals);
    });
}

function assertRejected({ discounts }: PlatformCart, expected: CouponCase['rejected']): void {
  const refused = discounts.rejected.map(({ code }) => code.toUpperCase()).sort();
  assert.deepEqual(refused, Object.keys(expected).sort());
  for (const { code, reason, message } of discounts.rejected) {
    assert.ok(expected[code.toUpperCase()]?.includes(reason), `${code}: ${reason}`);
    assert.ok(message.length > 0);
  }
}
