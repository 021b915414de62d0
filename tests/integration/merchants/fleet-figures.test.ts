import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ListStoreFiguresResponse } from '../../../client/index.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { sum } from '../../../src/commerce/money/money.ts';
import { addDays, toDay } from '../../../src/commerce/time/days.ts';
import { agentOf, bodyOf, type ErrorBody, newSession, pay } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp, withToken } from '../../../testing/merchant.ts';

withService('the figures of an agency’s stores', (running) => {
  const owner = forSuite(() => signUp(running));
  const euros = forSuite(() => startWooCommerceShop({ currency: 'EUR', posesAsReal: true }));
  const dollars = forSuite(() => startWooCommerceShop({ currency: 'USD', posesAsReal: true }));

  const figures = async (query = '') =>
    bodyOf(200, await owner.get<ListStoreFiguresResponse>(`/store-figures${query}`));

  async function buy(slug: string, name: string): Promise<void> {
    const agent = agentOf(running.baseUrl, slug, {
      'ucp-agent': `profile="https://${name}/profile.json"`,
    });
    const session = await newSession(agent);
    await pay(session);
    bodyOf(200, await agent.complete(session.id));
    running.advance(2_000);
    await running.settle();
  }

  before(async () => {
    for (const [slug, { credentials }] of [
      ['in-euros', euros],
      ['in-dollars', dollars],
    ] as const)
      bodyOf(201, await owner.post('/stores', { platform: 'woocommerce', slug, credentials }));
    await running.settle();
    await buy('in-euros', 'one.example');
    await buy('in-dollars', 'one.example');
    await buy('in-dollars', 'two.example');
    await buy('demo-shopify', 'three.example');
  });

  it('lists orders, revenue by currency and agents of each store', async () => {
    const { items } = await figures();
    const short = items.map(({ slug, test_mode, orders_verified, agents, revenue }) => [
      slug,
      test_mode,
      orders_verified,
      agents,
      revenue.map(({ currency }) => currency),
    ]);
    assert.deepEqual(short, [
      ['demo-shopify', true, 1, 1, ['USD']],
      ['demo-woocommerce', true, 0, 0, []],
      ['in-dollars', false, 2, 2, ['USD']],
      ['in-euros', false, 1, 1, ['EUR']],
    ]);
    for (const { slug, revenue } of items) {
      const { body } = await owner.get<{ totals: { revenue_verified: number } }>(`/stores/${slug}/overview`);
      assert.equal(revenue[0]?.revenue_verified ?? 0, body.totals.revenue_verified, slug);
    }
  });

  it('lists the verified orders of each store by day, and by runs of days in a long period', async () => {
    const to = toDay(running.now(), 'UTC');
    const trendOf = async (days: number, slug: string) => {
      const { items } = await figures(`?from=${addDays(to, 1 - days)}&to=${to}`);
      return items.find((each) => each.slug === slug)?.trend ?? [];
    };
    assert.deepEqual(await trendOf(7, 'in-dollars'), [0, 0, 0, 0, 0, 0, 2]);
    const year = await trendOf(365, 'in-dollars');
    assert.deepEqual([year.length, sum(year), year.at(-1)], [31, 2, 2]);
    assert.deepEqual(await trendOf(2, 'demo-woocommerce'), [0, 0]);
    assert.equal(sum(await trendOf(7, 'demo-shopify')), 1);
  });

  it('totals figures without adding currencies, live stores apart from test stores, each agent once', async () => {
    const { items, totals } = await figures();
    const revenueAt = (slug: string) => items.find((each) => each.slug === slug)?.revenue ?? [];
    assert.deepEqual(totals, [
      {
        test_mode: false,
        stores: 2,
        orders_verified: 3,
        orders_by_cart: 0,
        agents: 2,
        revenue: [...revenueAt('in-dollars'), ...revenueAt('in-euros')],
      },
      {
        test_mode: true,
        stores: 2,
        orders_verified: 1,
        orders_by_cart: 0,
        agents: 1,
        revenue: revenueAt('demo-shopify'),
      },
    ]);
  });

  it('counts the figures of the chosen days, each store’s in its time zone', async () => {
    await owner.put('/stores/in-euros', { time_zone: 'Pacific/Kiritimati' });
    const today = new Date(running.now()).toISOString().slice(0, 10);
    const ahead = new Date(running.now() + 14 * 60 * 60_000).toISOString().slice(0, 10);
    const of = async (day: string) =>
      (await figures(`?from=${day}&to=${day}&q=in-euros`)).items.map((each) => each.orders_verified);
    assert.deepEqual(await of(ahead), [1]);
    if (ahead !== today) assert.deepEqual(await of(today), [0]);
    assert.deepEqual((await figures('?from=2020-01-01&to=2020-01-31')).totals[0]?.revenue, []);
    const { status, body } = await owner.get<ErrorBody>('/store-figures?from=2020-01-01');
    assert.equal(status, 400);
    assert.match(body.error, /^from must be at most 400 days before to/);
    await owner.put('/stores/in-euros', { time_zone: null });
  });

  it('lists the figures only of stores that an account and its token may see', async () => {
    const stranger = await signUp(running);
    assert.deepEqual(bodyOf(200, await stranger.get<ListStoreFiguresResponse>('/store-figures')).items, []);
    const narrow = await withToken(running, owner, ['in-euros'], 'read');
    const seen = bodyOf(200, await narrow.get<ListStoreFiguresResponse>('/store-figures'));
    assert.deepEqual(
      seen.totals.map(({ stores, agents }) => [stores, agents]),
      [[1, 1]],
    );
  });

  it('exports the figures of all stores as a file of one row for each store and currency', async () => {
    const { body } = await owner.get<string>('/store-figures?format=csv');
    const [head, ...rows] = String(body).trim().split('\r\n');
    assert.match(
      head ?? '',
      /slug,test_mode,agents,currency,orders_verified,revenue_verified,orders_by_cart,revenue_by_cart/,
    );
    assert.equal(rows.length, 4);
    assert.match(
      rows.find((row) => row.startsWith('"in-euros"')) ?? '',
      /^"in-euros",false,1,"EUR",1,"?\d+\.\d\d"?,0,"?0\.00"?$/,
    );
  });
});
