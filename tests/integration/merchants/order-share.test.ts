import assert from 'node:assert/strict';
import { before, it, type TestContext } from 'node:test';
import { INSTANT_STORE, instant, instantPlatform } from '../../../bench/instant-platform.ts';
import type { GetStoreOverviewResponse as Overview } from '../../../client/index.ts';
import type { ShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { addDays, beginOf, toDay } from '../../../src/commerce/time/days.ts';
import { toIso } from '../../../src/commerce/time/time.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { pay } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time zone in which an instant is on another day than in UTC. */
function anotherDay(at: number): string {
  return (
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => toDay(at, zone) !== toDay(at, 'UTC')) ?? ''
  );
}

onEveryDatabase('the share of agents in all orders', (database) => {
  const at = forSuite(() => startActivity(database));
  before(() => at.running.settle());

  const overviewFrom = (slug: string, query = '') => read<Overview>(at, `/overview${query}`, slug);
  /** Share of the last days, today among them, on the service's clock in the store's time zone. */
  const shareOf = async (slug: string, days = 30) => {
    const { period } = await overviewFrom(slug);
    return (await overviewFrom(slug, `?from=${addDays(period.to, 1 - days)}`)).share;
  };
  /** Share since the begin of the real day, which the service's clock may have left. */
  const shareOfToday = async (slug: string) => {
    const { period } = await overviewFrom(slug);
    return (await overviewFrom(slug, `?from=${toDay(Date.now(), period.time_zone)}`)).share;
  };
  /** Share of the 30 days that end with the real day. */
  const shareOfMonth = async (slug: string) => {
    const { period } = await overviewFrom(slug);
    const today = toDay(Date.now(), period.time_zone);
    return (await overviewFrom(slug, `?from=${addDays(today, -29)}&to=${today}`)).share;
  };
  const later = async (ms: number) => {
    at.running.advance(ms);
    await at.running.settle();
  };
  const place = (slug: string, daysAgo: number, total: number) =>
    at.running.shop(slug).control.placeOrder({
      at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
      total,
    });

  it('reports the share of agents as unknown, with the reason, until the orders were read', async () => {
    for (const slug of [SHOPIFY, WOOCOMMERCE])
      assert.deepEqual(await shareOf(slug), {
        ...{ orders: null, revenue: null, agent_orders: null, shop_orders: null, shop_revenue: null },
        ...{ as_of: null, missing: null },
        reason: 'The orders are still being read from the shop.',
      });
  });

  it('compares verified orders of agents with all orders of the same period', async () => {
    const soon = at.running.now();
    const bought = new Map<string, number>();
    for (const slug of [SHOPIFY, WOOCOMMERCE]) {
      const agent = at.agent(slug);
      const session = await newSession(agent);
      await pay(session);
      const { body } = await agent.complete(session.id);
      const order = await agent.readOrder(body.order?.id ?? '');
      bought.set(slug, order.body.totals.total ?? 0);
      place(slug, 0, 1_000);
      place(slug, 0, 2_000);
      place(slug, 5, 3_000);
      place(slug, 65, 50_000);
      at.running.shop(slug).control.moveOrder(place(slug, 0, 70_000), 'canceled');
    }
    await later(11 * MINUTE_MS);
    for (const [slug, revenue] of bought) {
      const today = await shareOfToday(slug);
      assert.deepEqual([today.orders, today.shop_orders], [0.3333, 3], slug);
      assert.equal(today.shop_revenue, revenue + 3_000);
      assert.equal(today.revenue, Math.round((10_000 * revenue) / (revenue + 3_000)) / 10_000);
      assert.ok(today.as_of !== null && Date.parse(today.as_of) > soon);
      const month = await shareOf(slug);
      assert.deepEqual([month.orders, month.shop_orders, month.reason], [0.25, 4, null]);
    }
  });

  it('reads as far back as the platform shows orders, and says where it ends', async () => {
    const quarter = await shareOf(WOOCOMMERCE, 90);
    assert.deepEqual([quarter.shop_orders, quarter.reason], [5, null]);
    assert.match((await shareOf(WOOCOMMERCE, 91)).reason ?? '', /last 90 days/);
    assert.equal((await shareOf(SHOPIFY, 60)).shop_orders, 4);
    const older = await shareOf(SHOPIFY, 61);
    assert.deepEqual([older.orders, older.shop_orders], [null, null]);
    assert.match(older.reason ?? '', /last 60 days only, unless .* read_all_orders/);
    const tomorrow = addDays((await overviewFrom(SHOPIFY)).period.to, 1);
    const next = await overviewFrom(SHOPIFY, `?from=${tomorrow}&to=${tomorrow}`);
    assert.equal(next.share.reason, 'The period has not begun.');
  });

  it('asks once an hour, and follows new and canceled orders', async () => {
    const { control } = at.running.shop(WOOCOMMERCE);
    const canceled = place(WOOCOMMERCE, 0, 4_000);
    await later(20 * MINUTE_MS);
    assert.equal((await shareOfMonth(WOOCOMMERCE)).shop_orders, 4, 'not read again within the hour');
    await later(HOUR_MS);
    assert.equal((await shareOfMonth(WOOCOMMERCE)).shop_orders, 5);
    control.moveOrder(canceled, 'canceled');
    await later(HOUR_MS);
    assert.equal((await shareOfMonth(WOOCOMMERCE)).shop_orders, 4);
  });

  for (const slug of [SHOPIFY, WOOCOMMERCE])
    it(`reads the days of ${slug} again after each change of its time zone, and says so until then`, async () => {
      const placedAt = Date.now() - 5 * DAY_MS;
      const moved = anotherDay(placedAt);
      const ordersOn = async (day: string) =>
        (await overviewFrom(slug, `?from=${day}&to=${day}`)).share.shop_orders;
      const choose = async (timeZone: string | null) => {
        assert.equal((await at.merchant.put(`/stores/${slug}`, { time_zone: timeZone })).status, 200);
      };
      assert.equal(await ordersOn(toDay(placedAt, 'UTC')), 1);
      await choose('Asia/Kathmandu');
      await choose(moved);
      const unread = await shareOf(slug);
      assert.deepEqual(
        [unread.orders, unread.shop_orders, unread.as_of, unread.reason],
        [null, null, null, 'The orders are still being read from the shop.'],
      );
      await at.running.settle();
      assert.equal(await ordersOn(toDay(placedAt, moved)), 1);
      assert.equal(await ordersOn(toDay(placedAt, 'UTC')), 0);
      assert.deepEqual([(await shareOf(slug)).shop_orders, (await shareOf(slug)).missing], [4, null]);

      await choose(null);
      await at.running.settle();
      assert.equal(await ordersOn(toDay(placedAt, 'UTC')), 1);
      const move = async (timeZone: string) => {
        // Descriptions of the same instant do not replace each other.
        at.running.advance(1_000);
        at.running.shop(slug).control.saveSettings({ timeZone });
        await at.running.settle();
      };
      await move(moved);
      assert.equal(await ordersOn(toDay(placedAt, moved)), 1, 'moved in the settings of the shop');
      await move('UTC');
      assert.equal(await ordersOn(toDay(placedAt, 'UTC')), 1);
    });

  it('keeps days of an earlier time zone that cannot be read again', async () => {
    const day = addDays((await overviewFrom(SHOPIFY)).period.to, -100);
    await using storage = await openDatabase(at.running.databaseUrl);
    const { id } = await storage
      .selectFrom('stores')
      .select('id')
      .where('slug', '=', SHOPIFY)
      .executeTakeFirstOrThrow();
    await storage
      .insertInto('shop_order_days')
      .values({
        ...{ storeId: id, day, currency: 'USD', orders: 7, revenue: 700 },
        ...{ readAt: `${addDays(day, 2)}T00:00:00.000Z`, timeZone: 'Asia/Tokyo' },
      })
      .execute();
    await storage.destroy();
    const { share } = await overviewFrom(SHOPIFY, `?from=${day}&to=${day}`);
    assert.deepEqual([share.shop_orders, share.reason], [7, null]);
  });

  it('reports the share of agents as unknown without access to orders, and names the missing scope', async (t) => {
    expectFailingJobs();
    const { admin } = (at.running.shop(SHOPIFY) as ShopifyShop).scopes;
    const granted = [...admin];
    t.after(() => admin.splice(0, admin.length, ...granted));
    await using storage = await openDatabase(at.running.databaseUrl);
    await storage.deleteFrom('shop_order_days').execute();
    await storage.destroy();
    admin.splice(admin.indexOf('read_orders'), 1);
    await later(HOUR_MS);
    const share = await shareOf(SHOPIFY);
    assert.equal(share.orders, null);
    assert.match(share.reason ?? '', /lacks the access scope read_orders/);
    admin.push('read_orders', 'read_all_orders');
    await later(HOUR_MS);
    const whole = await shareOf(SHOPIFY, 90);
    assert.deepEqual([whole.shop_orders, whole.reason], [5, null]);
  });

  it('forgets the shop’s totals with the store', async () => {
    await using storage = await openDatabase(at.running.databaseUrl);
    const rows = () =>
      storage
        .selectFrom('shop_order_days')
        .innerJoin('stores', 'stores.id', 'storeId')
        .select('day')
        .where('slug', '=', SHOPIFY)
        .execute();
    assert.ok((await rows()).length > 80);
    assert.equal((await at.owner.delete(`/stores/${SHOPIFY}`, { confirm: SHOPIFY })).status, 200);
    await at.running.settle();
    assert.equal((await rows()).length, 0);
  });
});

