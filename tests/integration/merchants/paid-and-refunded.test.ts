import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type {
  GetStoreOrderResponse,
  ListStoreOrdersResponse,
  GetStoreOverviewResponse as Overview,
} from '../../../client/index.ts';
import { EVENT_DATA } from '../../../src/events/payloads.ts';
import { orderResponse, sessionResponse } from '../../../src/protocols/contract/responses.ts';
import { bodyOf, findVariant, pay, type Session } from '../../../testing/agent.ts';
import { startEventReceiver } from '../../../testing/event-receiver.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { numberOf } from '../../../testing/shop-orders.ts';
import { type Checkout, type ShownOrder, shopperAt } from '../../shopping/shopper.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

const EVENTS = ['session.verified', 'order.changed', 'cart.ordered', 'cart.order_changed'];

onEveryDatabase('the money that buyers paid and got back', (database) => {
  const at = forSuite(() => startActivity(database));
  const receiver = forSuite(() => startEventReceiver());

  before(async () => {
    for (const slug of [SHOPIFY, WOOCOMMERCE]) {
      const endpoint = { url: receiver.url, event_types: EVENTS };
      const added = await at.merchant.post(`/stores/${slug}/event-endpoints`, endpoint);
      assert.equal(added.status, 201, JSON.stringify(added.body));
    }
    await at.running.settle();
  });

  const shopOf = (slug: string) => at.running.shop(slug).control;
  const settle = async () => {
    at.running.advance(2_000);
    await at.running.settle();
  };
  const eventsOf = (session: Session) =>
    receiver.arrived
      .filter(({ body }) => body.data.order.session_id === session.id)
      .map(({ body }) => ({
        type: body.type,
        ...EVENT_DATA['order.changed'].shape.order.parse(body.data.order),
      }));
  const readOrder = async (slug: string, session: Session) => {
    const { body } = await at.agent(slug).readSession(session.id);
    return orderResponse.parse((await at.agent(slug).readOrder(body.order?.id ?? '')).body);
  };
  const revenueOf = async (slug: string) => {
    const { orders_verified, revenue_verified } = (await read<Overview>(at, '/overview', slug)).totals;
    return [orders_verified, revenue_verified] as const;
  };

  async function bought(slug: string): Promise<{ session: Session; number: number }> {
    const session = await newSession(at.agent(slug));
    await pay(session);
    const completed = sessionResponse.parse((await at.agent(slug).complete(session.id)).body);
    assert.deepEqual([completed.status, completed.payment], ['completed', 'verified']);
    await settle();
    return { session: completed, number: numberOf({ running: at.running, slug }, session) };
  }

  for (const slug of [SHOPIFY, WOOCOMMERCE]) {
    it(`names the refunded sum of an order in every protocol, in its event and for the merchant: ${slug}`, async () => {
      const { session, number } = await bought(slug);
      const paid = await readOrder(slug, session);
      assert.equal(paid.paid, true);
      assert.equal('refunded' in paid.totals, false);
      shopOf(slug).refundPart(number, '5.00');
      await settle();

      const refunded = await readOrder(slug, session);
      assert.deepEqual(refunded.totals, { ...paid.totals, refunded: 500 });
      const view = await shopperAt({ running: at.running, slug }).call<ShownOrder>('get_order', {
        order_id: refunded.id,
      });
      assert.deepEqual([view.paid, view.refunded], [true, '5.00']);
      const { order } = await read<GetStoreOrderResponse>(at, `/orders/${refunded.id}`, slug);
      assert.deepEqual([order.paid, order.refunded, order.total], [true, 500, paid.totals.total]);
      const { body: csv } = await at.merchant.get<string>(`/stores/${slug}/orders?format=csv`);
      const [head = '', row = ''] = String(csv).split('\r\n');
      const column = (name: string) => row.split(',')[head.split(',').indexOf(name)];
      assert.deepEqual([column('refunded'), column('paid')], ['"5.00"', 'true']);
      const [first, ...others] = eventsOf(session);
      const last = others.at(-1) ?? assert.fail('no event of the refund');
      assert.deepEqual([last.type, last.paid], ['order.changed', true]);
      assert.deepEqual(last.totals, { ...first?.totals, refunded: 500 });
    });

    it(`sends order.changed only for a change that the event carries: ${slug}`, async () => {
      const { session, number } = await bought(slug);
      shopOf(slug).moveOrder(number, 'shipped');
      await settle();
      shopOf(slug).refundPart(number, '1.00');
      await settle();
      const events = eventsOf(session).filter(({ type }) => type === 'order.changed');
      const bodies = events.map((event) => JSON.stringify(event));
      assert.equal(new Set(bodies).size, bodies.length, bodies.join('\n'));
      assert.deepEqual([events.at(-1)?.status, events.at(-1)?.totals.refunded], ['shipped', 100]);
    });

    it(`sends cart.ordered once for an order of a cart, and a change of it: ${slug}`, async (t) => {
      shopOf(slug).saveSettings({ paysByTransfer: true }, { silently: true });
      t.after(() => shopOf(slug).saveSettings({ paysByTransfer: false }, { silently: true }));
      shopOf(slug).injectWebhookFaults({ duplicated: true });
      t.after(() => shopOf(slug).injectWebhookFaults({ duplicated: false }));
      const agent = at.agent(slug);
      const cart = bodyOf(201, await agent.createCart([(await findVariant(agent, 'mug')).id]));
      await pay(cart);
      await settle();
      const number = shopOf(slug).orders().at(-1)?.id ?? assert.fail('no order');
      shopOf(slug).moveOrder(number, 'paid');
      await settle();
      shopOf(slug).refundPart(number, '5.00');
      await settle();
      const arrived = receiver.arrived.filter(({ body }) => body.data.order.cart_id === cart.id);
      const events = arrived.map(({ body }) => {
        const { order, agent: name } = EVENT_DATA['cart.ordered'].strict().parse(body.data);
        return [body.type, name, order.paid, order.totals.refunded];
      });
      assert.deepEqual(events, [
        ['cart.ordered', 'shopper.example', false, 0],
        ['cart.order_changed', 'shopper.example', true, 0],
        ['cart.order_changed', 'shopper.example', true, 500],
      ]);
      const [first] = arrived;
      assert.equal(first?.body.data.order.shop_order_number, String(number));
    });

    it(`counts an order that is placed unpaid once its money has arrived: ${slug}`, async (t) => {
      const [orders, revenue] = await revenueOf(slug);
      shopOf(slug).saveSettings({ paysByTransfer: true }, { silently: true });
      t.after(() => shopOf(slug).saveSettings({ paysByTransfer: false }, { silently: true }));
      const { session, number } = await bought(slug);
      assert.equal(session.paid, false);
      const order = await readOrder(slug, session);
      assert.partialDeepStrictEqual(order, { status: 'pending', payment: 'verified', paid: false });
      const shopper = shopperAt({ running: at.running, slug });
      const checkout = await shopper.call<Checkout>('get_checkout', { checkout_id: session.id });
      assert.equal(checkout.status, 'completed');
      assert.match(checkout.note ?? '', /^Ordered, not paid yet/);
      assert.deepEqual(await revenueOf(slug), [orders, revenue], 'nobody has paid');

      shopOf(slug).moveOrder(number, 'paid');
      await settle();
      const paid = await readOrder(slug, session);
      assert.deepEqual([paid.payment, paid.paid], ['verified', true]);
      assert.notEqual(paid.status, 'pending');
      assert.deepEqual(await revenueOf(slug), [Number(orders) + 1, Number(revenue) + paid.totals.total]);
      assert.deepEqual(pluck(eventsOf(session), 'type', 'paid'), [
        ['session.verified', false],
        ['order.changed', false],
        ['order.changed', true],
      ]);
      const reread = await shopper.call<Checkout>('get_checkout', { checkout_id: session.id });
      assert.match(reread.note ?? '', /^Paid\./);
      assert.equal((await at.agent(slug).readSession(session.id)).body.paid, true);
      const { items } = await read<ListStoreOrdersResponse>(at, '/orders', slug);
      assert.equal(items.find(({ id }) => id === paid.id)?.paid, true);
    });
  }

  it('takes an order for worth nothing when the shop names refunds larger than it', async () => {
    const [orders, revenue] = await revenueOf(WOOCOMMERCE);
    const { session, number } = await bought(WOOCOMMERCE);
    const { totals } = await readOrder(WOOCOMMERCE, session);
    const shop = shopOf(WOOCOMMERCE);
    shop.refundPart(number, (totals.total / 100).toFixed(2));
    shop.removePart(number, [1]);
    await settle();
    const edited = await readOrder(WOOCOMMERCE, session);
    assert.ok(edited.totals.total < totals.total, 'the merchant has lowered the order below its refund');
    assert.equal(edited.totals.refunded, edited.totals.total);
    assert.deepEqual(await revenueOf(WOOCOMMERCE), [Number(orders) + 1, revenue]);
  });
});
