import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ShippingRate, ShopSettings } from '../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { agentOf, type ErrorBody, findVariant, pay } from '../../testing/agent.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { connectShop, PLATFORMS, startTestService } from '../../testing/test-service.ts';
import {
  amountOf,
  assertSums,
  lineItems,
  messageOf,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';

interface Fulfilled extends UcpCheckout {
  fulfillment?: {
    methods: {
      type: string;
      destinations?: { id: string; name?: string }[];
      selected_destination_id: string | null;
      groups: { options: { title: string; totals: { type: string; amount: number }[] }[] }[];
    }[];
  };
}

const START = { shopify: startShopifyShop, woocommerce: startWooCommerceShop };

const SELECTED = '$.fulfillment.methods[0].selected_destination_id';

/** Request for delivery to a country. */
function to(country: string) {
  const destinations = [{ id: 'home', address_country: country, address_locality: 'Town' }];
  return { fulfillment: { methods: [{ type: 'shipping', destinations, selected_destination_id: 'home' }] } };
}

onEveryDatabase('fulfillment that a shop cannot honor', (database) => {
  const running = forSuite(() => startTestService({ database }));
  for (const platform of PLATFORMS)
    for (const [currency, country, amounts] of [
      ['JPY', 'JP', { shipping: 750, express: 2250 }],
      ['KWD', 'KW', { shipping: 1500, express: 4500 }],
    ] as const) {
      const slug = `${platform}-${currency.toLowerCase()}`;
      const shop = forSuite(() => START[platform as keyof typeof START]({ name: slug, currency }));
      const agent = () => ucpAgentOf({ slug, running });
      const mug = async () => (await findVariant(agentOf(running.baseUrl, slug), 'mug')).id;
      const create = async (extras: object = {}) =>
        (await agent().create([await mug()], extras)).body as Fulfilled;
      const update = async (id: string, extras: object, quantity = 1) => {
        const body = { ...lineItems([[await mug(), quantity]]), ...extras };
        return (await agent().put<Fulfilled>(`/checkout-sessions/${id}`, body)).body;
      };
      before(() => connectShop(running, { slug, platform }, shop));

      /** Changes the shop's settings while the test runs. */
      async function withSettings(change: Partial<ShopSettings>, test: () => Promise<void>): Promise<void> {
        const { settings } = shop.control;
        const { shippingRates } = settings;
        shop.control.saveSettings(change);
        await test().finally(() => shop.control.saveSettings({ shippingRates }));
      }

      it(`${slug}: prices are in minor units of a currency without two decimals, and the shop charges them`, async () => {
        const checkout = await create(to(country));
        assertSums(checkout);
        assert.equal(amountOf(checkout.totals, 'fulfillment'), amounts.shipping);
        if (platform !== 'woocommerce') return;
        await pay(checkout as { continue_url: string });
        const order = shop.control.orders().find(({ sessionId }) => sessionId === checkout.id);
        const exponent = currency === 'JPY' ? 0 : 3;
        assert.equal(Math.round(Number(order?.total) * 10 ** exponent), amountOf(checkout.totals, 'total'));
      });

      it(`${slug}: a shop without zones delivers nowhere, and its checkout stays as it is`, () =>
        withSettings({ shippingRates: [] }, async () => {
          const plain = await create();
          const answer = await update(plain.id, to(country), 3);
          const { severity, path } = messageOf(answer, 'address_undeliverable');
          assert.deepEqual([severity, path], ['recoverable', SELECTED]);
          assert.deepEqual(answer.totals, plain.totals);
          assert.equal(messageOf(await create(to(country)), 'address_undeliverable').path, SELECTED);
        }));

      it(`${slug}: a carrier that answers late is waited for, at one call more, and its price is charged`, async () => {
        const { shippingRates } = shop.control.settings;
        const [standard] = shippingRates;
        const courier = { ...standard, id: 'courier', title: 'Courier', carrierMs: 100 };
        const calls = async (test: () => Promise<unknown>) => {
          shop.control.resetCalls();
          await test();
          return Object.values(shop.control.calls()).reduce((sum, count) => sum + count, 0);
        };
        const { id } = await create();
        const today = { create: await calls(create), update: await calls(() => update(id, {}, 2)) };
        await withSettings({ shippingRates: [courier as ShippingRate] }, async () => {
          assert.ok((await calls(() => create(to(country)))) <= today.create + 1);
          assert.ok((await calls(() => update(id, to(country), 2))) <= today.update + 1);
          const checkout = await update(id, {}, 3);
          assertSums(checkout);
          assert.equal(amountOf(checkout.totals, 'fulfillment'), amounts.shipping);
          assert.equal(checkout.fulfillment?.methods[0]?.groups[0]?.options[0]?.title, 'Courier');
          await pay(checkout as { continue_url: string });
          const order = shop.control.orders().find(({ sessionId }) => sessionId === id);
          const exponent = currency === 'JPY' ? 0 : 3;
          const taxOnPage =
            platform === 'shopify' ? Math.round(amountOf(checkout.totals, 'subtotal') * 0.08) : 0;
          const charged = Math.round(Number(order?.total) * 10 ** exponent);
          assert.equal(charged, amountOf(checkout.totals, 'total') + taxOnPage);
        });
      });

      it(`${slug}: a place of pickup that has closed is named, and nothing takes its place`, async () => {
        const { shippingRates } = shop.control.settings;
        const place = {
          ...{ id: 'main', title: 'Pickup', amount: '0', countries: 'all' as const },
          pickup: { name: 'Main store', address: '1 Main St' },
        };
        const fetched = { fulfillment: { methods: [{ type: 'pickup' }] } };
        let checkout: Fulfilled | undefined;
        await withSettings({ shippingRates: [...shippingRates, place] }, async () => {
          checkout = await create(fetched);
        });
        const id = checkout?.fulfillment?.methods[1]?.selected_destination_id;
        assert.ok(checkout && id, JSON.stringify(checkout));
        const again = { fulfillment: { methods: [{ type: 'pickup', selected_destination_id: id }] } };
        const answer = await update(checkout.id, again);
        assert.equal(messageOf(answer, 'address_undeliverable').severity, 'recoverable');
        assert.equal(answer.fulfillment?.methods[1]?.selected_destination_id, id);
        const dropped = await create(fetched);
        assert.equal(messageOf(dropped, 'fulfillment_option_unavailable').path, SELECTED);
      });

      if (platform === 'woocommerce')
        it(`${slug}: a carrier’s plugin that throws refuses the destination, not the checkout`, () =>
          withSettings(
            { shippingRates: [{ id: 'broken', title: 'x', amount: '1', countries: 'all', throws: true }] },
            async () => {
              const plain = await create();
              const answer = await update(plain.id, to(country), 3);
              assert.match(messageOf(answer, 'address_undeliverable').content, /shipping methods fails/);
              assert.deepEqual([answer.totals, answer.line_items], [plain.totals, plain.line_items]);
              const checkout = await create(to(country));
              assert.equal(messageOf(checkout, 'address_undeliverable').path, SELECTED);
              assert.equal(checkout.status, 'requires_escalation');
            },
          ));

      if (platform === 'woocommerce')
        it(`${slug}: a carrier’s plugin that throws refuses the destination of a quote`, () =>
          withSettings(
            { shippingRates: [{ id: 'broken', title: 'x', amount: '1', countries: 'all', throws: true }] },
            async () => {
              const { status, body } = await agentOf(running.baseUrl, slug).post<ErrorBody>(
                '/fulfillment/quotes',
                {
                  ...lineItems([[await mug(), 1]]),
                  destination: { country },
                },
              );
              assert.equal(status, 409, JSON.stringify(body));
              assert.equal(body.code, 'address_undeliverable');
              assert.match(body.error, /shipping methods fails/);
            },
          ));
    }
});
