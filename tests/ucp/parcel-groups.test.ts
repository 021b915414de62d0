import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ShippingRate } from '../../simulated-shops/shop/types.ts';
import { pay } from '../../testing/agent.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { pluck } from '../../testing/pluck.ts';
import {
  amountOf,
  assertSums,
  lineItems,
  messageOf,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';

const CHECKOUT = 'schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout';

interface Group {
  id: string;
  line_item_ids: string[];
  options: { id: string; title: string; totals: { type: string; amount: number }[] }[];
  selected_option_id: string | null;
}

interface Method {
  type: string;
  line_item_ids: string[];
  destinations?: { id: string; name?: string }[];
  selected_destination_id: string | null;
  groups: Group[];
}

type Fulfilled = UcpCheckout & { fulfillment: { methods: Method[] } };

const HOME = { id: 'home', address_country: 'US', address_region: 'IL', postal_code: '62704' };

/** The lamp is sent apart: both parcels go by Express, and each has a cheaper way of its own. */
const RATES: ShippingRate[] = [
  { id: 'standard', title: 'Standard', amount: '5.00', countries: 'all', parcel: 'usual' },
  { id: 'freight', title: 'Freight', amount: '9.00', countries: 'all', parcel: 'separate' },
  { id: 'express', title: 'Express', amount: '15.00', countries: 'all' },
];

const DEPOT: ShippingRate = {
  ...{ id: 'depot', title: 'Pickup', amount: '0', countries: 'all' },
  pickup: { name: 'Depot', address: '1 Main St, Springfield' },
};

/** Request for delivery home, with selections by group; those without an id are in order. */
function delivery(...groups: object[]) {
  const method = { type: 'shipping', destinations: [HOME], selected_destination_id: 'home', groups };
  return { fulfillment: { methods: [method] } };
}

const option = (id: string, selected_option_id: string | undefined) => ({ id, selected_option_id });

function methodOf({ fulfillment }: Fulfilled, type = 'shipping'): Method {
  return fulfillment.methods.find((method) => method.type === type) ?? assert.fail(`no method ${type}`);
}

const groupsOf = (checkout: Fulfilled) => methodOf(checkout).groups;

function optionIn({ options }: Group | undefined = assert.fail('no group'), title: string): string {
  return options.find((each) => each.title === title)?.id ?? assert.fail(`no option ${title}`);
}

/** Titles of the selected options by group. */
const selectedIn = (checkout: Fulfilled) =>
  groupsOf(checkout).map(
    (group) => group.options.find(({ id }) => id === group.selected_option_id)?.title ?? null,
  );

everywhere('parcels as groups of a method', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');
  const shop = () => at.running.shop(at.slug).control;
  const lines = () => [goods.mug, goods.lamp];
  const charged = (amount: number) => (at.platform === 'woocommerce' ? Math.round(amount * 1.08) : amount);

  /** Has the lamp sent apart, at these rates, while the test runs. */
  async function sentApart(test: () => Promise<void>, rates = RATES): Promise<void> {
    const { shippingRates } = shop().settings;
    const tags = tagsOf(goods.lamp);
    tags.push('separate');
    shop().saveSettings({ shippingRates: rates });
    await test().finally(() => {
      tags.pop();
      shop().saveSettings({ shippingRates });
    });
  }

  function tagsOf(variantId: string): string[] {
    const isSold = ({ id }: { id: number | string }) => variantId.endsWith(`/${id}`);
    const product = shop().products.find(({ variants }) => variants.some(isSold));
    return product?.tags ?? assert.fail(`no product ${variantId}`);
  }

  for (const version of ['2026-04-08', '2026-08-25'] as const)
    describe(`parcels in version ${version}`, () => {
      const platform = forSuite(() => startWith({ supports_multi_group: true }));
      const combining = forSuite(() => startWith({ supports_multi_group: 'yes' }));

      async function startWith(fulfillment: object) {
        const started = await startAgentPlatform(version);
        started.publish({ extensions: ['fulfillment'], configs: { fulfillment } });
        return started;
      }

      const checked = (body: UcpCheckout): Fulfilled => {
        officialSchemas(version).response(CHECKOUT)(body);
        assertSums(body);
        return body as Fulfilled;
      };
      const agent = () => ucpAgentOf(at, platform.profileUrl);
      const create = async (extras: object = delivery(), variantIds = lines()) =>
        checked((await agent().create(variantIds, extras)).body);
      const update = async (id: string, extras: object = {}, variantIds = lines()) =>
        checked(
          (await agent().put(`/checkout-sessions/${id}`, { ...lineItems(variantIds), ...extras })).body,
        );

      it('gives each parcel its lines and options, and sums the cheapest of each in the total', () =>
        sentApart(async () => {
          const checkout = await create();
          assert.deepEqual(pluck(groupsOf(checkout), 'id', 'line_item_ids'), [
            ['shipping-1', ['line-1']],
            ['shipping-2', ['line-2']],
          ]);
          assert.deepEqual(methodOf(checkout).line_item_ids, ['line-1', 'line-2']);
          const titles = groupsOf(checkout).map(({ options }) => options.map(({ title }) => title));
          assert.deepEqual(titles, [
            ['Standard', 'Express'],
            ['Freight', 'Express'],
          ]);
          const amounts = groupsOf(checkout).map(({ options: [cheapest] }) =>
            amountOf(cheapest?.totals ?? [], 'total'),
          );
          assert.deepEqual(amounts, [charged(500), charged(900)]);
          assert.deepEqual(selectedIn(checkout), ['Standard', 'Freight']);
          assert.equal(amountOf(checkout.totals, 'fulfillment'), 1400);
        }));

      it('take a selection each, keep it over updates, and are charged so', () =>
        sentApart(async () => {
          const first = await create();
          const [one, two] = groupsOf(first);
          const mixed = await update(first.id, delivery(option('shipping-2', optionIn(two, 'Express'))));
          assert.deepEqual(
            selectedIn(mixed),
            ['Standard', 'Express'],
            'a group that is left out keeps its own',
          );
          assert.equal(amountOf(mixed.totals, 'fulfillment'), 2000);
          const unchanged = await update(first.id);
          assert.deepEqual(unchanged.fulfillment, mixed.fulfillment);
          const again = await update(first.id, { fulfillment: mixed.fulfillment });
          assert.deepEqual([again.fulfillment, again.totals], [mixed.fulfillment, mixed.totals]);
          const express = await update(first.id, delivery(option('shipping-1', optionIn(one, 'Express'))));
          assert.deepEqual(selectedIn(express), ['Express', 'Express']);
          const last = await update(first.id, delivery(option('shipping-1', optionIn(one, 'Standard'))));
          assert.deepEqual(selectedIn(last), ['Standard', 'Express']);
          await pay(last as { continue_url: string });
          const order = shop()
            .orders()
            .find(({ sessionId }) => sessionId === first.id);
          const taxOnPage =
            at.platform === 'shopify' ? Math.round(amountOf(last.totals, 'subtotal') * 0.08) : 0;
          assert.equal(Math.round(Number(order?.total) * 100), amountOf(last.totals, 'total') + taxOnPage);
        }));

      it('leave the checkout unchanged when one of them cannot be honored, with a path to its group', () =>
        sentApart(async () => {
          const before = await create();
          const [one, two] = groupsOf(before);
          const groups = '$.fulfillment.methods[0].groups';
          const freight = optionIn(two, 'Freight');
          const BAD: [content: object, code: string, path: string, words: RegExp][] = [
            [
              delivery(option('shipping-1', freight)),
              'address_undeliverable',
              `${groups}[0].selected_option_id`,
              /Standard.*Express/,
            ],
            [
              delivery(option('shipping-2', 'drone'), option('shipping-1', optionIn(one, 'Express'))),
              'address_undeliverable',
              `${groups}[0].selected_option_id`,
              /Freight.*Express/,
            ],
            [
              delivery(option('shipping-3', freight)),
              'invalid_input',
              `${groups}[0].id`,
              /shipping-1, shipping-2/,
            ],
            [
              delivery(option('shipping-2', freight), option('shipping-2', freight)),
              'invalid_input',
              `${groups}[1].id`,
              /shipping-1, shipping-2/,
            ],
          ];
          for (const [content, code, path, words] of BAD) {
            const answer = await update(before.id, content);
            const message = messageOf(answer, code);
            assert.deepEqual([message.severity, message.path], ['recoverable', path]);
            assert.match(message.content, words);
            assert.deepEqual([answer.fulfillment, answer.totals], [before.fulfillment, before.totals]);
          }
          assert.deepEqual((await update(before.id)).totals, before.totals, 'the shop’s cart is as it was');
        }));

      it('selects the cheapest options in a new checkout that asks for one that is not offered', () =>
        sentApart(async () => {
          const checkout = await create(
            delivery({ selected_option_id: '' }, { selected_option_id: 'drone' }),
          );
          assert.deepEqual(selectedIn(checkout), ['Standard', 'Freight']);
          const { path, severity } = messageOf(checkout, 'fulfillment_option_unavailable');
          assert.deepEqual(
            [path, severity],
            ['$.fulfillment.methods[0].groups[1].selected_option_id', 'recoverable'],
          );
        }));

      it('say that some goods go by another option once the shop divides them in another way', () =>
        sentApart(async () => {
          const first = await create();
          const express = optionIn(groupsOf(first)[1], 'Express');
          await update(first.id, delivery(option('shipping-2', express)));
          const [mug, lamp] = [tagsOf(goods.mug), tagsOf(goods.lamp)];
          lamp.pop();
          mug.push('separate');
          const changed = await update(first.id).finally(() => {
            mug.pop();
            lamp.push('separate');
          });
          messageOf(changed, 'fulfillment_option_changed');
        }));

      it('reports the address as undeliverable when one of the parcels cannot be delivered', () =>
        sentApart(
          async () => {
            const before = await create({});
            const answer = await update(before.id, delivery());
            const { path, severity } = messageOf(answer, 'address_undeliverable');
            assert.deepEqual(
              [path, severity],
              ['$.fulfillment.methods[0].selected_destination_id', 'recoverable'],
            );
            assert.deepEqual(answer.totals, before.totals);
          },
          RATES.slice(0, 1),
        ));

      it('become one group when one parcel is left, and keep an option that all of them had', () =>
        sentApart(async () => {
          const first = await create();
          const groups = groupsOf(first).map((group) => option(group.id, optionIn(group, 'Express')));
          assert.deepEqual(selectedIn(await update(first.id, delivery(...groups))), ['Express', 'Express']);
          const single = await update(first.id, {}, [goods.mug]);
          assert.deepEqual(selectedIn(single), ['Express']);
          assert.deepEqual(selectedIn(await update(first.id)), ['Express', 'Express']);
        }));

      it('offers one pickup place for all parcels', () =>
        sentApart(async () => {
          const first = await create();
          const pickup = methodOf(first, 'pickup');
          assert.deepEqual(pluck(pickup.destinations ?? [], 'name'), ['Depot']);
          const selected_destination_id = pickup.destinations?.[0]?.id;
          const method = { type: 'pickup', selected_destination_id };
          const fetched = await update(first.id, { fulfillment: { methods: [method] } });
          assert.deepEqual(methodOf(fetched, 'pickup').line_item_ids, ['line-1', 'line-2']);
          assert.deepEqual(selectedIn(fetched), [null, null]);
          assert.equal(amountOf(fetched.totals, 'fulfillment'), 0);
          assert.deepEqual((await update(first.id, delivery())).totals, first.totals);
        }, [...RATES, DEPOT]));

      it('groups all parcels as one for an agent platform whose profile does not take several', () =>
        sentApart(async () => {
          const single = ucpAgentOf(at, combining.profileUrl);
          const checkout = checked((await single.create(lines(), delivery())).body);
          const [group, ...others] = groupsOf(checkout);
          assert.deepEqual([group?.line_item_ids, others], [['line-1', 'line-2'], []]);
          assert.deepEqual(pluck(group?.options ?? [], 'title'), ['Standard + Freight', 'Express']);
          assert.equal(amountOf(checkout.totals, 'fulfillment'), 1400);
          const express = delivery(option('shipping-1', optionIn(group, 'Express')));
          const body = { ...lineItems(lines()), ...express };
          const all = checked((await single.put(`/checkout-sessions/${checkout.id}`, body)).body);
          assert.deepEqual(selectedIn(all), ['Express']);
          assert.equal(amountOf(all.totals, 'fulfillment'), 3000);
        }));

      it('answers the same parcels over MCP as over REST', () =>
        sentApart(async () => {
          const content = { ...lineItems(lines()), ...delivery() };
          const { body } = await agent().call('create_checkout', { checkout: content });
          const created = body.result?.structuredContent as Fulfilled;
          const express = optionIn(groupsOf(created)[1], 'Express');
          const selection = { ...content, ...delivery(option('shipping-2', express)) };
          const answer = await agent().call('update_checkout', { id: created.id, checkout: selection });
          const updated = checked(answer.body.result?.structuredContent as Fulfilled);
          assert.deepEqual(selectedIn(updated), ['Standard', 'Express']);
          const { body: read } = await agent().get<Fulfilled>(`/checkout-sessions/${created.id}`);
          assert.deepEqual(read.fulfillment, updated.fulfillment);
        }));

      it('cost one call of the shop more than today at most for a selection, and none for a read', () =>
        sentApart(async () => {
          const calls = async (does: () => Promise<unknown>) => {
            shop().resetCalls();
            await does();
            return Object.values(shop().calls()).reduce((sum, count) => sum + count, 0);
          };
          const plain = await create({});
          const today = await calls(() => update(plain.id));
          const first = await create();
          const express = optionIn(groupsOf(first)[1], 'Express');
          const selection = () => update(first.id, delivery(option('shipping-2', express)));
          assert.ok((await calls(selection)) <= today + 1);
          await agent().get(`/checkout-sessions/${first.id}`);
          assert.equal(await calls(() => agent().get(`/checkout-sessions/${first.id}`)), 0);
        }));
    });
});
