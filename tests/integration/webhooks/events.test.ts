import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { ShopProduct } from '../../../simulated-shops/shop/types.ts';
import { newSession, pay, type Session } from '../../../testing/agent.ts';
import { onEveryStore, type Somewhere } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { copyOf, dropSubscriptions, eventOf, post, shopSideOf, signedEvent } from './shop-side.ts';

const HALF_AN_HOUR_MS = 31 * 60_000;

onEveryStore('events of a shop', (at) => {
  beforeEach(async () => {
    shop(at).clearFaults();
    shop(at).injectWebhookFaults({ duplicated: false, reordered: false, lateMs: 0 });
    await at.running.settle();
  });

  it('freshen the copy of a product that was edited [EVT-1]', async () => {
    const product = newProduct(at, 'Teapot');
    await at.running.settle();
    assert.equal((await copyOf(at, product))?.title, 'Teapot');

    product.title = 'Teapot, blue';
    shop(at).touchProduct(product.id);
    await at.running.settle();
    assert.equal((await copyOf(at, product))?.title, 'Teapot, blue');
  });

  it('take a product out of the copy that was deleted, or is no longer shown [EVT-2]', async () => {
    const [deleted, hidden] = [newProduct(at, 'Deleted kettle'), newProduct(at, 'Hidden kettle')];
    await at.running.settle();
    assert.ok((await copyOf(at, deleted)) && (await copyOf(at, hidden)));

    shop(at).deleteProduct(deleted.id);
    hidden.published = false;
    shop(at).touchProduct(hidden.id);
    await at.running.settle();
    assert.equal(await copyOf(at, deleted), undefined);
    assert.equal(await copyOf(at, hidden), undefined);
  });

  it('verify a claim when the buyer pays after the agent has completed [EVT-4]', async () => {
    const session = await newSession(at.agent);
    const claimed = await at.agent.complete(session.id);
    assert.equal(claimed.body.payment, 'claimed');

    await pay(session);
    await at.running.settle();
    const verified = await readWithoutShop(at, session);
    assert.equal(verified.payment, 'verified');
    assert.equal(verified.order?.id, claimed.body.order?.id);
  });

  it('report a shipment without a request to the shop [EVT-4]', async () => {
    const session = await paidSession(at);
    shop(at).moveOrder(orderOf(at, session), 'shipped');
    await at.running.settle();
    assert.equal((await readWithoutShop(at, session)).order?.status, 'shipped');
  });

  it('may come doubled, late and the newest first [EVT-6]', async () => {
    const session = await paidSession(at);
    const product = newProduct(at, 'Lamp');
    shop(at).injectWebhookFaults({ duplicated: true, reordered: true, lateMs: 5 });
    shop(at).moveOrder(orderOf(at, session), 'shipped');
    shop(at).moveOrder(orderOf(at, session), 'delivered');
    for (const title of ['Lamp 2', 'Lamp 3']) {
      product.title = title;
      shop(at).touchProduct(product.id);
    }
    await at.running.settle();
    assert.equal((await readWithoutShop(at, session)).order?.status, 'delivered');
    assert.equal((await copyOf(at, product))?.title, 'Lamp 3');
  });

  it('handles an event once, however often one delivery comes [EVT-5]', async () => {
    const product = newProduct(at, 'Vase');
    await at.running.settle();
    const event = eventOf(await shopSideOf(at), at.running.baseUrl, { product: product.id });
    assert.equal(await post(event), 200);
    await at.running.settle();
    shop(at).resetCalls();
    assert.deepEqual(await Promise.all([post(event), post(event)]), [200, 200]);
    await at.running.settle();
    assert.deepEqual(shop(at).calls(), {});
  });

  it('count twice when settings are saved twice within a second', async (t) => {
    if (at.platform !== 'woocommerce') return t.skip('Shopify gives each delivery an id of its own');
    const body = JSON.stringify({ action: 'woocommerce_settings_saved', arg: '' });
    const saved = signedEvent(
      await shopSideOf(at),
      at.running.baseUrl,
      `action.woocommerce_settings_saved`,
      body,
    );
    for (const save of ['first', 'second']) {
      shop(at).resetCalls();
      assert.equal(await post(saved), 200);
      await at.running.settle();
      assert.notDeepEqual(shop(at).calls(), {}, `the shop is asked after the ${save} save`);
    }
  });

  it('asks the shop once about a product when many of its events come at once', async () => {
    const product = newProduct(at, 'Bowl');
    await at.running.settle();
    const sender = await shopSideOf(at);
    shop(at).resetCalls();
    const events = Array.from({ length: 5 }, () =>
      eventOf(sender, at.running.baseUrl, { product: product.id }),
    );
    // WooCommerce signs only the body, so deliveries with other ids differ in it.
    const distinct = events.map((event, index) =>
      signedEvent(sender, at.running.baseUrl, topicOf(event), JSON.stringify({ id: product.id, index })),
    );
    assert.deepEqual(new Set(await Promise.all(distinct.map(post))), new Set([200]));
    await at.running.settle();
    const questions = Object.entries(shop(at).calls()).reduce((sum, [, calls]) => sum + calls, 0);
    assert.ok(questions <= 2, `${questions} questions`);
  });

  it('wait until a shop that is down is back', async () => {
    expectFailingJobs();
    const product = newProduct(at, 'Clock');
    await at.running.settle();
    shop(at).inject({ kind: 'down' });
    product.title = 'Clock, stopped';
    shop(at).touchProduct(product.id);
    await at.running.settle();
    assert.equal((await copyOf(at, product))?.title, 'Clock');
    assert.equal((await waitingTasks(at, 'refresh_product')).length, 1);
    const { storeId } = await shopSideOf(at);
    const failures = (await at.running.service.jobs.listOfStore(storeId)).map(
      ({ lastError }) => lastError ?? '',
    );
    const isFound = failures.some((each) => each.includes('127.0.0.1'));
    assert.ok(isFound, 'one of the jobs has probed the shop for all of them');

    shop(at).clearFaults();
    await circuitReset(at);
    assert.equal((await copyOf(at, product))?.title, 'Clock, stopped');
    assert.deepEqual(await waitingTasks(at, 'refresh_product'), []);
  });

  it('renews the subscriptions that the shop has dropped [EVT-7]', async () => {
    assert.ok((await dropSubscriptions(await shopSideOf(at))) > 0, 'connecting has subscribed');
    const product = newProduct(at, 'Missed rug');
    await at.running.settle();
    assert.equal(await copyOf(at, product), undefined);

    at.running.advance(HALF_AN_HOUR_MS);
    await at.running.settle();
    product.title = 'Rug';
    shop(at).touchProduct(product.id);
    await at.running.settle();
    assert.equal((await copyOf(at, product))?.title, 'Rug');
  });
});

