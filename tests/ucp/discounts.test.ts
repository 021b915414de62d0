import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, findVariant } from '../../testing/agent.ts';
import { everywhere, inShop, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { pluck } from '../../testing/pluck.ts';
import { whileOff } from '../../testing/switches.ts';
import {
  amountOf,
  assertDiscounts,
  assertSums,
  messageOf,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';

const REFUSED: [code: string, reason: string][] = [
  ['NO-SUCH-CODE', 'discount_code_invalid'],
  ['EXPIRED5', 'discount_code_expired'],
];

everywhere('official discounts', (at) => {
  const goods = unlimited(at, 'mug');
  const agent = forSuite(() => ucpAgentOf(at));

  /** Carts and checkouts take codes alike. */
  async function withCodes(codes: string[]): Promise<UcpCheckout[]> {
    const answers = [
      await agent.createCart([[goods.mug, 2]], { discounts: { codes } }),
      await agent.create([[goods.mug, 2]], { discounts: { codes } }),
    ];
    return answers.map(({ status, body }) => {
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    });
  }

  it('name what was applied with a title and a positive amount; totals have it negative [UDI-2]', async () => {
    for (const answer of await withCodes(['summer10'])) {
      const [applied] = answer.discounts?.applied ?? [];
      assert.ok(applied && applied.title !== '' && applied.amount > 0);
      assert.equal(applied.code?.toUpperCase(), 'SUMMER10');
      const off = amountOf(answer.totals, 'discount') + amountOf(answer.totals, 'items_discount');
      const appliedTotal = answer.discounts?.applied.reduce((sum, { amount }) => sum + amount, 0);
      assert.equal(off, -(appliedTotal ?? 0));
      assertSums(answer);
    }
  });

  it('say which lines a code takes what off, and leave the lines it is not for alone [UDI-4]', async () => {
    const other = (await findVariant(at.agent, at.platform === 'shopify' ? 'shoe' : 'candle')).id;
    inShop(at, other).stock = null;
    const lines: [string, number][] = [
      [goods.mug, 3],
      [other, 1],
    ];
    const { body } = await agent.create(lines, { discounts: { codes: ['SUMMER10'] } });
    assertSums(body);
    assertDiscounts(body);
    const [applied] = body.discounts?.applied ?? [];
    assert.deepEqual(pluck(applied?.allocations, 'path'), ['$.line_items[0]', '$.line_items[1]']);
    for (const line of body.line_items) {
      const tenth = amountOf(line.totals, 'subtotal') / 10;
      assert.ok(Math.abs(-amountOf(line.totals, 'items_discount') - tenth) <= 1);
    }
    assert.equal(amountOf(body.totals, 'discount'), 0);
    const read = await agent.get(`/checkout-sessions/${body.id}`);
    assert.deepEqual(
      [read.body.line_items, read.body.discounts, read.body.totals],
      [body.line_items, body.discounts, body.totals],
    );
  });

  it('takes discounts off lines as far as they are allocated to lines, and else off the whole [UDI-4]', async () => {
    const other = (await findVariant(at.agent, at.platform === 'shopify' ? 'shoe' : 'candle')).id;
    inShop(at, other).stock = null;
    const codes = ['SUMMER10', 'MUGSONLY'];
    const lines: [string, number][] = [
      [goods.mug, 3],
      [other, 1],
    ];
    for (const { body } of [
      await agent.create(lines, { discounts: { codes } }),
      await agent.createCart(lines, { discounts: { codes } }),
    ]) {
      assertSums(body);
      assertDiscounts(body);
      const applied = body.discounts?.applied ?? [];
      assert.equal(applied.length, 2);
      const sumOf = (some: typeof applied) => some.reduce((sum, { amount }) => sum - amount, 0);
      const allocated = applied.filter(({ allocations }) => allocations);
      assert.equal(amountOf(body.totals, 'items_discount'), sumOf(allocated));
      const others = applied.filter(({ allocations }) => !allocations);
      assert.equal(amountOf(body.totals, 'discount'), sumOf(others));
    }
  });

  it('list automatic discounts of shops that report them', async (t) => {
    const { settings } = at.running.shop(at.slug).control;
    settings.automaticDiscounts.push({ title: 'Spring sale', kind: 'percent', value: '7' });
    t.after(() => settings.automaticDiscounts.pop());
    const { body } = await agent.create([[goods.mug, 3]]);
    assertSums(body);
    assertDiscounts(body);
    const [applied] = body.discounts?.applied ?? [];
    assert.equal(applied?.automatic, true);
    assert.equal(applied?.code, undefined);
    if (at.platform === 'shopify') {
      assert.equal(applied?.title, 'Spring sale');
      assert.deepEqual(applied?.allocations, [{ path: '$.line_items[0]', amount: applied?.amount }]);
    }
  });

  for (const [code, reason] of REFUSED)
    it(`say as a warning why ${code} was not applied, and where it stands [UDI-3]`, async () => {
      for (const answer of await withCodes(['SUMMER10', code])) {
        const { type, path, content } = messageOf(answer, reason);
        assert.ok(content.includes(code), content);
        assert.deepEqual([type, path], ['warning', '$.discounts.codes[1]']);
        assert.ok(!answer.discounts?.applied.some((each) => each.code === code));
        assertSums(answer);
      }
    });

  it('replace each other, and go when they are left out [UDI-5]', async () => {
    const { id } = (await agent.create([goods.mug], { discounts: { codes: ['SUMMER10'] } })).body;
    const line_items = [{ item: { id: goods.mug }, quantity: 1 }];
    const other = await agent.put(`/checkout-sessions/${id}`, {
      line_items,
      discounts: { codes: ['NO-SUCH-CODE'] },
    });
    assert.deepEqual(other.body.discounts?.codes, ['NO-SUCH-CODE']);
    assert.deepEqual(other.body.discounts?.applied, []);
    assert.deepEqual((await agent.put(`/checkout-sessions/${id}`, { line_items })).body.discounts?.codes, []);
  });

  it('ignores discount codes while the capability is off [UDI-6]', () =>
    whileOff(at, 'discount', async () => {
      const body = bodyOf(201, await agent.create([goods.mug], { discounts: { codes: ['SUMMER10'] } }));
      assert.equal(body.discounts, undefined);
      assert.ok(!('dev.ucp.shopping.discount' in body.ucp.capabilities));
      assert.equal(amountOf(body.totals, 'discount'), 0);
    }));
});
