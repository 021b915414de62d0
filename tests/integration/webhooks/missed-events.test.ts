import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { ShopProduct } from '../../../simulated-shops/shop/types.ts';
import { RECURRING_JOBS } from '../../../src/jobs/job-kinds.ts';
import { agentOf, newSession, pay, type Session } from '../../../testing/agent.ts';
import { onEveryDatabase, type Somewhere } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { copyOf, shopSideOf } from './shop-side.ts';

const HALF_AN_HOUR_MS = 31 * 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Above the failures in a row after which WooCommerce disables a webhook. */
const FAILED_DELIVERIES = 9;

for (const platform of PLATFORMS)
  onEveryDatabase(`events that a shop could not deliver (${platform})`, (database) => {
    const slug = `demo-${platform}`;
    let at: Somewhere;
    // A shop keeps its own time: each test moves the service's clock from where the shop's is.
    beforeEach(async () => {
      const running = await startTestService({ database, platforms: [platform] });
      at = { slug, platform, running, agent: agentOf(running.baseUrl, slug) };
      await running.settle();
    });
    afterEach(() => at.running.close());

    it('catches up with missed events within half an hour, and repairs the webhooks that the shop dropped', async () => {
      const [edited, hidden] = [newProduct(at, 'Jug'), newProduct(at, 'Hidden jug')];
      const session = await newSession(at.agent);
      await at.running.settle();
      assert.ok(await copyOf(at, hidden));

      shop(at).injectWebhookFaults({ lost: true });
      await pay(session);
      edited.title = 'Jug, renamed while nobody heard';
      hidden.published = false;
      for (let index = 0; index < FAILED_DELIVERIES; index += 1) {
        shop(at).touchProduct(edited.id);
        shop(at).touchProduct(hidden.id);
        await shop(at).webhooksSettled();
      }
      shop(at).injectWebhookFaults({ lost: false });
      shop(at).touchProduct(edited.id);
      await at.running.settle();
      assert.equal((await copyOf(at, edited))?.title, 'Jug', 'the shop has given up telling');
      assert.equal(await paymentOf(at, session), undefined);

      at.running.advance(HALF_AN_HOUR_MS);
      await at.running.settle();
      assert.equal((await copyOf(at, edited))?.title, 'Jug, renamed while nobody heard');
      assert.equal(await copyOf(at, hidden), undefined);
      assert.equal(await paymentOf(at, session), 'verified');

      edited.title = 'Jug, heard of again';
      shop(at).touchProduct(edited.id);
      await at.running.settle();
      assert.equal((await copyOf(at, edited))?.title, 'Jug, heard of again');
    });

    it('catches up with missed events as soon as a shop that was out answers again', async () => {
      expectFailingJobs();
      const product = newProduct(at, 'Bowl');
      const session = await newSession(at.agent);
      await at.running.settle();

      shop(at).injectWebhookFaults({ lost: true });
      await pay(session);
      product.title = 'Bowl, renamed before the outage';
      shop(at).touchProduct(product.id);
      await shop(at).webhooksSettled();
      shop(at).inject({ kind: 'server_error' });
      const { storeId } = await shopSideOf(at);
      const subject = `gid://${at.platform}/Product/1`;
      await at.running.service.jobs.enqueue({ storeId, kind: 'refresh_product', subject }, now());
      await at.running.settle();
      shop(at).clearFaults();
      shop(at).injectWebhookFaults({ lost: false });
      assert.equal(await paymentOf(at, session), undefined);

      at.running.advance(MINUTE_MS);
      await at.running.settle();
      assert.equal((await copyOf(at, product))?.title, 'Bowl, renamed before the outage');
      assert.equal(await paymentOf(at, session), 'verified');
    });

    it('catches up with missed events past an order that cannot be read, and with that order once it can', async () => {
      expectFailingJobs();
      const product = newProduct(at, 'Cup');
      const session = await newSession(at.agent);
      await at.running.settle();
      shop(at).injectWebhookFaults({ lost: true });
      await pay(session);
      product.title = 'Cup, renamed';
      shop(at).touchProduct(product.id);
      await shop(at).webhooksSettled();
      shop(at).injectWebhookFaults({ lost: false });
      const operation = at.platform === 'shopify' ? 'ReadOrder' : 'GET /orders/:id';
      shop(at).inject({ kind: 'malformed', operation });
      for (let round = 0; round < 6; round += 1) {
        at.running.advance(HALF_AN_HOUR_MS / 5);
        await at.running.settle();
      }
      assert.equal((await copyOf(at, product))?.title, 'Cup, renamed');
      assert.equal(await paymentOf(at, session), undefined);

      shop(at).clearFaults();
      at.running.advance(HALF_AN_HOUR_MS);
      await at.running.settle();
      assert.equal(await paymentOf(at, session), 'verified');
    });

    it('catches up with missed events once a store is connected again, however long it was not', async () => {
      const session = await newSession(at.agent);
      const { storeId } = await shopSideOf(at);
      const { stores } = at.running.service;
      const by = { actor: { accountId: null, name: 'test' }, action: 'store.disconnected' } as const;
      await stores.disconnect(storeId, now(), by, []);
      shop(at).injectWebhookFaults({ lost: true });
      await pay(session);
      for (let day = 0; day < 2; day += 1) {
        at.running.advance(DAY_MS);
        await at.running.settle();
      }
      shop(at).injectWebhookFaults({ lost: false });
      await stores.resume(
        storeId,
        now(),
        by,
        RECURRING_JOBS.map((kind) => ({ kind })),
      );
      await at.running.settle();
      assert.equal(await paymentOf(at, session), 'verified');
    });

    it('cost a list of webhooks, one of products and two of orders each hour', async () => {
      at.running.advance(HALF_AN_HOUR_MS);
      await at.running.settle();
      shop(at).resetCalls();
      at.running.advance(2 * HALF_AN_HOUR_MS);
      await at.running.settle();
      const calls = shop(at).calls();
      const lists = Object.entries(at.platform === 'shopify' ? SHOPIFY_LISTS : WOOCOMMERCE_LISTS);
      for (const [operation, count] of lists) assert.equal(calls[operation], count, JSON.stringify(calls));
    });
  });

const SHOPIFY_LISTS = { ListWebhooks: 1, ChangedOrders: 1, ListOrders: 1, ChangedProducts: 1 };
/** Changed orders, and all orders of the last two days for the share of agents. */
const WOOCOMMERCE_LISTS = { 'GET /webhooks': 1, 'GET /orders': 2 };

function now(): string {
  return new Date().toISOString();
}

function shop(at: Somewhere) {
  return at.running.shop(at.slug).control;
}

function newProduct(at: Somewhere, title: string): ShopProduct {
  return shop(at).createProduct({ title, price: '12.00' });
}

/** As the service knows it by itself. */
async function paymentOf(at: Somewhere, session: Session): Promise<string | undefined> {
  const { storeId } = await shopSideOf(at);
  return (await at.running.service.context.orders.ofSession(storeId, session.id))?.payment;
}
