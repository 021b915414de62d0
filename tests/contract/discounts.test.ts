import assert from 'node:assert/strict';
import { it } from 'node:test';
import { REJECTION_REASONS } from '../../src/commerce/checkout/cart.ts';
import { bodyOf, type Cart, type Session } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { assertAddsUp } from '../../testing/sums.ts';
import { whileOff } from '../../testing/switches.ts';

type Discounted = Pick<Cart | Session, 'discounts' | 'totals' | 'line_items'>;

/** Reason for which the simulated shops refuse each code for a cart with one mug. */
const REFUSED: [code: string, reason: string, beside?: string][] = [
  ['NO-SUCH-CODE', 'discount_code_invalid'],
  ['EXPIRED5', 'discount_code_expired'],
  ['BIG100', 'discount_code_minimum_not_met'],
  ['USEDUP', 'discount_code_usage_limit_reached'],
];

const applied = ({ discounts }: Discounted) => discounts?.applied.map(({ code }) => code.toUpperCase()) ?? [];
const rejected = ({ discounts }: Discounted) =>
  Object.fromEntries(discounts?.rejected.map(({ code, reason }) => [code.toUpperCase(), reason]) ?? []);

everywhere('discount codes', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');

  /** Carts and sessions take codes in the same way. */
  async function withCodes(codes: string[], extras: object = {}): Promise<Discounted[]> {
    const cart = await at.agent.createCart([goods.mug], { discounts: { codes }, ...extras });
    const session = await at.agent.createSession([goods.mug], { discounts: { codes }, ...extras });
    assert.deepEqual([cart.status, session.status], [201, 201], JSON.stringify([cart.body, session.body]));
    return [cart.body, session.body];
  }

  it('names a discount that needs no code, where the shop does', async () => {
    const lines: [string, number][] = [[goods.lamp, 900]];
    const cart = bodyOf(201, await at.agent.createCart(lines, { discounts: { codes: ['SUMMER10'] } }));
    const session = bodyOf(201, await at.agent.createSession(lines));
    const { discount } = session.totals;
    const entries = discount === 0 ? undefined : [{ title: 'Big basket', amount: discount }];
    for (const answer of [cart, session]) assert.deepEqual(answer.automatic_discounts, entries);
    assert.equal(discount > 0, at.platform === 'shopify', 'WooCommerce has no such discounts');
  });

  it('applies a code with its amount: discounts.codes, discounts.applied and totals agree [DIS-1]', async () => {
    for (const answer of await withCodes(['SUMMER10'])) {
      assert.deepEqual(answer.discounts?.codes, ['SUMMER10']);
      assert.deepEqual(applied(answer), ['SUMMER10']);
      assert.deepEqual(answer.discounts?.rejected, []);
      assert.ok(answer.totals.discount > 0);
      assertAddsUp(answer);
    }
  });

  for (const [code, reason] of REFUSED)
    it(`rejects ${code} as ${reason}, with a message for a person, without failing [DIS-3]`, async () => {
      for (const answer of await withCodes([code])) {
        assert.deepEqual(rejected(answer), { [code]: reason });
        assert.deepEqual(answer.discounts?.applied, []);
        for (const { message } of answer.discounts?.rejected ?? []) assert.match(message, /^[^<&]+$/);
        assert.equal(answer.totals.discount, 0);
        assertAddsUp(answer);
      }
    });

  it('gives each supplied code exactly one outcome [GEN-4] [DIS-2]', async () => {
    const codes = ['SUMMER10', 'EXPIRED5', 'VIP', 'MUGSONLY', 'SOLO', 'MAX50', 'FREESHIP', 'NO-SUCH-CODE'];
    for (const answer of await withCodes(codes)) {
      const outcomes = [...applied(answer), ...Object.keys(rejected(answer))];
      assert.deepEqual(outcomes.toSorted(), codes.toSorted());
      for (const reason of Object.values(rejected(answer)))
        assert.ok((REJECTION_REASONS as readonly string[]).includes(reason), reason);
      assertAddsUp(answer);
    }
  });

  it('accepts a buyer’s own code when the request names the buyer, and stores no buyer [CHK-13]', async () => {
    for (const answer of await withCodes(['VIP'], { buyer: { email: 'vip@example.com' } })) {
      assert.deepEqual(applied(answer), ['VIP']);
      assertAddsUp(answer);
      assert.ok(!JSON.stringify(answer).includes('vip@example.com'));
    }
  });

  it('trims codes, compares them without case and collapses duplicates [DIS-5]', async () => {
    for (const answer of await withCodes([' summer10 ', 'SUMMER10', 'Summer10', '  '])) {
      assert.deepEqual(answer.discounts?.codes, ['summer10']);
      assert.deepEqual(applied(answer), ['SUMMER10']);
      assertAddsUp(answer);
    }
  });

  it('omits the discounts member from carts and sessions when no codes were supplied [DIS-6]', async () => {
    for (const extras of [{}, { discounts: {} }, { discounts: { codes: [] } }]) {
      assert.ok(!('discounts' in (await at.agent.createCart([goods.mug], extras)).body));
      assert.ok(!('discounts' in (await at.agent.createSession([goods.mug], extras)).body));
    }
  });

  it('holds the codes that PUT sends, and only those: none after an empty array [DIS-8] [DIS-9]', async () => {
    const cart = (await at.agent.createCart([goods.mug], { discounts: { codes: ['SUMMER10'] } })).body;
    const { body } = await at.agent.updateCart(cart.id, { discounts: { codes: ['EXPIRED5'] } });
    assert.deepEqual(body.discounts?.codes, ['EXPIRED5']);
    assert.deepEqual(body.discounts?.applied, []);
    assert.deepEqual(rejected(body), { EXPIRED5: 'discount_code_expired' });
    assert.equal(body.totals.discount, 0);
    assertAddsUp(body);
    const back = (await at.agent.updateCart(cart.id, { discounts: { codes: ['summer10'] } })).body;
    assert.deepEqual(back.totals, cart.totals);
    const cleared = (await at.agent.updateCart(cart.id, { discounts: { codes: [] } })).body;
    assert.ok(!('discounts' in cleared));
    assert.equal(cleared.totals.discount, 0);
    assertAddsUp(cleared);
  });

  it('leaves codes unchanged when the field is omitted, and validates them again for other lines [DIS-10]', async () => {
    const codes = ['SUMMER10', 'NO-SUCH-CODE'];
    const cart = (await at.agent.createCart([goods.mug], { discounts: { codes } })).body;
    const { body } = await at.agent.replaceCartLines(cart.id, [[goods.lamp, 2]]);
    assert.deepEqual(body.discounts?.codes, codes);
    assert.deepEqual(applied(body), ['SUMMER10']);
    assert.deepEqual(rejected(body), { 'NO-SUCH-CODE': 'discount_code_invalid' });
    assert.ok(body.totals.discount > 0 && body.totals.discount !== cart.totals.discount);
    assertAddsUp(body);
  });

  it('applies a code as soon as its minimum is met, and rejects it when it no longer is', async () => {
    const cart = (await at.agent.createCart([goods.mug], { discounts: { codes: ['BIG100'] } })).body;
    const big = (await at.agent.replaceCartLines(cart.id, [[goods.mug, 20]])).body;
    assert.deepEqual(applied(big), ['BIG100']);
    assertAddsUp(big);
    const small = (await at.agent.replaceCartLines(cart.id, [goods.mug])).body;
    assert.deepEqual(rejected(small), { BIG100: 'discount_code_minimum_not_met' });
    assertAddsUp(small);
  });

  it('drops discounts silently, also malformed ones, while the capability discount is off [DIS-7] [CAP-6]', async () => {
    const original = (await at.agent.createCart([goods.mug], { discounts: { codes: ['SUMMER10'] } })).body;
    await whileOff(at, 'discount', async () => {
      for (const discounts of [{ codes: ['SUMMER10'] }, 'not an object', 17, { codes: [7] }]) {
        const session = bodyOf(201, await at.agent.createSession([goods.mug], { discounts }));
        assert.ok(!('discounts' in session));
        assert.equal(session.totals.discount, 0);
        const cart = bodyOf(201, await at.agent.createCart([goods.mug], { discounts }));
        assert.ok(!('discounts' in cart));
        assert.equal(cart.totals.discount, 0);
        const updated = bodyOf(200, await at.agent.updateCart(cart.id, { line_items: [], discounts }));
        assert.ok(!('discounts' in updated));
      }
      const read = (await at.agent.readCart(original.id)).body;
      assert.ok(!('discounts' in read));
      assert.ok(!('dev.ucp.shopping.discount' in read.ucp.capabilities));
    });
    // Re-enabling the capability shows the stored codes at once.
    assert.deepEqual((await at.agent.readCart(original.id)).body, original);
  });
});
