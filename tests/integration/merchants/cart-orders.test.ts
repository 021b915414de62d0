import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type {
  ListStoreFiguresResponse,
  GetStoreOverviewResponse as Overview,
} from '../../../client/index.ts';
import type { WebhookFaults } from '../../../simulated-shops/shop/types.ts';
import { toDay } from '../../../src/commerce/time/days.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/commerce/time/time.ts';
import { bodyOf, findVariant, newSession, pay } from '../../../testing/agent.ts';
import { amidDay } from '../../../testing/amid-day.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type UcpAgent, type UcpCheckout, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

const STORES = [
  ['shopify', SHOPIFY],
  ['woocommerce', WOOCOMMERCE],
] as const;

onEveryDatabase('orders of carts in the overview of a store', (database) => {
  const timeZone = amidDay(Date.now(), 'UTC', '+12:00');
  const today = toDay(Date.now(), timeZone);
  const at = forSuite(async () => {
    const activity = await startActivity(database);
    for (const [, slug] of STORES)
      bodyOf(200, await activity.merchant.put(`/stores/${slug}`, { time_zone: timeZone }));
    return activity;
  });
  before(() => at.running.settle());

  const overviewOf = (slug: string) => read<Overview>(at, '/overview', slug);
  const settle = async () => {
    at.running.advance(2_000);
    await at.running.settle();
  };

  const totalsOf = async (slug: string) => {
    const { totals } = await overviewOf(slug);
    const { orders_verified, revenue_verified, orders_by_cart, revenue_by_cart } = totals;
    return { orders_verified, revenue_verified, orders_by_cart, revenue_by_cart };
  };
  type Totals = Awaited<ReturnType<typeof totalsOf>>;
  const withCartOrder = (totals: Totals, revenue: number): Totals => ({
    orders_verified: totals.orders_verified + 1,
    revenue_verified: totals.revenue_verified + revenue,
    orders_by_cart: totals.orders_by_cart + 1,
    revenue_by_cart: totals.revenue_by_cart + revenue,
  });

  async function cartAt(slug: string, name = 'carts.example') {
    const agent = at.agent(slug, name);
    return bodyOf(201, await agent.createCart([(await findVariant(agent, 'mug')).id]));
  }

  /** Buys a cart at its own address; returns the shop's order and its sum in minor units. */
  async function buyCart(slug: string, name?: string) {
    const cart = await cartAt(slug, name);
    const { control } = at.running.shop(slug);
    const earlier = new Set(control.orders().map(({ id }) => id));
    await pay(cart);
    const order = control.orders().find(({ id }) => !earlier.has(id)) ?? assert.fail('no order');
    return { cart, number: order.id, total: Math.round(Number(order.total) * 100) };
  }

  for (const [platform, slug] of STORES) {
    const ucpAgent = (): UcpAgent => ucpAgentOf({ slug, running: at.running });

    it(`count with those of sessions, distinguished, by agent and day: ${platform}`, async () => {
      const before = await overviewOf(slug);
      const { total } = await buyCart(slug);
      await buyCart(slug);
      const session = await newSession(at.agent(slug, 'sessions.example'));
      await pay(session);
      await settle();
      const after = await overviewOf(slug);
      const revenue = after.totals.revenue_verified - before.totals.revenue_verified;
      assert.equal(after.totals.orders_verified - before.totals.orders_verified, 3);
      assert.deepEqual([after.totals.orders_by_cart, after.totals.revenue_by_cart], [2, 2 * total]);
      assert.ok(revenue > 2 * total, 'the session’s order counts too');
      const ofAgent = (name: string) => after.by_agent.find(({ agent }) => agent === name);
      assert.partialDeepStrictEqual(ofAgent('carts.example'), {
        sessions: 0,
        carts: 2,
        orders_verified: 2,
        revenue_verified: 2 * total,
        orders_by_cart: 2,
        revenue_by_cart: 2 * total,
        average_order: total,
      });
      assert.partialDeepStrictEqual(ofAgent('sessions.example'), { orders_verified: 1, orders_by_cart: 0 });
      const day = after.by_day.find((each) => each.day === today);
      assert.partialDeepStrictEqual(day, { carts: 2, orders_by_cart: 2, revenue_by_cart: 2 * total });
      const { items } = bodyOf(200, await at.merchant.get<ListStoreFiguresResponse>('/store-figures'));
      const figures = items.find((each) => each.slug === slug);
      const { orders_verified, revenue_verified, orders_by_cart, revenue_by_cart, currency } = after.totals;
      assert.partialDeepStrictEqual(figures, {
        orders_verified,
        orders_by_cart,
        revenue: [{ currency, orders_verified, revenue_verified, orders_by_cart, revenue_by_cart }],
      });
    });

    it(`lose what is refunded, and no longer count once canceled: ${platform}`, async () => {
      const before = await totalsOf(slug);
      const { control } = at.running.shop(slug);
      const [refunded, canceled] = [await buyCart(slug), await buyCart(slug)];
      await settle();
      control.refundPart(refunded.number, '5.00');
      control.moveOrder(canceled.number, 'canceled');
      await settle();
      assert.deepEqual(await totalsOf(slug), withCartOrder(before, refunded.total - 500));
    });

    it(`count once they are paid: ${platform}`, async (t) => {
      const before = await totalsOf(slug);
      const { control } = at.running.shop(slug);
      control.saveSettings({ paysByTransfer: true }, { silently: true });
      t.after(() => control.saveSettings({ paysByTransfer: false }, { silently: true }));
      const { number, total } = await buyCart(slug);
      await settle();
      assert.deepEqual(await totalsOf(slug), before);
      control.moveOrder(number, 'paid');
      await settle();
      assert.deepEqual(await totalsOf(slug), withCartOrder(before, total));
    });

    it(`counts an order as the session’s when a session took the cart over: ${platform}`, async () => {
      const before = await overviewOf(slug);
      const agent = ucpAgent();
      const mug = await findVariant(at.agent(slug), 'mug');
      const cart = bodyOf(201, await agent.createCart([mug.id]));
      const take = () => agent.post<UcpCheckout>('/checkout-sessions', { cart_id: cart.id, line_items: [] });
      const [one, other] = await Promise.all([take(), take()]);
      assert.equal(one.body.id, other.body.id);
      await pay({ continue_url: one.body.continue_url ?? assert.fail('no address') });
      await settle();
      const { totals, cart_funnel: funnel } = await overviewOf(slug);
      assert.deepEqual(funnel, before.cart_funnel);
      assert.equal(totals.sessions, before.totals.sessions + 1);
      assert.equal(totals.orders_verified, before.totals.orders_verified + 1);
      assert.equal(totals.orders_by_cart, before.totals.orders_by_cart);
    });

    it(`stand in a funnel of their own, with what was canceled or expired: ${platform}`, async () => {
      const { cart_funnel: before } = await overviewOf(slug);
      const [canceled] = [await cartAt(slug), await cartAt(slug)];
      await at.agent(slug).cancelCart(canceled.id);
      await buyCart(slug);
      await settle();
      assert.deepEqual((await overviewOf(slug)).cart_funnel, {
        handed_over: before.handed_over + 3,
        ordered: before.ordered + 1,
        active: before.active + 1,
        canceled: before.canceled + 1,
        expired: before.expired,
      });
    });
  }

  it('count as pieces that were sold of a product', async () => {
    const { items } = await read<{ items: { title: string; sold: number }[] }>(
      at,
      '/products?q=mug&sort=sold',
    );
    assert.ok(
      items.some(({ sold }) => sold >= 6),
      JSON.stringify(items),
    );
  });

  it('counts cart orders as the first sale of the set-up guide, and carts as going live', async () => {
    const { steps } = await read<{ steps: { id: string; detail: string }[] }>(at, '/setup', WOOCOMMERCE);
    const detailOf = (id: string) => steps.find((step) => step.id === id)?.detail ?? '';
    assert.match(detailOf('test_purchase'), /^The first verified order was placed on/);
    assert.match(detailOf('live'), /^An agent created its first cart on/);
  });

  it('stay as counted when carts are forgotten, as do the carts, those that expired by then as such', async () => {
    const path = `/overview?from=${today}&to=${today}`;
    at.running.advance(11 * DAY_MS);
    await at.running.settle();
    const before = await Promise.all(STORES.map(([, slug]) => read<Overview>(at, path, slug)));
    for (const { cart_funnel: funnel } of before) {
      assert.equal(funnel.active, 0);
      assert.ok(funnel.expired > 0);
      const { handed_over, ordered, canceled, expired } = funnel;
      assert.equal(handed_over, ordered + canceled + expired);
    }
    at.running.advance(100 * DAY_MS);
    await at.running.settle();
    for (const [index, [, slug]] of STORES.entries()) {
      const { items } = await read<{ items: unknown[] }>(at, '/carts', slug);
      assert.deepEqual(items, []);
      const after = await read<Overview>(at, path, slug);
      const { totals, cart_funnel, by_agent, by_day } = before[index] ?? assert.fail('no overview');
      assert.deepEqual([after.totals, after.cart_funnel], [totals, cart_funnel]);
      assert.deepEqual([after.by_agent, after.by_day], [by_agent, by_day]);
    }
  });
});

