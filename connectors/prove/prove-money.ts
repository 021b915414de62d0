import assert from 'node:assert/strict';
import { type EventReceiver, startEventReceiver } from '../../testing/event-receiver.ts';
import { type Answer, line } from './agent.ts';
import { buy } from './buyer.ts';
import type { Proof } from './proof.ts';
import { until } from './until.ts';

type Body = Answer['body'];

interface Bought {
  /** The service's order. */
  id: string;
  /** WooCommerce's number. */
  number: number;
}

/** Proves that revenue is the money that the shop has, and that orders and events report what is paid, shipped and refunded. */
export async function proveMoney(proof: Proof): Promise<void> {
  const events = await startEventReceiver();
  try {
    // A service on another machine does not reach this one.
    if (!proof.options.service) await subscribe(proof, events);
    await proveTransfer(proof);
    await proveRefund(proof, events);
  } finally {
    await events.close();
  }
}

async function subscribe({ merchant, slug }: Proof, { url }: EventReceiver): Promise<void> {
  const answer = await merchant.post(`/stores/${slug}/event-endpoints`, {
    url,
    event_types: ['order.changed'],
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

async function proveTransfer(proof: Proof): Promise<void> {
  const { admin, ledger } = proof;
  let bought: Bought | undefined;
  await ledger.step('a bank transfer that has not arrived is no revenue', async () => {
    const before = await revenueOf(proof);
    bought = await purchase(proof, 'bacs');
    const order = await read(proof, bought);
    assert.deepEqual([order.payment, order.paid, order.status], ['verified', false, 'pending']);
    assert.equal(await revenueOf(proof), before);
    return `order ${order.status}, payment ${order.payment}, not paid`;
  });
  await ledger.step('the transfer that has arrived is revenue', async () => {
    assert.ok(bought);
    const before = await revenueOf(proof);
    await admin.rest('PUT', `/wc/v3/orders/${bought.number}`, { status: 'processing' });
    const order = await read(proof, bought);
    assert.equal(order.paid, true);
    return earned(proof, before, order.totals.total);
  });
}

async function proveRefund(proof: Proof, events: EventReceiver): Promise<void> {
  const { admin, ledger, options } = proof;
  let bought: Bought | undefined;
  await ledger.step('an order that is completed without a parcel is shipped, not delivered', async () => {
    const before = await revenueOf(proof);
    bought = await purchase(proof, 'cod');
    await admin.rest('PUT', `/wc/v3/orders/${bought.number}`, { status: 'completed' });
    const order = await read(proof, bought);
    assert.deepEqual([order.status, order.paid], ['shipped', true]);
    return `${order.status}; ${await earned(proof, before, order.totals.total)}`;
  });
  await ledger.step('a partial refund lowers revenue, and the order and its event name it', async () => {
    assert.ok(bought);
    const { id, number } = bought;
    const before = await revenueOf(proof);
    const { totals } = await read(proof, bought);
    await admin.rest('POST', `/wc/v3/orders/${number}/refunds`, { amount: '5.00', api_refund: false });
    const order = await read(proof, bought);
    assert.deepEqual(order.totals, { ...totals, refunded: 500 });
    const revenue = await earned(proof, before, -500);
    if (options.service) return revenue;
    const isOfOrder = ({ body }: Body) =>
      body.data.order.id === id && body.data.order.totals.refunded === 500;
    await until(
      'the event names the refund',
      async () => {
        await admin.knock();
        return events.arrived.find(isOfOrder);
      },
      150_000,
    );
    return `${revenue}; order.changed names 500`;
  });
}

async function purchase({ agent, browser, goods }: Proof, method: 'cod' | 'bacs'): Promise<Bought> {
  const { body: session } = await agent.post('/checkout-sessions', { line_items: [line(goods.bowl, 3)] });
  await buy(browser, session.continue_url, { method });
  const { status, body } = await agent.post(`/checkout-sessions/${session.id}/complete`);
  assert.equal(status, 200, body.error);
  const order = await agent.get(`/orders/${body.order.id}`);
  return { id: body.order.id, number: Number(String(order.body.platform_order_id).split('/').at(-1)) };
}

/** Reading asks the shop, so that the figures of the service are of this moment. */
async function read({ agent }: Proof, { id }: Bought): Promise<Body> {
  const { status, body } = await agent.get(`/orders/${id}`);
  assert.deepEqual([status, body.stale], [200, false]);
  return body;
}

async function revenueOf({ merchant, slug }: Proof): Promise<number> {
  const { body } = await merchant.get(`/stores/${slug}/overview`);
  return body.totals.revenue_verified;
}

async function earned(proof: Proof, before: number, amount: number): Promise<string> {
  const revenue = await revenueOf(proof);
  assert.equal(revenue - before, amount);
  return `revenue ${before} → ${revenue}`;
}