onEveryDatabase('the share of agents around midnight', (database) => {
  // Midnights of the last days: shops show no older orders, by their own clock.
  const midnightOf = (timeZone: string) => toIso(beginOf(toDay(Date.now() - 7 * DAY_MS, timeZone), timeZone));
  const midnights = [
    { slug: WOOCOMMERCE, timeZone: 'America/Los_Angeles' },
    { slug: SHOPIFY, timeZone: 'Pacific/Auckland' },
  ].map((store) => ({ ...store, midnight: midnightOf(store.timeZone) }));
  let clock = Date.now() - 9 * DAY_MS;
  const at = forSuite(() => startActivity(database, { overrides: { now: () => clock } }));

  const share = async (slug: string, query = '') => {
    const { totals, share } = await read<Overview>(at, `/overview${query}`, slug);
    return { ...share, verified: totals.orders_verified };
  };

  for (const { slug, timeZone, midnight } of midnights) {
    it(`counts both sides up to the last reading on ${slug} in ${timeZone}`, async () => {
      const instant = (minutes: number) => new Date(Date.parse(midnight) + minutes * MINUTE_MS).toISOString();
      const goTo = (minutes: number) => {
        clock = Date.parse(instant(minutes));
        return at.running.settle();
      };
      const { control } = at.running.shop(slug);
      const buy = async (minutes: number, total: number) => {
        const { id } = await newSession(at.agent(slug));
        control.placeOrder({ at: instant(minutes), total, sessionId: id });
      };
      const today = toDay(Date.parse(midnight), timeZone);
      const yesterday = addDays(today, -1);
      const bothDays = `?from=${yesterday}&to=${today}`;

      clock = Date.parse(instant(-300));
      assert.equal((await at.merchant.put(`/stores/${slug}`, { time_zone: timeZone })).status, 200);
      await buy(-280, 1_000);
      control.placeOrder({ at: instant(-270), total: 3_000 });
      await goTo(-200);
      await goTo(-10);
      await buy(-5, 500);
      await buy(5, 900);
      control.placeOrder({ at: instant(-4), total: 700 });
      control.placeOrder({ at: instant(4), total: 100 });

      await goTo(10);
      const notYet = 'Today’s orders have not been read from the shop yet. This happens every hour.';
      const early = {
        ...{ orders: 0.5, revenue: 0.25, agent_orders: 1, shop_orders: 2, shop_revenue: 4_000 },
        ...{ as_of: instant(-10), reason: null },
      };
      assert.deepEqual(await share(slug, bothDays), { ...early, missing: notYet, verified: 3 });
      assert.deepEqual(await share(slug), { ...early, missing: notYet, verified: 3 }, 'thirty days');
      const whole = `?from=${yesterday}&to=${yesterday}`;
      assert.deepEqual(await share(slug, whole), { ...early, missing: null, verified: 2 });
      const none = await share(slug, `?from=${today}&to=${today}`);
      assert.deepEqual([none.orders, none.missing, none.reason, none.verified], [null, null, notYet, 1]);

      await goTo(55);
      await buy(58, 5_000);
      await goTo(60);
      const late = { as_of: instant(55), missing: null, reason: null };
      assert.deepEqual(await share(slug, bothDays), {
        ...{ orders: 0.5, revenue: 0.3871, agent_orders: 3, shop_orders: 6, shop_revenue: 6_200 },
        ...late,
        verified: 4,
      });
      assert.deepEqual(await share(slug, whole), {
        ...{ orders: 0.5, revenue: 0.2885, agent_orders: 2, shop_orders: 4, shop_revenue: 5_200 },
        ...late,
        verified: 2,
      });

      clock = Date.parse(instant(50 * 60));
      const old = await share(slug, bothDays.replace(`&to=${today}`, ''));
      assert.deepEqual([old.agent_orders, old.shop_orders, old.as_of], [3, 6, instant(55)]);
      assert.equal(old.missing, 'The orders are still being read from the shop.');
    });
  }
});

