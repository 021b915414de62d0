import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Service } from '../../../src/service.ts';
import type { Job } from '../../../src/storage/repositories/jobs/job-queue.ts';
import { agentOf, type Cart, findVariant, pay, type Session } from '../../../testing/agent.ts';
import { everywhere, onEveryDatabase, type Somewhere, unlimited } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';
import { serviceOn, startTestService, type TestService } from '../../../testing/test-service.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';

const KINDS = ['empty_cart'];
const A_WHILE_MS = 60_000;
/** No task waits longer for its next attempt. */
const HALF_AN_HOUR_MS = 30 * 60_000;
/** Calls that empty a cart, as the shop counts them. */
const EMPTIES = { shopify: 'EmptyCart', woocommerce: 'POST /cart/create' } as const;

/** Both platforms' stores are on one service, and share its clock. */
const advanced = new WeakMap<TestService, number>();

everywhere('a cart whose cancellation the shop did not hear of', (at) => {
  let storeId: string;

  const goods = unlimited(at, 'mug');
  before(async () => {
    storeId = (await at.running.service.stores.find(at.slug))?.id ?? assert.fail();
  });

  const shop = () => at.running.shop(at.slug).control;
  const newest = () => shop().carts().at(-1) ?? assert.fail('the shop has a cart');
  const waiting = async (): Promise<Job[]> =>
    (await at.running.service.jobs.listOfStore(storeId)).filter(({ kind }) => KINDS.includes(kind));
  const work = () => at.running.service.runnerOf(KINDS).drain();
  const passAWhile = () => {
    at.running.advance(A_WHILE_MS);
    advanced.set(at.running, (advanced.get(at.running) ?? 0) + A_WHILE_MS);
  };
  const laterOn = async () => {
    passAWhile();
    await work();
  };

  async function whileAway<Done>(act: () => Promise<Done>): Promise<Done> {
    shop().inject({ kind: 'server_error' });
    try {
      return await act();
    } finally {
      shop().clearFaults();
    }
  }

  const session = async (): Promise<Session> => (await at.agent.createSession([[goods.mug, 2]])).body;
  const cart = async (): Promise<Cart> => (await at.agent.createCart([[goods.mug, 2]])).body;

  it('empties the cart of a canceled session once the shop answers again', async () => {
    const { id } = await session();
    const canceled = await whileAway(() => at.agent.cancel(id));
    assert.deepEqual([canceled.status, canceled.body.status], [200, 'failed']);
    assert.equal(newest().pieces, 2, 'the shop knows nothing of it');
    await laterOn();
    assert.equal(newest().pieces, 0);
    assert.deepEqual(await waiting(), []);
    assert.deepEqual((await at.agent.cancel(id)).body, canceled.body, 'for the agent nothing has changed');
  });

  it('empties a canceled cart once the shop answers again', async () => {
    const { id } = await cart();
    const canceled = await whileAway(() => at.agent.cancelCart(id));
    assert.deepEqual([canceled.status, canceled.body.status], [200, 'canceled']);
    assert.equal(newest().pieces, 2);
    await laterOn();
    assert.equal(newest().pieces, 0);
    assert.deepEqual(await waiting(), []);
    assert.equal((await at.agent.readCart(id)).body.status, 'canceled');
  });

  it('empties the cart of a session canceled in official UCP once the shop answers again', async () => {
    const { id } = await session();
    const canceled = await whileAway(() => ucpAgentOf(at).post(`/checkout-sessions/${id}/cancel`, {}));
    assert.equal(canceled.status, 200);
    await laterOn();
    assert.equal(newest().pieces, 0);
    assert.deepEqual(await waiting(), []);
  });

  it('retries the emptying of a canceled cart while the shop is still away', async () => {
    expectFailingJobs();
    const { id } = await session();
    await whileAway(async () => {
      await at.agent.cancel(id);
      await work();
      const [job] = await waiting();
      assert.equal(job?.attempts, 1);
      assert.notEqual(job?.lastError ?? 'Internal error', 'Internal error', 'it says why');
    });
    assert.equal(newest().pieces, 2);
    await laterOn();
    assert.equal(newest().pieces, 0);
  });

  it('stays as it is when the buyer has paid it: the order is known, and stands', async () => {
    const created = await session();
    await whileAway(() => at.agent.cancel(created.id));
    await pay(created);
    shop().resetCalls();
    await laterOn();
    assert.equal(shop().calls()[EMPTIES[at.platform as keyof typeof EMPTIES]], undefined, 'it is let alone');
    assert.deepEqual(await waiting(), []);
    const order = shop()
      .orders()
      .find(({ sessionId }) => sessionId === created.id);
    const read = await at.agent.readOrder(String(order?.id));
    assert.deepEqual([read.status, read.body.payment], [200, 'verified']);
    assert.equal((await at.agent.readSession(created.id)).body.payment, 'verified');
  });

  // Shopify makes no order of a payment that it declines.
  if (at.platform === 'woocommerce')
    it('empties the canceled cart when the payment of its order was declined', async () => {
      const created = await session();
      await whileAway(() => at.agent.cancel(created.id));
      await assert.rejects(payCheckout(created.continue_url ?? '', { payment: 'declined' }), /refused/);
      await laterOn();
      assert.equal(newest().pieces, 0);
      assert.equal((await at.agent.readSession(created.id)).body.payment, 'claimed');
    });

  it('finishes the job that empties a cart when the shop has forgotten the cart', async () => {
    const [{ id }, { id: cartId }] = [await session(), await cart()];
    await whileAway(() => Promise.all([at.agent.cancel(id), at.agent.cancelCart(cartId)]));
    shop().expireCarts();
    await laterOn();
    assert.deepEqual(await waiting(), []);
  });

  it('stays full when the cancellation was never written', async () => {
    const [{ id }, { id: cartId }] = [await session(), await cart()];
    const now = new Date().toISOString();
    for (const subject of [`session/${id}`, `cart/${cartId}`])
      await at.running.service.jobs.enqueue({ storeId, kind: 'empty_cart', subject }, now);
    await laterOn();
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(
      shop()
        .carts()
        .slice(-2)
        .map(({ pieces }) => pieces),
      [2, 2],
    );
    assert.equal((await at.agent.replaceLines(id, [[goods.mug, 3]])).status, 200, 'it can still be changed');
    assert.equal((await at.agent.replaceCartLines(cartId, [[goods.mug, 3]])).status, 200);
  });

  it('empties a canceled cart once, however many processes there are', async () => {
    const { id } = await session();
    await whileAway(() => at.agent.cancel(id));
    passAWhile();
    const others = await Promise.all([1, 2].map(() => besides(at, advanced.get(at.running) ?? 0)));
    shop().resetCalls();
    await Promise.all([work(), ...others.map((other) => other.runnerOf(KINDS).drain())]);
    for (const other of others) await other.close();
    assert.equal(newest().pieces, 0);
    assert.equal(shop().calls()[EMPTIES[at.platform as keyof typeof EMPTIES]], 1);
  });
});

onEveryDatabase('a cart whose shop never comes back', (database) => {
  it('gives up emptying a cart after about two days without the shop', async () => {
    expectFailingJobs();
    await using running = await startTestService({ database, platforms: ['shopify'] });
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    const { control } = running.shop('demo-shopify');
    const { body } = await agent.createSession([(await findVariant(agent, 'mug')).id]);
    const { id = '' } = (await running.service.stores.find('demo-shopify')) ?? {};
    const isWaiting = async () =>
      (await running.service.jobs.listOfStore(id)).some(({ kind }) => KINDS.includes(kind));
    control.inject({ kind: 'server_error' });
    await agent.cancel(body.id);
    let attempts = 0;
    for (; await isWaiting(); attempts += 1) {
      assert.ok(attempts < 200, 'it is tried for ever');
      running.advance(HALF_AN_HOUR_MS);
      await running.service.runnerOf(KINDS).drain();
    }
    assert.equal(attempts, 100);
    assert.ok((control.carts().at(-1)?.pieces ?? 0) > 0);
  });
});

/** Another process on the same database, whose clock is as far. */
function besides({ running }: Somewhere, ahead: number): Promise<Service> {
  return serviceOn(running.databaseUrl, { now: () => Date.now() + ahead });
}