onEveryDatabase('an order of a cart that the service catches up with', (database) => {
  for (const [platform, slug] of STORES) {
    const boughtDuring = async (faults: Partial<WebhookFaults>) => {
      const activity = await startActivity(database);
      await activity.running.settle();
      const agent = activity.agent(slug);
      const cart = bodyOf(201, await agent.createCart([(await findVariant(agent, 'mug')).id]));
      activity.running.shop(slug).control.injectWebhookFaults(faults);
      await pay(cart);
      const ordersByCart = async () => {
        await activity.running.settle();
        const { totals } = await read<Overview>(activity, '/overview', slug);
        return [totals.orders_verified, totals.orders_by_cart];
      };
      return { activity, ordersByCart };
    };

    it(`counts once when its event was lost: ${platform}`, async (t) => {
      const { activity, ordersByCart } = await boughtDuring({ lost: true });
      t.after(() => activity.close());
      assert.deepEqual(await ordersByCart(), [0, 0]);
      activity.running.advance(31 * MINUTE_MS);
      assert.deepEqual(await ordersByCart(), [1, 1]);
    });

    it(`counts once when its event comes twice and late, at the same time: ${platform}`, async (t) => {
      const { activity, ordersByCart } = await boughtDuring({
        duplicated: true,
        reordered: true,
        lateMs: 20,
      });
      t.after(() => activity.close());
      activity.running.advance(31 * MINUTE_MS);
      assert.deepEqual(await ordersByCart(), [1, 1]);
      assert.deepEqual(await ordersByCart(), [1, 1]);
    });
  }
});