onEveryDatabase('the reading of a shop’s orders', (database) => {
  /** Store whose newest orders are on four pages of two orders each, all at one instant. `beforePage` may fail or wait. */
  async function pagedStore(t: TestContext, beforePage: (after: string) => Promise<unknown> | undefined) {
    const requests: string[] = [];
    const placedAt = new Date().toISOString();
    const platform = {
      ...instantPlatform(),
      describeStore: async () => INSTANT_STORE,
      async listOrders({ until }: { until: string }, after = '0') {
        requests.push(after);
        await beforePage(after);
        const isNewest = until > placedAt;
        const order = { at: placedAt, currency: INSTANT_STORE.currency, total: 100 };
        const next = isNewest && Number(after) < 3 ? String(Number(after) + 1) : null;
        return { orders: isNewest ? [order, { ...order, currency: 'XXX' }] : [], next, history: null };
      },
    };
    const databaseUrl = await database.migrated();
    let ahead = 0;
    const service = await serviceOn(databaseUrl, {
      platforms: { instant: { ...instant, connect: () => platform } },
      now: () => Date.now() + ahead,
    });
    t.after(() => service.close());
    await service.connectStore({ platform: 'instant', slug: 'paged', credentials: {} });
    await service.backgroundWork.drain();
    const storage = await openDatabase(databaseUrl);
    t.after(() => storage.destroy());
    return {
      asked: requests,
      placedAt: Date.parse(placedAt),
      moveTo: (timeZone: string) => commandLine(databaseUrl, ['stores', 'time-zone', 'paged', timeZone]),
      async later() {
        ahead += 12 * MINUTE_MS;
        await service.backgroundWork.drain();
      },
      days: () =>
        storage
          .selectFrom('shop_order_days')
          .select(['day', 'orders', 'revenue', 'timeZone'])
          .orderBy('day', 'desc')
          .execute(),
    };
  }

  const throttledOnce = (at: string) => {
    let fails = true;
    return async (after: string) => {
      if (after !== at || !fails) return;
      fails = false;
      throw new CommerceError('platform_unavailable', 'The store asks for fewer requests.');
    };
  };

  /** All ninety days are of this zone, and each order is on its day once. */
  async function assertOnDaysOf(
    timeZone: string,
    { placedAt, days }: Awaited<ReturnType<typeof pagedStore>>,
  ) {
    const rows = await days();
    const newest = rows.slice(0, 90);
    assert.deepEqual([...new Set(newest.map((row) => row.timeZone))], [timeZone]);
    assert.deepEqual(
      newest.filter(({ orders }) => orders > 0).map((row) => [row.day, row.orders, Number(row.revenue)]),
      [[toDay(placedAt, timeZone), 8, 400]],
    );
  }

  it('resumes at the last page after a failure, and counts each order once', async (t) => {
    expectFailingJobs();
    const store = await pagedStore(t, throttledOnce('2'));
    for (let round = 0; round < 3; round += 1) await store.later();
    assert.deepEqual(store.asked.slice(0, 6), ['0', '1', '2', '2', '3', '0']);
    await assertOnDaysOf('UTC', store);
    const { length } = await store.days();
    assert.ok(length >= 90, `${length} days`);
  });

  it('begins anew when the time zone has changed after a failure', async (t) => {
    expectFailingJobs();
    const store = await pagedStore(t, throttledOnce('2'));
    await store.later();
    const moved = anotherDay(store.placedAt);
    assert.equal((await store.moveTo(moved)).code, 0);
    await store.later();
    assert.deepEqual(store.asked.slice(0, 8), ['0', '1', '2', '0', '1', '2', '3', '0']);
    await assertOnDaysOf(moved, store);
  });

  it('begins anew when the time zone changes during it, in another process', async (t) => {
    let move: (() => Promise<unknown>) | undefined;
    const zonesOfDays = new Set<string | null>();
    const store = await pagedStore(t, async (after) => {
      if (after === '0' && !move) for (const day of await store.days()) zonesOfDays.add(day.timeZone);
      if (after !== '3') return;
      const now = move;
      move = undefined;
      await now?.();
    });
    const moved = anotherDay(store.placedAt);
    move = async () => assert.equal((await store.moveTo(moved)).code, 0);
    await store.later();
    assert.deepEqual(store.asked.slice(0, 9), ['0', '1', '2', '3', '0', '1', '2', '3', '0']);
    assert.deepEqual([...zonesOfDays], [moved], 'no day of the earlier time zone was stored');
    await assertOnDaysOf(moved, store);
  });
});
