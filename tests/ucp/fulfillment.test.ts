import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pay } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { openCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { storedRows } from '../../testing/stored.ts';
import { whileOff } from '../../testing/switches.ts';
import {
  amountOf,
  assertDiscounts,
  assertSums,
  lineItems,
  messageOf,
  OLDER_PROFILE,
  PROFILE,
  type UcpAgent,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';

const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
const CHECKOUT = 'schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout';
const VERSIONS = { '2026-08-25': PROFILE, '2026-04-08': OLDER_PROFILE } as const;
type Version = keyof typeof VERSIONS;

interface Option {
  id: string;
  title: string;
  description?: unknown;
  totals: { type: string; amount: number }[];
}

interface Method {
  id: string;
  type: string;
  line_item_ids: string[];
  destinations?: ({ id: string; type?: string } & Record<string, unknown>)[];
  selected_destination_id: string | null;
  groups: { id: string; line_item_ids: string[]; options: Option[]; selected_option_id: string | null }[];
}

type Fulfilled = UcpCheckout & { fulfillment?: { methods: Method[] } };

const HOME = {
  id: 'home',
  street_address: '12 Maple St',
  address_locality: 'Springfield',
  address_region: 'IL',
  postal_code: '62704',
  address_country: 'US',
  first_name: 'Grace',
  last_name: 'Hopper',
};

/** Request for delivery to an address, by the option with this id. */
function delivery(destination: object = HOME, optionId?: string) {
  const { id } = destination as { id?: string };
  const groups =
    optionId === undefined ? {} : { groups: [{ id: 'shipping-1', selected_option_id: optionId }] };
  const selected = id === undefined ? {} : { selected_destination_id: id };
  const method = { type: 'shipping', destinations: [destination], ...selected, ...groups };
  return { fulfillment: { methods: [method] } };
}

const select = (method: object) => ({ fulfillment: { methods: [method] } });

function methodOf({ fulfillment }: Fulfilled, type = 'shipping'): Method {
  return fulfillment?.methods.find((method) => method.type === type) ?? assert.fail(`no method ${type}`);
}

function optionsOf(checkout: Fulfilled, type = 'shipping'): Option[] {
  return methodOf(checkout, type).groups[0]?.options ?? [];
}

function optionNamed(checkout: Fulfilled, title: string): Option {
  return optionsOf(checkout).find((option) => option.title === title) ?? assert.fail(`no option ${title}`);
}

function selectedIn(checkout: Fulfilled, type = 'shipping') {
  const { selected_destination_id, groups } = methodOf(checkout, type);
  const option = groups[0]?.options.find(({ id }) => id === groups[0]?.selected_option_id);
  return [selected_destination_id, option?.title ?? null];
}

everywhere('official fulfillment', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');
  const taxIsKnown = at.platform === 'woocommerce';
  const shop = () => at.running.shop(at.slug).control;

  /** Validates each answer against the published schema of its version. */
  function speaking(version: Version = '2026-08-25') {
    const agent = () => ucpAgentOf(at, VERSIONS[version]);
    const checked = (body: UcpCheckout): Fulfilled => {
      officialSchemas(version).response(CHECKOUT)(body);
      assertSums(body);
      return body;
    };
    return {
      agent,
      create: async (extras: object = {}, lines: Parameters<UcpAgent['create']>[0] = [goods.mug]) =>
        checked((await agent().create(lines, extras)).body),
      update: async (
        id: string,
        extras: object = {},
        lines = [goods.mug] as Parameters<typeof lineItems>[0],
      ) => checked((await agent().put(`/checkout-sessions/${id}`, { ...lineItems(lines), ...extras })).body),
      read: async (id: string) => checked((await agent().get(`/checkout-sessions/${id}`)).body),
    };
  }

  /** Adds rates to the shop while the test runs. */
  async function withRates(rates: object[], test: () => Promise<void>): Promise<void> {
    const { shippingRates } = shop().settings;
    shop().saveSettings({ shippingRates: [...shippingRates, ...rates] as typeof shippingRates });
    try {
      await test();
    } finally {
      shop().saveSettings({ shippingRates });
    }
  }

  const PLACES = [
    {
      ...{ id: 'main', title: 'Pickup', amount: '0', countries: 'all' },
      pickup: { name: 'Main store', address: '1 Main St, Springfield' },
    },
    {
      ...{ id: 'north', title: 'Pickup', amount: '0', countries: 'all' },
      pickup: { name: 'North store', address: '9 North Rd, Springfield' },
    },
  ];

  for (const version of ['2026-04-08', '2026-08-25'] as const)
    describe(`fulfillment in version ${version}`, () => {
      const { create, update, read, agent } = speaking(version);

      it('declares fulfillment with the method combinations that a checkout may have', async () => {
        const path = version === '2026-08-25' ? '/.well-known/ucp' : `/.well-known/ucp/${version}`;
        const { body } = await agent().get<{ ucp: { capabilities: Record<string, object[]> } }>(path);
        const [declared] = body.ucp.capabilities[FULFILLMENT] ?? [];
        officialSchemas(version).response(
          `schemas/shopping/fulfillment.json#/$defs/${FULFILLMENT}/business_schema`,
        )(declared);
      });

      it('lists the lines that need delivery, and calls the total provisional, while there is no address', async () => {
        const checkout = await create({}, [goods.mug, [goods.lamp, 2]]);
        const method = methodOf(checkout);
        assert.deepEqual(method.line_item_ids, ['line-1', 'line-2']);
        assert.deepEqual(pluck(method.groups, 'options', 'selected_option_id'), [[[], null]]);
        assert.equal(amountOf(checkout.totals, 'fulfillment'), 0);
        assert.equal(messageOf(checkout, 'totals_provisional').path, '$.totals');
      });

      it('takes an address, selects the cheapest option, and answers the whole total', async () => {
        const checkout = await create(delivery());
        const [address] = methodOf(checkout).destinations ?? [];
        assert.equal(address?.type, version === '2026-08-25' ? 'shipping_address' : undefined);
        assert.deepEqual({ ...address, type: undefined }, { ...HOME, type: undefined });
        assert.deepEqual(pluck(optionsOf(checkout), 'title'), ['Standard', 'Express']);
        assert.deepEqual(selectedIn(checkout), ['home', 'Standard']);
        assert.equal(amountOf(checkout.totals, 'fulfillment'), 500);
        assert.deepEqual(
          optionsOf(checkout).map(({ totals }) => amountOf(totals, 'total')),
          taxIsKnown ? [540, 1620] : [500, 1500],
        );
        const isProvisional = checkout.messages?.some(({ code }) => code === 'totals_provisional');
        assert.equal(isProvisional, !taxIsKnown);
        assert.deepEqual((await read(checkout.id)).fulfillment, checkout.fulfillment);
      });

      it('keeps the selection over an update that leaves it out, and revalidates one that is sent again', async () => {
        const { id, ...first } = await create(delivery());
        const express = optionNamed({ id, ...first }, 'Express').id;
        const withExpress = await update(id, delivery(HOME, express));
        assert.deepEqual(selectedIn(withExpress), ['home', 'Express']);
        assert.equal(amountOf(withExpress.totals, 'fulfillment'), 1500);
        const sameOption = await update(id, {}, [[goods.mug, 3]]);
        assert.deepEqual(selectedIn(sameOption), ['home', 'Express']);
        const again = await update(id, { fulfillment: sameOption.fulfillment }, [[goods.mug, 3]]);
        assert.deepEqual(again.fulfillment, sameOption.fulfillment);
        assert.deepEqual(again.totals, sameOption.totals);
      });

      it('leaves the checkout unchanged when the selection cannot be honored, with a path to it', async () => {
        const before = await create(delivery());
        const { id } = before;
        const BAD: [name: string, sent: object, code: string, path: string][] = [
          [
            'an address that nothing is delivered to',
            delivery({ id: 'far', address_country: 'BR' }),
            'address_undeliverable',
            '$.fulfillment.methods[0].selected_destination_id',
          ],
          [
            'an option that is not offered',
            delivery(HOME, 'drone'),
            'address_undeliverable',
            '$.fulfillment.methods[0].groups[0].selected_option_id',
          ],
          [
            'an unknown destination',
            select({ type: 'shipping', selected_destination_id: 'work' }),
            'destination_unknown',
            '$.fulfillment.methods[0].selected_destination_id',
          ],
          [
            'a country that is none',
            delivery({ id: 'x', address_country: 'Atlantis' }),
            'address_undeliverable',
            '$.fulfillment.methods[0].destinations[0].address_country',
          ],
          [
            'pickup where the shop has no place of pickup',
            select({ type: 'pickup' }),
            'address_undeliverable',
            '$.fulfillment.methods[0].selected_destination_id',
          ],
          [
            'two methods',
            {
              fulfillment: {
                methods: [
                  ...delivery().fulfillment.methods,
                  { type: 'pickup', selected_destination_id: 'x' },
                ],
              },
            },
            'method_combination_unsupported',
            '$.fulfillment.methods[1]',
          ],
        ];
        for (const [name, content, code, path] of BAD) {
          const answer = await update(id, content, [[goods.mug, 7]]);
          const message = messageOf(answer, code);
          assert.deepEqual([message.severity, message.path], ['recoverable', path], name);
          const members = ({ totals, line_items, fulfillment }: Fulfilled) => ({
            totals,
            line_items,
            fulfillment,
          });
          assert.deepEqual(members(answer), members(before), name);
        }
        const after = await update(id);
        assert.deepEqual(after.totals, before.totals, 'the shop’s cart is as it was');
      });

      it('names the line ids to an agent that sends the ids of products', async () => {
        const { id } = await create(delivery(), [goods.mug, goods.lamp]);
        const method = { type: 'shipping', line_item_ids: [goods.mug], selected_destination_id: 'home' };
        const answer = await update(id, select(method), [goods.mug, goods.lamp]);
        const { content, path, severity } = messageOf(answer, 'invalid_input');
        assert.match(content, /line-1, line-2/);
        assert.deepEqual([path, severity], ['$.fulfillment.methods[0].line_item_ids[0]', 'recoverable']);
      });

      it('creates the checkout all the same, and says what it could not honor', async () => {
        const far = await create(delivery({ id: 'far', address_country: 'BR' }));
        const path = '$.fulfillment.methods[0].selected_destination_id';
        assert.equal(messageOf(far, 'address_undeliverable').path, path);
        assert.equal(methodOf(far).selected_destination_id, null);
        assert.equal(amountOf(far.totals, 'fulfillment'), 0);
        const drone = await create(delivery(HOME, 'drone'));
        assert.deepEqual(selectedIn(drone), ['home', 'Standard']);
        assert.equal(messageOf(drone, 'fulfillment_option_unavailable').severity, 'recoverable');
      });

      it('offers places of pickup beside the addresses, and takes one by its id', () =>
        withRates(PLACES, async () => {
          const checkout = await create(delivery());
          const pickup = methodOf(checkout, 'pickup');
          assert.deepEqual(pickup.line_item_ids, []);
          assert.deepEqual(
            pickup.destinations?.map(({ name }) => name),
            ['Main store', 'North store'],
          );
          assert.deepEqual(
            selectedIn(checkout),
            ['home', 'Standard'],
            'the cheaper pickup is not chosen by itself',
          );
          const north = pickup.destinations?.[1]?.id ?? '';
          const fetched = await update(
            checkout.id,
            select({ type: 'pickup', line_item_ids: ['line-1'], selected_destination_id: north }),
          );
          const method = methodOf(fetched, 'pickup');
          assert.equal(method.selected_destination_id, north);
          assert.equal(method.destinations?.filter(({ id }) => id === north).length, 1);
          assert.deepEqual(method.line_item_ids, ['line-1']);
          assert.equal(methodOf(fetched).selected_destination_id, null);
          assert.equal(amountOf(fetched.totals, 'fulfillment'), 0);
          assert.deepEqual((await update(checkout.id, delivery())).totals, checkout.totals);
        }));
    });

  it('removes the address when the agent selects none', async () => {
    const { create, update } = speaking();
    const { id } = await create(delivery());
    const without = await update(id, select({ type: 'shipping', selected_destination_id: null }));
    assert.equal(methodOf(without).destinations, undefined);
    assert.equal(amountOf(without.totals, 'fulfillment'), 0);
  });

  it('gives an address without an id one that stays', async () => {
    const { create, update } = speaking();
    const { id: _, ...address } = HOME;
    const checkout = await create(delivery(address));
    const [destination] = methodOf(checkout).destinations ?? [];
    const again = await update(checkout.id, delivery(address));
    assert.equal(methodOf(again).selected_destination_id, destination?.id);
    const selection = select({ type: 'shipping', selected_destination_id: destination?.id });
    assert.deepEqual((await update(checkout.id, selection)).fulfillment, checkout.fulfillment);
  });

  it('numbers options of the same title', () =>
    withRates([{ id: 'standard2', title: 'Standard', amount: '7.00', countries: 'all' }], async () => {
      const checkout = await speaking().create(delivery());
      assert.deepEqual(
        optionsOf(checkout).map(({ title }) => title),
        ['Standard', 'Standard (2)', 'Express'],
      );
    }));

  it('says that a selected option is gone, and which one is selected now', async () => {
    const { create, update } = speaking();
    const { shippingRates } = shop().settings;
    const first = await create(delivery());
    const express = await update(first.id, delivery(HOME, optionNamed(first, 'Express').id));
    shop().saveSettings({ shippingRates: shippingRates.filter(({ id }) => id !== 'express') });
    const refused = await update(first.id, { fulfillment: express.fulfillment });
    const changed = await update(first.id);
    shop().saveSettings({ shippingRates });
    assert.equal(messageOf(refused, 'address_undeliverable').severity, 'recoverable');
    assert.deepEqual(selectedIn(refused), ['home', 'Express'], 'a selection that was sent is not replaced');
    assert.match(messageOf(changed, 'fulfillment_option_changed').content, /Express.*Standard/);
    assert.deepEqual(selectedIn(changed), ['home', 'Standard']);
  });

  it('counts free shipping by a code once', async () => {
    const { create } = speaking();
    const [plain, free] = [
      await create(),
      await create({ ...delivery(), discounts: { codes: ['FREESHIP'] } }),
    ];
    assertDiscounts(free);
    const shipping = amountOf(free.totals, 'fulfillment') + amountOf(free.totals, 'discount');
    assert.equal(shipping, 0);
    assert.equal(amountOf(free.totals, 'total'), amountOf(plain.totals, 'total'));
    assert.equal(amountOf(free.totals, 'fulfillment'), at.platform === 'shopify' ? 500 : 0);
  });

  it('fills in address and method on the shop’s page, where the total is that of the answer', async () => {
    const { create, update } = speaking();
    const first = await create(delivery());
    const checkout = await update(first.id, delivery(HOME, optionNamed(first, 'Express').id));
    const { html: page } = await openCheckout(checkout.continue_url ?? '');
    assert.match(page, /value="12 Maple St"/);
    assert.match(page, /value="Grace Hopper"/);
    assert.match(page, /value="express" checked/);
    await pay(checkout as { continue_url: string });
    const [order] = shop()
      .orders()
      .filter(({ sessionId }) => sessionId === checkout.id);
    const answered = amountOf(checkout.totals, 'total');
    // Shopify adds tax of 8 % on its page.
    const subtotal = amountOf(checkout.totals, 'subtotal');
    const charged = taxIsKnown ? answered : answered + Math.round(subtotal * 0.08);
    assert.equal(Math.round(Number(order?.total) * 100), charged);
  });

  it('costs one call of the shop more than today at most for a selection, and none for a read', async () => {
    const { create, update, read } = speaking();
    const calls = async (does: () => Promise<unknown>) => {
      shop().resetCalls();
      await does();
      return Object.values(shop().calls()).reduce((sum, count) => sum + count, 0);
    };
    const plain = await create();
    const today = { create: await calls(() => create()), update: await calls(() => update(plain.id)) };
    const first = await create(delivery());
    const express = optionNamed(first, 'Express').id;
    assert.ok((await calls(() => create(delivery(HOME, express)))) <= today.create + 1);
    assert.ok((await calls(() => update(first.id, delivery(HOME, express)))) <= today.update + 1);
    await read(first.id);
    assert.equal(await calls(() => read(first.id)), 0);
  });

  it('offers no method for goods that need no delivery, and omits their lines from other methods', async () => {
    const { create } = speaking();
    const { products } = shop();
    const lamp = products.find(({ variants }) => variants.some(({ id }) => goods.lamp.endsWith(`/${id}`)));
    const virtual =
      at.platform === 'shopify' ? lamp : products.find(({ title }) => /Consultation/.test(title));
    const { tags = [], variants = [] } = virtual ?? {};
    tags.push('digital');
    const id = `gid://${at.platform}/ProductVariant/${variants[0]?.id}`;
    const download = await create(delivery(), [id]);
    const mixed = await create(delivery(), [goods.mug, id]);
    tags.pop();
    assert.equal(download.fulfillment, undefined);
    assert.equal(amountOf(download.totals, 'fulfillment'), 0);
    assert.equal(
      download.messages?.some(({ code }) => code === 'address_undeliverable'),
      false,
    );
    assert.deepEqual(methodOf(mixed).line_item_ids, ['line-1']);
    assert.deepEqual(selectedIn(mixed), ['home', 'Standard']);
  });

  it('accepts fulfillment when a cart becomes a checkout', async () => {
    const { agent } = speaking();
    const { id: cart_id } = (await agent().createCart([goods.mug])).body;
    const { body } = await agent().post('/checkout-sessions', { cart_id, line_items: [], ...delivery() });
    assert.deepEqual(selectedIn(body), ['home', 'Standard']);
    assert.equal(amountOf(body.totals, 'fulfillment'), 500);
  });

  it('answers the same fulfillment over MCP as over REST', async () => {
    const { agent, read } = speaking();
    const checkout = { ...lineItems([goods.mug]), ...delivery() };
    const { body } = await agent().call('create_checkout', { checkout });
    const fulfilled = (body.result?.structuredContent ?? assert.fail(JSON.stringify(body))) as Fulfilled;
    assert.deepEqual((await read(fulfilled.id)).fulfillment, fulfilled.fulfillment);
    const refused = await agent().call('update_checkout', {
      id: fulfilled.id,
      checkout: { ...checkout, ...delivery({ id: 'far', address_country: 'BR' }) },
    });
    const answer = refused.body.result?.structuredContent as Fulfilled;
    assert.equal(messageOf(answer, 'address_undeliverable').severity, 'recoverable');
    assert.deepEqual(answer.totals, fulfilled.totals);
  });

  it('stores the delivery address encrypted, and only while the checkout is open', async () => {
    const { create, agent } = speaking();
    const { context } = at.running.service;
    const store = (await at.running.service.stores.find(at.slug)) ?? assert.fail();
    const storedFulfillment = async ({ id }: { id: string }) =>
      (await context.sessions.find(store.id, id))?.fulfillment;
    const [canceled, bought] = [await create(delivery()), await create(delivery())];
    assert.equal((await storedFulfillment(bought))?.destination.line1, '12 Maple St');
    assert.ok(!JSON.stringify(await storedRows(at.running.databaseUrl)).includes('12 Maple St'));
    await agent().post(`/checkout-sessions/${canceled.id}/cancel`, {});
    assert.equal(await storedFulfillment(canceled), null);
    await pay(bought as { continue_url: string });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { body } = await agent().post(`/checkout-sessions/${bought.id}/complete`, {}, key);
    assert.equal(body.status, 'completed');
    assert.deepEqual((await storedFulfillment(bought))?.destination, { country: 'US' });
  });

  it('refuses malformed fulfillment with a status of 400', async () => {
    const { agent } = speaking();
    for (const fulfillment of [
      7,
      { methods: 'x' },
      { methods: [{ destinations: [{ address_country: 7 }] }] },
    ]) {
      const { status, body } = await agent().post('/checkout-sessions', {
        ...lineItems([goods.mug]),
        fulfillment,
      });
      assert.equal(status, 400, JSON.stringify(body));
    }
  });

  it('omits fulfillment from profile and answers while the merchant has switched quotes off', async () => {
    await whileOff(at, 'fulfillment', async () => {
      const { agent, create } = speaking();
      const { body } = await agent().get<{ ucp: { capabilities: object } }>('/.well-known/ucp');
      assert.ok(!(FULFILLMENT in body.ucp.capabilities));
      const checkout = await create(delivery());
      assert.equal(checkout.fulfillment, undefined);
      const provisional = checkout.messages?.find(({ code }) => code === 'totals_provisional');
      assert.match(provisional?.content ?? '', /checkout may add tax and shipping/);
      assert.doesNotMatch(provisional?.content ?? '', /fulfillment/);
    });
  });
});
