import assert from 'node:assert/strict';
import { type Answer, line } from './agent.ts';
import type { Proof } from './proof.ts';

/** Two mugs and a lamp: 120.00. */
const SUBTOTAL = 12_000;

/** Proves each kind of coupon. */
export async function proveCoupons({ agent, goods, codes, ledger }: Proof): Promise<void> {
  const withCodes = async (list: string[], buyer?: object): Promise<Answer['body']> => {
    const { status, body } = await agent.post('/checkout-sessions', {
      line_items: [line(goods.mug, 2), line(goods.lamp)],
      discounts: { codes: list },
      ...(buyer ? { buyer } : {}),
    });
    assert.equal(status, 201, body.error);
    assert.equal(body.totals.subtotal, SUBTOTAL);
    return body;
  };
  const applied = (what: string, code: string, amount: number, buyer?: object) =>
    ledger.step(`coupon: ${what}`, async () => {
      const { discounts, totals } = await withCodes([code], buyer);
      assert.deepEqual(discounts.applied, [{ code, amount }], JSON.stringify(discounts.rejected));
      assert.equal(totals.discount, amount);
      return `-${amount}`;
    });
  const rejected = (what: string, list: string[], reason: string, buyer?: object) =>
    ledger.step(`coupon: ${what}`, async () => {
      const { discounts } = await withCodes(list, buyer);
      const [first] = discounts.rejected;
      assert.equal(first?.reason, reason, JSON.stringify(discounts));
      return `${reason}: ${first.message}`;
    });
  await applied('percent', codes.percent, 1200);
  await applied('fixed', codes.fixed, 500);
  await applied('for one product only', codes.mugOnly, 2000);
  await rejected('expired', [codes.expired], 'discount_code_expired');
  await rejected('used up', [codes.used], 'discount_code_usage_limit_reached');
  await rejected('minimum not reached', [codes.minimum], 'discount_code_minimum_not_met');
  await applied('for individual use, alone', codes.alone, 300);
  await rejected(
    'for individual use, with another',
    [codes.alone, codes.percent],
    'discount_code_combination_disallowed',
  );
  await rejected('for another e-mail address', [codes.personal], 'discount_code_user_ineligible', {
    email: 'ada.buyer@example.com',
  });
  await applied('for the e-mail address of the buyer', codes.personal, 3000, { email: 'vip@example.com' });
  await rejected('unknown', [codes.unknown], 'discount_code_invalid');
}
