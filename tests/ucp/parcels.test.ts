import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pay } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { pluck } from '../../testing/pluck.ts';
import {
  amountOf,
  assertDiscounts,
  assertSums,
  lineItems,
  OLDER_PROFILE,
  PROFILE,
  type UcpAgent,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';

interface Fulfilled extends UcpCheckout {
  fulfillment?: {
    methods: {
      type: string;
      line_item_ids: string[];
      groups: {
        line_item_ids: string[];
        options: { id: string; title: string; totals: { type: string; amount: number }[] }[];
        selected_option_id: string | null;
      }[];
    }[];
  };
}

everywhere('goods that are sent in several parcels', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');
  const taxed = at.platform === 'woocommerce';
  const shop = () => at.running.shop(at.slug).control;

  function delivery(optionId?: string) {
    const destinations = [{ id: 'home', address_country: 'US', address_region: 'IL', postal_code: '62704' }];
    const groups =
      optionId === undefined ? {} : { groups: [{ id: 'shipping-1', selected_option_id: optionId }] };
    const method = { type: 'shipping', destinations, selected_destination_id: 'home', ...groups };
    return { fulfillment: { methods: [method] } };
  }

  /** Has the lamp sent apart while the test runs. */
  async function sentApart(test: () => Promise<void>): Promise<void> {
    const lamp = shop().products.find(({ variants }) =>
      variants.some(({ id }) => goods.lamp.endsWith(`/${id}`)),
    );
    lamp?.tags.push('separate');
    await test().finally(() => lamp?.tags.pop());
  }

  for (const profile of [OLDER_PROFILE, PROFILE])
    it(`answers several parcels as one group of one method, at the price of all, for ${profile.split('/')[5]}`, () =>
      sentApart(() => buysAll(ucpAgentOf(at, profile))));

  async function buysAll(agent: UcpAgent): Promise<void> {
    const lines = [goods.mug, goods.lamp];
    const alone = (await agent.create([goods.mug], delivery())).body;
    const first: Fulfilled = (await agent.create(lines, delivery())).body;
    const methods = first.fulfillment?.methods ?? [];
    assert.deepEqual(pluck(methods, 'type'), ['shipping']);
    const groups = methods.flatMap((method) => method.groups);
    assert.deepEqual(pluck(groups, 'line_item_ids'), [['line-1', 'line-2']]);
    const options = groups.flatMap((group) => group.options);
    assert.deepEqual(pluck(options, 'title'), ['Standard', 'Express']);
    const prices = options.map(({ totals }) => amountOf(totals, 'total'));
    assert.deepEqual(prices, taxed ? [1080, 3240] : [1000, 3000]);
    assert.equal(amountOf(first.totals, 'fulfillment'), 2 * amountOf(alone.totals, 'fulfillment'));
    const express = { ...lineItems(lines), ...delivery(options[1]?.id) };
    const checkout = (await agent.put<Fulfilled>(`/checkout-sessions/${first.id}`, express)).body;
    for (const each of [first, checkout]) assertSums(each);
    assert.equal(amountOf(checkout.totals, 'fulfillment'), 3000);
    await pay(checkout as { continue_url: string });
    assert.equal(chargedFor(checkout), amountOf(checkout.totals, 'total') + taxOnPage(checkout));
  }

  function chargedFor({ id }: UcpCheckout): number {
    const order = shop()
      .orders()
      .find(({ sessionId }) => sessionId === id);
    return Math.round(Number(order?.total) * 100);
  }

  /** Shopify adds it on its page. */
  function taxOnPage({ totals }: UcpCheckout): number {
    return taxed ? 0 : Math.round(amountOf(totals, 'subtotal') * 0.08);
  }

  it('makes several parcels free of charge by a code, which is reported once', () =>
    sentApart(async () => {
      const codes = { discounts: { codes: ['FREESHIP'] } };
      const { body } = await ucpAgentOf(at).create([goods.mug, goods.lamp], { ...delivery(), ...codes });
      assertSums(body);
      assertDiscounts(body);
      assert.equal(amountOf(body.totals, 'fulfillment') + amountOf(body.totals, 'discount'), 0);
    }));
});
