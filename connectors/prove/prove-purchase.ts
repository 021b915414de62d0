import assert from 'node:assert/strict';
import { line } from './agent.ts';
import { buy } from './buyer.ts';
import type { Proof } from './proof.ts';
import { until } from './until.ts';

/** Reading asks the shop at most every few seconds, and needs no webhook. */
const SOON_MS = 10_000;

interface Purchase {
  sessionId: string;
  orderId: string;
  /** WooCommerce's number. */
  number: number;
}

/** Proves a session, the buyer's payment, the order and its parcel. */
export async function provePurchase(proof: Proof): Promise<void> {
  const { agent, goods, codes, ledger, browser } = proof;
  let session: { id: string; continue_url: string } | undefined;
  await ledger.step('a session is created, with a code and real totals', async () => {
    const { status, body } = await agent.post('/checkout-sessions', {
      line_items: [line(goods.mug, 2), line(goods.redMedium)],
      discounts: { codes: [codes.percent] },
      buyer: { email: 'agent@example.com', name: 'Ada Buyer' },
    });
    assert.equal(status, 201, body.error);
    const { subtotal, discount, tax, total } = body.totals;
    assert.deepEqual([subtotal, discount], [6600, 660]);
    assert.equal(subtotal - discount + tax, total);
    session = body;
    return `${subtotal} - ${discount} + ${tax} = ${total} ${body.currency}`;
  });
  await ledger.step('the buyer pays in the shop, tapping twice', async () => {
    assert.ok(session);
    const bought = await buy(browser, session.continue_url);
    return `${bought.checkout} checkout`;
  });
  await ledger.step('the session shows the order before the agent completes it', async () => {
    assert.ok(session);
    const { id } = session;
    const escalated = await until(
      'the session has its order',
      async () => {
        const { body } = await agent.get(`/checkout-sessions/${id}`);
        return body.order && body;
      },
      SOON_MS,
    );
    assert.deepEqual(
      [escalated.status, escalated.payment, escalated.paid],
      ['requires_escalation', 'verified', false],
    );
    return `order ${escalated.order.status}, not paid: on delivery`;
  });
  let purchase: Purchase | undefined;
  await ledger.step('the session is completed, and the payment verified', async () => {
    assert.ok(session);
    const { status, body } = await agent.post(`/checkout-sessions/${session.id}/complete`);
    assert.equal(status, 200, body.error);
    assert.deepEqual([body.status, body.payment], ['completed', 'verified']);
    const order = await agent.get(`/orders/${body.order.id}`);
    const number = Number(String(order.body.platform_order_id).split('/').at(-1));
    purchase = { sessionId: session.id, orderId: body.order.id, number };
    return `order ${body.order.status}`;
  });
  if (purchase) await proveOrder(proof, purchase);
  await proveVirtual(proof);
}

async function proveOrder(proof: Proof, { sessionId, orderId, number }: Purchase): Promise<void> {
  const { agent, admin, ledger, merchant, slug } = proof;
  await ledger.step('two taps created one order', async () => {
    const orders = await admin.rest('GET', `/wc/v3/orders?service_session_id=${sessionId}&_fields=id`);
    assert.deepEqual(
      orders.map(({ id }: { id: number }) => id),
      [number],
    );
    return undefined;
  });
  await ledger.step('the order is read, with address and totals', async () => {
    const { body } = await agent.get(`/orders/${orderId}`);
    assert.equal(body.session_id, sessionId);
    assert.equal(body.stale, false);
    assert.equal(body.buyer.email, 'ada.buyer@example.com');
    assert.equal(body.shipping_address.city, 'San Francisco');
    const { subtotal, discount, tax, shipping, total } = body.totals;
    assert.equal(subtotal - discount + tax + shipping, total);
    const woo = await admin.rest('GET', `/wc/v3/orders/${number}`);
    assert.equal(total, Math.round(Number(woo.total) * 100));
    return `${body.status}, total ${total}, shipping ${shipping}`;
  });
  await ledger.step('the merchant sees on the order page that an agent placed it', () =>
    seeNote(proof, number, sessionId),
  );
  await ledger.step('it is shipped, and the service returns the tracking number', async () => {
    const parcel = {
      tracking_provider: '',
      custom_tracking_provider: 'Proof Post',
      custom_tracking_link: 'https://post.example/track/PP1',
      tracking_number: 'PP1',
      date_shipped: String(Math.floor(Date.now() / 1000)),
    };
    const meta_data = [{ key: '_wc_shipment_tracking_items', value: [parcel] }];
    await admin.rest('PUT', `/wc/v3/orders/${number}`, { status: 'completed', meta_data });
    const { body } = await agent.get(`/orders/${orderId}`);
    assert.equal(body.status, 'shipped');
    assert.deepEqual(body.tracking, [
      { carrier: 'Proof Post', number: 'PP1', url: 'https://post.example/track/PP1' },
    ]);
    return `${body.status}, ${body.tracking[0].number}`;
  });
  await ledger.step("the order's events arrive, signed", async () => {
    const isOurs = (event: { order: string | null }) => event.order?.endsWith(`/${number}`) ?? false;
    const event = await until(
      'an event of the order arrives',
      async () => {
        await admin.knock();
        const { body } = await merchant.get(`/stores/${slug}/webhooks?per_page=100`);
        return body.items.find(isOurs);
      },
      150_000,
    );
    assert.equal(event.signature, 'valid');
    return `${event.topic}, ${event.effect}`;
  });
}

async function seeNote({ admin, picture }: Proof, number: number, sessionId: string): Promise<string> {
  await admin.open(`post.php?post=${number}&action=edit`);
  if (!/order/.test(await admin.page.title().then((title) => title.toLowerCase()))) {
    await admin.open(`admin.php?page=wc-orders&action=edit&id=${number}`);
  }
  const text = await admin.page.locator('#order_data').textContent();
  assert.match(text ?? '', /Placed by an agent through ucp-host/);
  assert.ok(text?.includes(sessionId));
  await picture(admin.page, 'order', '#order_data', 520);
  return new URL(admin.page.url()).searchParams.get('page') ?? 'post.php';
}

async function proveVirtual({ agent, goods, ledger, browser }: Proof): Promise<void> {
  await ledger.step('a virtual product is bought without an address to ship to', async () => {
    const { body: session } = await agent.post('/checkout-sessions', { line_items: [line(goods.ebook)] });
    await buy(browser, session.continue_url);
    const { status, body } = await agent.post(`/checkout-sessions/${session.id}/complete`);
    assert.equal(status, 200, body.error);
    const order = await agent.get(`/orders/${body.order.id}`);
    assert.equal(order.body.totals.shipping, 0);
    assert.equal(order.body.shipping_address.line1, '');
    return order.body.status;
  });
}
