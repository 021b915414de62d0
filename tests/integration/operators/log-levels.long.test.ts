import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ListStoreEventEndpointsResponse } from '../../../client/index.ts';
import { agentOf } from '../../../testing/agent.ts';
import { startAgentPlatform } from '../../../testing/agent-platform.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { startEventReceiver } from '../../../testing/event-receiver.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp, withToken } from '../../../testing/merchant.ts';
import { ucpAgent } from '../../../testing/official-agent.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];
const WORDS = ['mug', 'running shoe', 'red', 'gift', 'lamps for the desk'];
const HOUR_MS = 60 * 60_000;
const SLUG = 'demo-woocommerce';

/** Ids of the products that are found at the first level. */
let firstLists: string[][] | undefined;

for (const level of LEVELS)
  describe(`a service at LOG_LEVEL=${level}`, () => {
    const running = forSuite(() =>
      startTestService({ database: anyDatabase, settings: { LOG_LEVEL: level } }),
    );
    const platform = forSuite(() => startAgentPlatform());
    const receiver = forSuite(() => startEventReceiver());
    const merchant = forSuite(async () => withToken(running, await signUp(running)));
    let ahead = 0;
    const advance = (ms: number) => {
      ahead += ms;
      running.advance(ms);
    };
    before(async () => {
      platform.now = () => Date.now() + ahead;
      await running.settle();
    });

    /** Pays an order of the agent platform, and returns its number in the shop. */
    async function paidOrder(): Promise<number> {
      const checkout = await ucpAgent(running.baseUrl, SLUG, platform).checkout();
      await payCheckout(checkout.continue_url);
      await running.settle();
      const orders = running.shop(SLUG).control.orders();
      return orders.find(({ sessionId }) => sessionId === checkout.id)?.id ?? assert.fail('nothing was paid');
    }

    async function move(order: number, to: 'shipped' | 'delivered'): Promise<void> {
      advance(2_000);
      running.shop(SLUG).control.moveOrder(order, to);
      await running.settle();
    }

    const arrived = () => platform.arrived.map(({ text }) => JSON.parse(text).fulfillment.events.length);

    it('imports the catalogs and finds what every level finds', async () => {
      const stores = PLATFORMS.map((name) => `demo-${name}`);
      const ids = await Promise.all(
        stores.map(async (slug) => (await running.service.stores.find(slug))?.id),
      );
      const counts = await Promise.all(ids.map((id = '') => running.service.products.count(id)));
      assert.ok(
        counts.every((count) => count > 0),
        'a copy of each catalog is searched',
      );
      const lists: string[][] = [];
      for (const slug of stores)
        for (const words of WORDS) {
          const { products } = await agentOf(running.baseUrl, slug).search(words);
          lists.push(products.map(({ id }) => id));
        }
      assert.ok(lists.some(({ length }) => length > 1));
      firstLists ??= lists;
      assert.deepEqual(lists, firstLists);
    });

    it('takes a change of the shop from its webhook', async () => {
      const { control } = running.shop(SLUG);
      const product = control.products.find(({ title }) => /mug/i.test(title)) ?? assert.fail('no mug');
      product.title = 'Mug of another name';
      control.touchProduct(product.id);
      await running.settle();
      const { products } = await agentOf(running.baseUrl, SLUG).search('mug of another name', 1);
      assert.equal(products[0]?.title, 'Mug of another name');
    });

    it('reports a purchase, and postpones and gives up what an agent platform does not take', async () => {
      const order = await paidOrder();
      assert.equal(platform.arrived.length, 1);
      platform.answers = [{ status: 503 }];
      await move(order, 'shipped');
      assert.deepEqual(arrived(), [0, 1], 'refused');
      advance(HOUR_MS);
      await running.settle();
      assert.deepEqual(arrived(), [0, 1, 1], 'sent again');

      const other = await paidOrder();
      platform.arrived.length = 0;
      platform.answers = [{ status: 503 }];
      await move(other, 'shipped');
      advance(5 * 24 * HOUR_MS);
      await move(other, 'delivered');
      assert.deepEqual(arrived(), [1, 2], 'the first is given up, the second sent');
    });

    it('disables an endpoint of the merchant that is gone', async () => {
      const path = `/stores/${SLUG}/event-endpoints`;
      assert.equal((await merchant.post(path, { url: receiver.url })).status, 201);
      receiver.usual = () => 410;
      await paidOrder();
      const { body } = await merchant.get<ListStoreEventEndpointsResponse>(path);
      assert.deepEqual(
        body.items.map(({ disabled_reason }) => disabled_reason),
        ['gone'],
      );
    });
  });
