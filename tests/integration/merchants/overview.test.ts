import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { GetStoreOverviewResponse as Overview } from '../../../client/index.ts';
import {
  PLAYGROUND_AGENT,
  PLAYGROUND_UCP_AGENT,
  SELF_CHECK_AGENT,
  UNCOUNTED_AGENTS,
} from '../../../src/commerce/policy/agents.ts';
import { addDays, toDay } from '../../../src/commerce/time/days.ts';
import { DAY_MS } from '../../../src/commerce/time/time.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { amidDay } from '../../../testing/amid-day.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { numberOf } from '../../../testing/shop-orders.ts';
import { post, shopSideOf } from '../webhooks/shop-side.ts';
import { stepReports } from '../webhooks/step-reports.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

onEveryDatabase('the overview of a store', (database) => {
  // Both the service and the shops count what happens here as of today.
  const timeZone = amidDay(Date.now(), 'UTC', '+12:00');
  const today = toDay(Date.now(), timeZone);
  const at = forSuite(async () => {
    const activity = await startActivity(database);
    for (const slug of [SHOPIFY, WOOCOMMERCE])
      bodyOf(200, await activity.merchant.put(`/stores/${slug}`, { time_zone: timeZone }));
    return activity;
  });

  it('counts searches, sessions, hand-offs and orders, verified apart from claimed', async () => {
    const agent = at.agent();
    const bought = await newSession(agent);
    await pay(bought);
    assert.equal((await agent.complete(bought.id)).body.payment, 'verified');
    const claimed = await newSession(agent);
    assert.equal((await agent.complete(claimed.id)).body.payment, 'claimed');
    const left = await newSession(at.agent(SHOPIFY, 'other.example'));
    await agent.cancel(left.id);

    const order = await agent.readOrder((await agent.readSession(bought.id)).body.order?.id ?? '');
    const overview = await read<Overview>(at, '/overview');
    const { totals } = overview;
    assert.partialDeepStrictEqual(totals, { currency: 'USD', searches: 3, sessions: 3, handoffs: 3 });
    assert.deepEqual([totals.orders_verified, totals.orders_claimed], [1, 1]);
    assert.equal(totals.revenue_verified, order.body.totals.total);
    assert.equal(totals.revenue_claimed, claimed.totals.total);
    assert.deepEqual(pluck(overview.funnel, 'step', 'count', 'lost'), [
      ['created', 3, 0],
      ['handed_over', 3, 0],
      ['opened', null, null],
      ['address', null, null],
      ['payment', 1, 2],
      ['paid', 1, 0],
    ]);
    const agents = overview.by_agent.map(({ agent: name, sessions, orders_verified }) => [
      name,
      sessions,
      orders_verified,
    ]);
    assert.deepEqual(agents, [
      ['shopper.example', 2, 1],
      ['other.example', 1, 0],
    ]);
    assert.deepEqual([totals.conversion, totals.average_order], [0.3333, totals.revenue_verified]);
    const ratios = overview.by_agent.map(({ searches, conversion, average_order }) => [
      searches,
      conversion,
      average_order,
    ]);
    assert.deepEqual(ratios, [
      [2, 0.5, totals.revenue_verified],
      [1, 0, null],
    ]);
  });

  it('counts how far buyers came and where they were lost, as far as the shop reports it', async () => {
    const before = (await read<Overview>(at, '/overview')).funnel;
    const shop = await shopSideOf({ ...at, slug: SHOPIFY, platform: 'shopify', agent: at.agent() });
    const reach = async (...steps: string[]) => {
      const { id } = await newSession(at.agent());
      await post(stepReports(shop, at.running).of({ sessionId: id, steps }));
    };
    await reach('opened');
    await reach('opened');
    await reach('opened', 'address');
    await reach('opened', 'address', 'payment');
    const { funnel } = await read<Overview>(at, '/overview');
    const counts = funnel.map(({ step, count }) => [
      step,
      (count ?? 0) - (before.find((each) => each.step === step)?.count ?? 0),
    ]);
    assert.deepEqual(counts, [
      ['created', 4],
      ['handed_over', 4],
      ['opened', 5],
      ['address', 3],
      ['payment', 1],
      ['paid', 0],
    ]);
    assert.deepEqual(pluck(funnel, 'lost'), [0, 0, 2, 2, 1, 1]);
  });

  it('gives no conversion to an agent that ordered without searching', async () => {
    const agent = at.agent(SHOPIFY, 'direct.example');
    const mug = await findVariant(at.agent(SHOPIFY, 'shopper.example'), 'mug');
    const { body: session } = await agent.createSession([mug.id]);
    await pay(session);
    await agent.complete(session.id);
    const { by_agent: agents } = await read<Overview>(at, '/overview');
    const direct = agents.find(({ agent: name }) => name === 'direct.example');
    assert.deepEqual([direct?.searches, direct?.orders_verified, direct?.conversion], [0, 1, null]);
    assert.equal(direct?.average_order, direct?.revenue_verified);
  });

  it('compares with the same number of days before, or with null when nothing happened in them', async () => {
    const dayOf = (offset: number) => addDays(today, offset);
    const now = await read<Overview>(at, `/overview?from=${today}&to=${today}`);
    assert.equal(now.previous, null);
    const next = await read<Overview>(at, `/overview?from=${dayOf(1)}&to=${dayOf(3)}`);
    assert.deepEqual(next.previous?.period, { from: dayOf(-2), to: today, time_zone: timeZone });
    assert.deepEqual(next.previous?.totals, now.totals);
    assert.deepEqual(next.previous?.by_day.slice(2), now.by_day);
    assert.deepEqual(pluck(next.previous?.by_day ?? [], 'day'), [dayOf(-2), dayOf(-1), today]);
    assert.partialDeepStrictEqual(next, { totals: { sessions: 0, conversion: null, average_order: null } });
  });

  it('lists each day of the overview’s period, of which the last is today', async () => {
    const { by_day: days, period, totals } = await read<Overview>(at, '/overview');
    assert.equal(days.length, 30);
    assert.deepEqual([days[0]?.day, days[29]?.day], [period.from, period.to]);
    assert.equal(days[29]?.sessions, totals.sessions);
    assert.equal(days[28]?.sessions, 0);
    const long = await at.merchant.get(`/stores/${SHOPIFY}/overview?from=2020-01-01&to=2026-01-01`);
    assert.equal(long.status, 400);
    const backwards = await at.merchant.get(`/stores/${SHOPIFY}/overview?from=2026-01-02&to=2026-01-01`);
    assert.equal(backwards.status, 400);
    const nothing = await read<Overview>(at, '/overview?from=2024-02-28&to=2024-03-01');
    assert.deepEqual(pluck(nothing.by_day, 'day'), ['2024-02-28', '2024-02-29', '2024-03-01']);
    assert.equal(nothing.totals.sessions, 0);
  });

  it('shows what was searched for in vain, whatever its spelling, and codes that were refused', async () => {
    const agent = at.agent(WOOCOMMERCE);
    await agent.search('Flying  Carpet');
    await agent.search('flying carpet');
    await agent.search('ada@example.com 4111 1111 1111 1111');
    await newSession(agent, { discounts: { codes: ['NoSuchCode'] } });
    await newSession(agent, { discounts: { codes: ['EXPIRED5'] } });
    await newSession(agent, { discounts: { codes: ['EXPIRED5'] } });
    await newSession(agent, { discounts: { codes: ['Expired5'] } });
    const overview = await read<Overview>(at, '/overview', WOOCOMMERCE);
    assert.deepEqual(pluck(overview.zero_result_searches, 'query', 'count'), [
      ['flying carpet', 2],
      ['<redacted> <redacted>', 1],
    ]);
    const [expired, unknown] = overview.rejected_codes;
    assert.ok(expired && ['EXPIRED5', 'Expired5'].includes(expired.code), 'one of its spellings');
    assert.deepEqual([expired.reason, expired.count], ['discount_code_expired', 3]);
    assert.deepEqual(unknown, { code: 'NoSuchCode', reason: 'discount_code_invalid', count: 1 });
    assert.deepEqual((await read<Overview>(at, '/overview')).zero_result_searches, []);
  });

  it('excludes canceled orders from revenue', async () => {
    const before = (await read<Overview>(at, '/overview', WOOCOMMERCE)).totals;
    const agent = at.agent(WOOCOMMERCE);
    const session = await newSession(agent);
    await pay(session);
    await agent.complete(session.id);
    const bought = (await read<Overview>(at, '/overview', WOOCOMMERCE)).totals;
    assert.equal(bought.orders_verified, Number(before.orders_verified) + 1);
    const database = await openDatabase(at.running.databaseUrl);
    await database
      .updateTable('orders')
      .set({ status: 'canceled' })
      .where('sessionId', '=', session.id)
      .execute();
    await database.destroy();
    const canceled = (await read<Overview>(at, '/overview', WOOCOMMERCE)).totals;
    assert.equal(canceled.orders_verified, before.orders_verified);
    assert.equal(canceled.revenue_verified, before.revenue_verified);
  });

  for (const slug of [SHOPIFY, WOOCOMMERCE])
    it(`subtracts partial refunds from revenue: ${slug}`, async () => {
      await at.running.settle();
      const before = (await read<Overview>(at, '/overview', slug)).totals;
      const session = await newSession(at.agent(slug));
      await pay(session);
      const { body } = await at.agent(slug).complete(session.id);
      const { totals } = (await at.agent(slug).readOrder(body.order?.id ?? '')).body;
      at.running.advance(2_000);
      at.running.shop(slug).control.refundPart(numberOf({ running: at.running, slug }, session), '5.00');
      await at.running.settle();
      const revenue = before.revenue_verified + Number(totals.total) - 500;
      const after = (await read<Overview>(at, '/overview', slug)).totals;
      assert.deepEqual(
        [after.orders_verified, after.revenue_verified],
        [before.orders_verified + 1, revenue],
      );
    });

  it('adds no other currency to the store’s own', async () => {
    const before = await read<Overview>(at, '/overview');
    await using database = await openDatabase(at.running.databaseUrl);
    const [order] = await database
      .selectFrom('orders')
      .selectAll()
      .where('payment', '=', 'verified')
      .execute();
    await database
      .updateTable('orders')
      .set({ currency: 'JPY', total: 500 })
      .where('id', '=', order?.id ?? '')
      .execute();
    const store = order?.storeId;
    const { slug } = await database
      .selectFrom('stores')
      .select('slug')
      .where('id', '=', store ?? '')
      .executeTakeFirstOrThrow();
    const changed = await read<Overview>(at, '/overview', slug);
    await database
      .updateTable('orders')
      .set({ currency: 'USD', total: order?.total ?? 0 })
      .where('id', '=', order?.id ?? '')
      .execute();
    assert.deepEqual(pluck(changed.other_currencies, 'currency', 'revenue_verified'), [['JPY', 500]]);
    assert.deepEqual((await read<Overview>(at, '/overview')).totals, before.totals);
  });

  it('counts the playground and the service’s own checks on request only, and lists them', async () => {
    const before = await read<Overview>(at, '/overview');
    const playground = agentOf(at.running.baseUrl, SHOPIFY, { 'ucp-agent': PLAYGROUND_UCP_AGENT });
    await playground.search('no such thing anywhere');
    const session = await newSession(playground, { discounts: { codes: ['EXPIRED5'] } });
    await pay(session);
    await playground.complete(session.id);
    const checked = await at.merchant.post(`/stores/${SHOPIFY}/discovery/check`, {
      address: 'manifest',
    });
    assert.equal(checked.status, 200, JSON.stringify(checked.body));
    const doctor = await commandLine(at.running.databaseUrl, ['doctor', playground.address, '--session']);
    assert.equal(doctor.code, 0, doctor.out);
    const demo = await commandLine(at.running.databaseUrl, ['demo'], '', { BASE_URL: at.running.baseUrl });
    assert.equal(demo.code, 0, demo.out);
    await at.running.settle();

    assert.deepEqual(await read<Overview>(at, '/overview'), before);
    const { items } = await read<{ items: { agent: string; counted: boolean }[] }>(at, '/agents');
    const uncounted = items.filter(({ counted }) => !counted).map(({ agent }) => agent);
    const tests = [PLAYGROUND_AGENT, SELF_CHECK_AGENT];
    assert.deepEqual(uncounted.sort(), tests.toSorted());
    const listed = await read<{ items: { id: string; agent: string }[] }>(at, '/sessions');
    const agents = listed.items.map(({ agent }) => agent);
    for (const agent of tests) assert.ok(agents.includes(agent), `${agent} is listed`);
    const orders = await read<{ items: { agent: string }[] }>(at, '/orders');
    assert.ok(orders.items.some(({ agent }) => agent === PLAYGROUND_AGENT));

    const whole = await read<Overview>(at, '/overview?tests=include');
    assert.equal(whole.totals.orders_verified, before.totals.orders_verified + 2);
    assert.ok(whole.totals.searches > before.totals.searches);
    assert.ok(whole.totals.revenue_verified > before.totals.revenue_verified);
    assert.ok(whole.by_agent.some(({ agent, sessions }) => agent === PLAYGROUND_AGENT && sessions === 1));
    assert.ok(whole.zero_result_searches.some(({ query }) => query === 'no such thing anywhere'));
    assert.ok(whole.rejected_codes.length > before.rejected_codes.length);
    for (const path of ['/sessions', '/orders', '/carts', '/requests']) {
      const all = await read<{ total: number }>(at, path);
      const real = await read<{ items: { agent: string }[]; total: number }>(at, `${path}?tests=exclude`);
      assert.ok(real.total < all.total, path);
      assert.ok(!real.items.some(({ agent }) => UNCOUNTED_AGENTS.includes(agent)), path);
    }
    const errors = await read<{ items: { count: number }[] }>(at, '/request-errors?tests=exclude');
    const allErrors = await read<{ items: { count: number }[] }>(at, '/request-errors');
    assert.ok(errors.items.length < allErrors.items.length);
  });

  it('stays as it was when sessions and requests are forgotten', async () => {
    const path = `/overview?from=${today}&to=${today}`;
    const before = await read<Overview>(at, path);
    // They end at the first round of housekeeping, and are forgotten long after that.
    for (let round = 0; round < 2; round += 1) {
      at.running.advance(100 * DAY_MS);
      await at.running.settle();
    }
    assert.deepEqual((await read<Overview>(at, path)).totals, before.totals);
    assert.deepEqual((await read<Overview>(at, path)).funnel, before.funnel);
    assert.deepEqual((await read<Overview>(at, path)).by_agent, before.by_agent);
    const sessions = await read<{ items: { order_id: string | null }[] }>(at, '/sessions');
    assert.ok(sessions.items.every(({ order_id }) => order_id !== null));
  });
});

onEveryDatabase('the setup guide', (database) => {
  interface Steps {
    steps: { id: string; done: boolean; detail: string }[];
  }
  const at = forSuite(() => startActivity(database));
  const done = async () =>
    (await read<Steps>(at, '/setup')).steps.filter((step) => step.done).map(({ id }) => id);

  it('ticks what has happened, and nothing else', async () => {
    assert.deepEqual(await done(), ['connect']);
    const playground = agentOf(at.running.baseUrl, SHOPIFY, { 'ucp-agent': PLAYGROUND_UCP_AGENT });
    const session = await newSession(playground);
    assert.deepEqual(await done(), ['connect']);
    await pay(session);
    await playground.complete(session.id);
    assert.deepEqual(await done(), ['connect', 'test_purchase']);
    await newSession(at.agent());
    assert.deepEqual(await done(), ['connect', 'test_purchase', 'live']);
    const other = (await read<Steps>(at, '/setup', WOOCOMMERCE)).steps;
    const finished = pluck(
      other.filter((step) => step.done),
      'id',
    );
    assert.deepEqual(finished, ['connect']);
  });
});
