import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { orderResponse, sessionResponse } from '../../src/protocols/contract/responses.ts';
import { bodyOf, type ErrorBody, newSession, type Order, pay, type Session } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { numberOf, orderGid, totalInShop } from '../../testing/shop-orders.ts';
import { assertOrderAddsUp } from '../../testing/sums.ts';

const ADA = {
  name: 'Ada Lovelace',
  line1: '12 Maple Street',
  city: 'Springfield',
  region: 'IL',
  postal_code: '62704',
  country: 'US',
};

interface Paid {
  session: Session;
  orderId: string;
  /** Order number of the shop. */
  number: number;
}

everywhere('orders', (at) => {
  const goods = unlimited(at, 'mug');

  const ofMugs = (quantity = 1) => newSession(at.agent, {}, [[goods.mug, quantity]]);

  async function paidOrder(): Promise<Paid> {
    const session = await ofMugs(2);
    await pay(session);
    const completed = (await at.agent.complete(session.id)).body;
    return { session, orderId: completed.order?.id ?? '', number: numberOf(at, session) };
  }

  it('answers GET /orders/{orderId} with 200 and every member of the contract’s Order, by the UUID of the completed session [GEN-4] [ORD-1]', async () => {
    const { session, orderId, number } = await paidOrder();
    const body = bodyOf(200, await at.agent.readOrder(orderId));
    const order = orderResponse.parse(body);
    assert.equal(order.id, orderId);
    assert.ok('dev.ucp.shopping.order' in order.ucp.capabilities);
    assert.equal(order.currency, session.currency);
    const [line] = order.line_items;
    assert.equal(line?.item.id, goods.mug);
    assert.equal(line?.item.title, session.line_items[0]?.item.title);
    assert.equal(line?.quantity, 2);
    assert.equal(line?.price, session.line_items[0]?.item.price);
    assertOrderAddsUp(order);
    assert.ok(order.totals.shipping > 0, 'the buyer paid for shipping');
    assert.equal(order.totals.total, totalInShop(at, number));
    assert.equal(order.buyer.email, 'ada@example.com');
    assert.deepEqual(order.shipping_address, ADA);
    assert.deepEqual(order.tracking, []);
    assert.equal(order.payment, 'verified');
    assert.equal(order.session_id, session.id);
    assert.equal(order.platform_order_id, orderGid(at, number));
    assert.equal(order.stale, false);
    assert.deepEqual(order._links, { self: `${at.agent.address}/orders/${orderId}` });
  });

  it('takes the platform’s GID, percent-encoded or with its slashes, and the plain number [ORD-2]', async () => {
    const { orderId, number } = await paidOrder();
    const paths = [
      encodeURIComponent(orderGid(at, number)),
      orderGid(at, number),
      orderGid(at, number).replace('//', '/'),
    ];
    for (const path of [...paths, String(number)]) {
      const { status, body } = await at.agent.get<Order>(`/orders/${path}`);
      assert.equal(status, 200, path);
      assert.equal(body.id, orderId, path);
    }
  });

  it('asks the platform on each read: status and tracking as the order moves through its life, in its session too [ORD-4]', async () => {
    const { session, orderId, number } = await paidOrder();
    const { control } = at.running.shop(at.slug);
    const paid = (await at.agent.readOrder(orderId)).body;
    assert.equal(paid.status, at.platform === 'shopify' ? 'confirmed' : 'processing');
    control.moveOrder(number, 'shipped');
    const shipped = (await at.agent.readOrder(orderId)).body;
    assert.equal(shipped.status, 'shipped');
    const { order } = (await at.agent.readSession(session.id)).body;
    assert.partialDeepStrictEqual(order, { id: orderId, status: 'shipped' });
    assert.equal(shipped.tracking.length, 1);
    for (const { carrier, number: parcel, url } of shipped.tracking) {
      assert.ok(carrier !== '' && parcel !== '');
      assert.match(url, /^https:\/\//);
    }
    for (const step of ['delivered', 'refunded'] as const) {
      control.moveOrder(number, step);
      const { body } = await at.agent.readOrder(orderId);
      assert.equal(body.status, step);
      assertOrderAddsUp(body);
    }
    const canceled = await paidOrder();
    control.moveOrder(canceled.number, 'canceled');
    assert.equal((await at.agent.readOrder(canceled.orderId)).body.status, 'canceled');
  });

  it('answers with the stored snapshot, stale and as_of, when the platform is unreachable [ORD-7]', async () => {
    const { orderId, number } = await paidOrder();
    const before = (await at.agent.readOrder(orderId)).body;
    const { control } = at.running.shop(at.slug);
    control.moveOrder(number, 'shipped');
    for (const kind of ['throttled', 'malformed', 'server_error'] as const) {
      control.inject({ kind });
      for (const id of [orderId, String(number), orderGid(at, number)]) {
        const { status, body } = await at.agent.readOrder(id);
        assert.equal(status, 200, kind);
        assert.deepEqual(body, { ...before, stale: true });
      }
      control.clearFaults();
    }
    const fresh = (await at.agent.readOrder(orderId)).body;
    assert.partialDeepStrictEqual(fresh, { status: 'shipped', stale: false });
    assert.ok(fresh.as_of >= before.as_of);
  });

  it('reads a claimed order as pending, its members all there, and verifies it once the buyer has paid [ORD-3]', async () => {
    const session = await ofMugs();
    const claimed = (await at.agent.complete(session.id)).body;
    assert.equal(claimed.payment, 'claimed');
    const orderId = claimed.order?.id ?? '';
    const pending = orderResponse.parse((await at.agent.readOrder(orderId)).body);
    assert.partialDeepStrictEqual(pending, { status: 'pending', payment: 'claimed' });
    assert.equal(pending.platform_order_id, null);
    assert.equal(pending.stale, false);
    assertOrderAddsUp(pending);

    await pay(session);
    const verified = (await at.agent.readOrder(orderId)).body;
    assert.equal(verified.id, orderId);
    assert.equal(verified.payment, 'verified');
    assert.notEqual(verified.status, 'pending');
    assert.equal(verified.buyer.email, 'ada@example.com');
    const { body } = await at.agent.readSession(session.id);
    assert.equal(body.payment, 'verified');
    const { currency, totals } = verified;
    assert.partialDeepStrictEqual(body.order, { id: orderId, status: verified.status, currency, totals });
  });

  it('verifies a claimed order once when its reads are raced', async () => {
    const session = await ofMugs();
    const orderId = (await at.agent.complete(session.id)).body.order?.id ?? '';
    await pay(session);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => at.agent.readOrder(orderId)));
    for (const { status, body } of answers) {
      assert.equal(status, 200);
      assert.equal(body.id, orderId);
      assert.equal(body.payment, 'verified');
    }
  });

  it('finds a paid order by its number before the agent completes the session', async () => {
    const session = await ofMugs();
    await pay(session);
    const number = numberOf(at, session);
    const reads = await Promise.all([1, 2, 3, 4].map(() => at.agent.readOrder(String(number))));
    const [first] = reads;
    assert.equal(first?.status, 200, JSON.stringify(first?.body));
    assert.equal(new Set(reads.map(({ body }) => body.id)).size, 1);

    const open = sessionResponse.parse((await at.agent.readSession(session.id)).body);
    assert.partialDeepStrictEqual(open, { status: 'requires_escalation', payment: 'verified' });
    assert.equal(open.order?.id, first?.body.id);

    const completed = (await at.agent.complete(session.id)).body;
    assert.partialDeepStrictEqual(completed, { status: 'completed', payment: 'verified' });
    assert.deepEqual(completed.order, open.order);
    assert.deepEqual((await at.agent.readSession(session.id)).body, completed);
  });

  it('reads an order by the number that the shop shows its buyers, and by its id', async () => {
    const { control } = at.running.shop(at.slug);
    control.saveSettings({ orderPrefix: '2026-' });
    try {
      const { orderId, number } = await paidOrder();
      const own = at.platform === 'woocommerce' ? `2026-${number}` : String(number);
      for (const id of [own, `#${own}`, String(number)]) {
        const order = bodyOf(200, await at.agent.readOrder(id));
        assert.deepEqual([order.id, order.platform_order_number], [orderId, own]);
      }
    } finally {
      control.saveSettings({ orderPrefix: '' });
    }
  });

  it('makes one order of a completion that is raced with reads by number', async () => {
    const session = await ofMugs();
    await pay(session);
    const number = String(numberOf(at, session));
    const [completed, ...reads] = await Promise.all([
      at.agent.complete(session.id),
      ...[1, 2, 3].map(() => at.agent.readOrder(number)),
    ]);
    assert.equal(completed.status, 200);
    for (const { status, body } of reads) {
      assert.equal(status, 200);
      assert.equal(body.id, completed.body.order?.id);
    }
    assert.deepEqual((await at.agent.readSession(session.id)).body.order, completed.body.order);
  });

  it('completes as verified by a known order while the shop does not answer', async () => {
    const session = await ofMugs();
    await pay(session);
    const byNumber = (await at.agent.readOrder(String(numberOf(at, session)))).body;
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'throttled' });
    const { status, body } = await at.agent.complete(session.id);
    control.clearFaults();
    assert.equal(status, 200);
    assert.equal(body.payment, 'verified');
    assert.equal(body.order?.id, byNumber.id);
  });

  it('answers 404 for an unknown order of any id without asking the shop for malformed ones [ORD-10]', async () => {
    const other = at.platform === 'shopify' ? 'woocommerce' : 'shopify';
    const nonsense = [
      randomUUID(),
      'nonsense',
      '%00',
      '-1',
      '1.5',
      'a'.repeat(300),
      `gid://${other}/Order/5001`,
      `gid://${at.platform}/Product/1000`,
      `gid://${at.platform}/Order/x`,
      '9'.repeat(40),
      '',
    ];
    at.running.shop(at.slug).control.resetCalls();
    for (const id of nonsense) {
      const { status, body } = await at.agent.send<ErrorBody>('GET', `/orders/${id}`);
      assert.equal(status, 404, id);
      assert.equal(typeof body.error, 'string');
    }
    assert.deepEqual(at.running.shop(at.slug).control.calls(), {});
    assert.equal((await at.agent.readOrder('999999')).status, 404);
    assert.equal((await at.agent.readOrder(orderGid(at, 999_999))).status, 404);
  });

  it('answers 404 for an order of the shop without a session [ORD-11]', async () => {
    const cart = (await at.agent.createCart([goods.mug])).body;
    await pay(cart);
    const order = at.running.shop(at.slug).control.orders().at(-1);
    assert.ok(order && order.sessionId === null);
    for (const id of [String(order.id), orderGid(at, order.id)])
      assert.equal((await at.agent.readOrder(id)).status, 404);
  });
});
