import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pluck } from '../../../../testing/pluck.ts';
import { assertAddsUp } from './checks.ts';
import { cheapLine, threeLines } from './goods.ts';
import { caller, type Open } from './opened.ts';
import { request } from './requests.ts';

export function discountTests(name: string, open: Open): void {
  it('takes a code off the total and says how much it was worth', async (t) => {
    const { platform, shop } = await open(t);
    const lines = await threeLines(name, { platform, shop });
    const cart = await platform.createCart(request(lines, [' summer10 ']), caller);
    const [applied] = cart.discounts.applied;
    assert.equal(applied?.code.toLowerCase(), 'summer10');
    assert.ok(Math.abs((applied?.amount ?? 0) - cart.totals.subtotal / 10) <= lines.length);
    assert.equal(cart.totals.discount, applied?.amount);
    assert.deepEqual(cart.discounts.rejected, []);
    assertAddsUp(cart.totals);
  });

  it('rejects codes with a reason each, without failing the cart', async (t) => {
    const { platform, shop } = await open(t);
    const line = await cheapLine(name, { platform, shop });
    const codes = ['EXPIRED5', 'NO-SUCH-CODE', 'BIG100'];
    const cart = await platform.createCart(request([line], codes), caller);
    assert.deepEqual(cart.discounts.applied, []);
    assert.deepEqual(Object.fromEntries(cart.discounts.rejected.map(({ code, reason }) => [code, reason])), {
      EXPIRED5: 'discount_code_expired',
      'NO-SUCH-CODE': 'discount_code_invalid',
      BIG100: 'discount_code_minimum_not_met',
    });
    assert.ok(cart.discounts.rejected.every(({ message }) => message.length > 0));
    assert.equal(cart.totals.discount, 0);
    assertAddsUp(cart.totals);
  });

  it('replaces the codes that are sent, clears them by an empty list, keeps them when none are mentioned', async (t) => {
    const { platform, shop } = await open(t);
    const line = await cheapLine(name, { platform, shop });
    const cartRequest = request([line], ['SUMMER10']);
    const cart = await platform.createCart(cartRequest, caller);
    const { discountCodes: _, ...unmentioned } = cartRequest;
    const unchanged = await platform.updateCart(cart.handle, unmentioned, caller);
    assert.equal(unchanged.totals.discount, cart.totals.discount);
    const cleared = await platform.updateCart(cart.handle, { ...cartRequest, discountCodes: [] }, caller);
    assert.deepEqual(cleared.discounts, { applied: [], rejected: [] });
    assert.equal(cleared.totals.discount, 0);
    const replaced = await platform.updateCart(
      cart.handle,
      { ...cartRequest, discountCodes: ['EXPIRED5'] },
      caller,
    );
    assert.deepEqual(pluck(replaced.discounts.rejected, 'code'), ['EXPIRED5']);
  });
}
