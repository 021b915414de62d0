import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { agentOf, findVariant } from '../../testing/agent.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { connectShop, startTestService } from '../../testing/test-service.ts';
import {
  amountOf,
  assertSums,
  lineItems,
  messageOf,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';
import { type Checkout, shopperAt } from '../shopping/shopper.ts';

interface Fulfilled extends UcpCheckout {
  fulfillment?: {
    methods: {
      selected_destination_id: string | null;
      groups: { options: { id: string; title: string }[]; selected_option_id: string | null }[];
    }[];
  };
}

/** Shopify’s late parts are waited for during half of it. */
const PLATFORM_TIMEOUT_MS = '3000';
const COURIER = { id: 'courier', title: 'Courier', amount: '7.00', countries: 'all' as const };
const HOME = {
  ...{ id: 'home', address_country: 'US', address_locality: 'Springfield', postal_code: '62704' },
  street_address: '12 Maple St',
};

function delivery(optionId?: string) {
  const groups =
    optionId === undefined ? {} : { groups: [{ id: 'shipping-1', selected_option_id: optionId }] };
  const method = { type: 'shipping', destinations: [HOME], selected_destination_id: 'home', ...groups };
  return { fulfillment: { methods: [method] } };
}

onEveryDatabase('a carrier that never answers', (database) => {
  const running = forSuite(() => startTestService({ database, settings: { PLATFORM_TIMEOUT_MS } }));

  function storeOf(
    slug: string,
    shop: Awaited<ReturnType<typeof startShopifyShop | typeof startWooCommerceShop>>,
  ) {
    const agent = () => ucpAgentOf({ slug, running });
    const mug = async () => (await findVariant(agentOf(running.baseUrl, slug), 'mug')).id;
    const create = async (extras: object = {}) =>
      (await agent().create([await mug()], extras)).body as Fulfilled;
    const put = async (id: string, extras: object = {}, quantity = 1) =>
      agent().put<Fulfilled>(`/checkout-sessions/${id}`, {
        ...lineItems([[await mug(), quantity]]),
        ...extras,
      });
    const read = async (id: string) => (await agent().get<Fulfilled>(`/checkout-sessions/${id}`)).body;
    const update = async (id: string, extras: object = {}, quantity = 1) =>
      (await put(id, extras, quantity)).body;
    /** The shop's own rates, and that of a courier. */
    function carrierAnswers(carrierMs: number | null, own: object[] = []): void {
      shop.control.saveSettings({ shippingRates: [...own, { ...COURIER, carrierMs }] as never });
    }
    return {
      agent,
      mug,
      create,
      put,
      update,
      read,
      carrierAnswers,
      own: () => shop.control.settings.shippingRates,
    };
  }

  const selectedIn = ({ fulfillment }: Fulfilled) => {
    const [method] = fulfillment?.methods ?? [];
    const [group] = method?.groups ?? [];
    const option = group?.options.find(({ id }) => id === group.selected_option_id);
    return [method?.selected_destination_id, option?.title ?? null];
  };

  function assertPending(checkout: Fulfilled): void {
    assertSums(checkout);
    assert.match(messageOf(checkout, 'fulfillment_pending').content, /has not answered.*Update the checkout/);
    assert.equal(
      messageOf(checkout, 'fulfillment_pending').path,
      '$.fulfillment.methods[0].groups[0].options',
    );
    assert.equal(messageOf(checkout, 'totals_provisional').path, '$.totals');
    assert.deepEqual(selectedIn(checkout), ['home', null]);
    assert.equal(checkout.status, 'requires_escalation');
    assert.ok(checkout.continue_url);
  }

  const shopify = forSuite(() => startShopifyShop({ name: 'Late' }));
  const woocommerce = forSuite(() => startWooCommerceShop({ name: 'Late' }));
  before(async () => {
    await connectShop(running, { slug: 'late-shopify', platform: 'shopify' }, shopify);
    await connectShop(running, { slug: 'late-woocommerce', platform: 'woocommerce' }, woocommerce);
  });

  it('leaves a Shopify checkout without shipping, says so, and is asked again by the next update', async () => {
    const { create, update, read, carrierAnswers } = storeOf('late-shopify', shopify);
    carrierAnswers(null);
    const checkout = await create(delivery());
    assertPending(checkout);
    assert.equal(amountOf(checkout.totals, 'fulfillment'), 0);
    assert.deepEqual((await read(checkout.id)).messages, checkout.messages);
    const more = await update(checkout.id, {}, 3);
    assertPending(more);
    assert.equal(more.line_items[0]?.quantity, 3);
    carrierAnswers(0);
    const answered = await update(checkout.id, {}, 3);
    assertSums(answered);
    assert.deepEqual(selectedIn(answered), ['home', 'Courier']);
    assert.equal(amountOf(answered.totals, 'fulfillment'), 700);
    assert.ok(!answered.messages?.some(({ code }) => code === 'fulfillment_pending'));
  });

  it('keeps the carrier’s option that was selected at Shopify instead of one of the shop’s own', async () => {
    const { create, update, own, carrierAnswers } = storeOf('late-shopify', shopify);
    const standard = [{ id: 'own', title: 'Own', amount: '2.00', countries: 'all' }];
    carrierAnswers(0, standard);
    const cheapest = await create(delivery());
    assert.deepEqual(selectedIn(cheapest), ['home', 'Own']);
    const courier = cheapest.fulfillment?.methods[0]?.groups[0]?.options[1]?.id;
    const byCourier = await update(cheapest.id, delivery(courier));
    assert.deepEqual(selectedIn(byCourier), ['home', 'Courier']);
    carrierAnswers(null, standard);
    assertPending(await update(cheapest.id, {}, 2));
    assertPending(await update(cheapest.id, delivery(courier), 2));
    const another = await create(delivery());
    assert.deepEqual(
      selectedIn(another),
      ['home', 'Own'],
      'an answer of the shop’s own rates needs no carrier',
    );
    carrierAnswers(0, standard);
    const again = await update(cheapest.id, {}, 2);
    assert.deepEqual(selectedIn(again), ['home', 'Courier']);
    assert.ok(!again.messages?.some(({ code }) => code === 'fulfillment_option_changed'));
    assert.equal(own().length, 2);
  });

  it('keeps the option that was asked for by its title, and takes it for the same once it is answered', async () => {
    const { create, update, carrierAnswers } = storeOf('late-shopify', shopify);
    const standard = [{ id: 'own', title: 'Own', amount: '2.00', countries: 'all' }];
    carrierAnswers(null, standard);
    const checkout = await create(delivery('Courier'));
    assertPending(checkout);
    carrierAnswers(0, standard);
    const answered = await update(checkout.id);
    assert.deepEqual(selectedIn(answered), ['home', 'Courier']);
    assert.ok(!answered.messages?.some(({ code }) => code === 'fulfillment_option_changed'));
  });

  it('answers models with a note that the total is not final, also when it holds one of the shop’s own rates', async () => {
    const { mug, carrierAnswers } = storeOf('late-shopify', shopify);
    carrierAnswers(null, [{ id: 'own', title: 'Own', amount: '2.00', countries: 'all' }]);
    const { note, shipping } = await shopperAt({ running, slug: 'late-shopify' }).call<Checkout>(
      'create_checkout',
      { items: [{ id: await mug(), quantity: 1 }], country: 'US', shipping_option: 'Courier' },
    );
    assert.equal(shipping, '2.00');
    assert.match(note ?? '', /the total is not final\. Call update_checkout/);
  });

  it('answers models with a note about the late carrier at Shopify, and times out a quote', async () => {
    const { mug, carrierAnswers } = storeOf('late-shopify', shopify);
    carrierAnswers(null);
    const items = [{ id: await mug(), quantity: 1 }];
    const shopper = shopperAt({ running, slug: 'late-shopify' });
    const { note, shipping, shipping_options } = await shopper.call<Checkout>('create_checkout', {
      items,
      country: 'US',
    });
    assert.match(note ?? '', /has not answered.*update_checkout/);
    assert.deepEqual([shipping, shipping_options], [undefined, []]);
    const { status, body } = await agentOf(running.baseUrl, 'late-shopify').post<{ code: string }>(
      '/fulfillment/quotes',
      { line_items: [{ item: { id: await mug() }, quantity: 1 }], destination: { country: 'US' } },
    );
    assert.deepEqual([status, body.code], [504, 'platform_timeout'], JSON.stringify(body));
  });

  it('times out the update at WooCommerce, and leaves the checkout as it was', async () => {
    const { create, put, update, read, carrierAnswers } = storeOf('late-woocommerce', woocommerce);
    carrierAnswers(0);
    const checkout = await create(delivery());
    carrierAnswers(null);
    const { status, body } = await put(checkout.id, delivery(), 3);
    assert.equal(status, 504, JSON.stringify(body));
    assert.match(JSON.stringify(body), /platform_timeout/);
    const now = await read(checkout.id);
    assert.deepEqual([now.totals, now.line_items], [checkout.totals, checkout.line_items]);
    carrierAnswers(0);
    const after = await update(checkout.id, delivery(), 3);
    assert.deepEqual([after.line_items[0]?.quantity, selectedIn(after)[1]], [3, 'Courier']);
  });
});