function shop(at: Somewhere) {
  return at.running.shop(at.slug).control;
}

function newProduct(at: Somewhere, title: string): ShopProduct {
  return shop(at).createProduct({ title, price: '12.00' });
}

async function paidSession(at: Somewhere): Promise<Session> {
  const session = await newSession(at.agent);
  await pay(session);
  await at.running.settle();
  return session;
}

function orderOf(at: Somewhere, session: Session): number {
  const order = shop(at)
    .orders()
    .find((each) => each.sessionId === session.id);
  return order?.id ?? assert.fail('the shop has no order of the session');
}

async function readWithoutShop(at: Somewhere, session: Session): Promise<Session> {
  shop(at).resetCalls();
  const { body } = await at.agent.readSession(session.id);
  assert.deepEqual(shop(at).calls(), {});
  return body;
}

async function waitingTasks(at: Somewhere, kind: string) {
  const { storeId } = await shopSideOf(at);
  return (await at.running.service.jobs.listOfStore(storeId)).filter((job) => job.kind === kind);
}

function topicOf({ headers }: { headers: Record<string, string> }): string {
  return headers['x-shopify-topic'] ?? headers['x-wc-webhook-topic'] ?? '';
}

/** The platform's circuit follows the real clock, so it must not have opened; the task's delay follows the service's. */
async function circuitReset(at: Somewhere): Promise<void> {
  at.running.advance(60 * 60_000);
  await at.running.settle();
}
