import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { GetStoreOverviewResponse as Overview } from '../../../client/index.ts';
import { start } from '../../../src/cli/serve/serve.ts';
import { UNCOUNTED_AGENTS } from '../../../src/commerce/policy/agents.ts';
import { toDay } from '../../../src/commerce/time/days.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { bodyOf } from '../../../testing/agent.ts';
import { amidDay } from '../../../testing/amid-day.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { databases } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { signUp } from '../../../testing/merchant.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

interface Page {
  items: { id: string; agent: string; status: string; total: number; created_at: string }[];
  total: number;
}

for (const database of databases)
  it(`demo --history fills thirty days of the demo stores with tests, once (${database.name})`, async (t) => {
    const folder = await temporaryFolder();
    const isFile = database.name === 'SQLite';
    const settings = {
      PORT: String(await freePort()),
      DATABASE_URL: isFile ? `sqlite:${folder.file('ucp-host.db')}` : await database.migrated(),
      LOG_LEVEL: 'silent',
      SECRET_KEY: 'only for this test of the demo',
    };
    // Beside PostgreSQL the shops keep their state in the working folder: an earlier run must leave no orders in it.
    const cwd = process.cwd();
    process.chdir(folder.path);
    const running = await start(readConfig(settings));
    t.after(async () => {
      await running.close();
      process.chdir(cwd);
      await folder.close();
    });
    const merchant = await signUp(running as never);
    const timeZone = amidDay(Date.now(), 'UTC', '+12:00');
    for (const { slug } of running.demoStores)
      bodyOf(200, await merchant.put(`/stores/${slug}`, { time_zone: timeZone }));
    const stocks = () =>
      running.demoStores.map(({ shop }) =>
        shop.control.products.flatMap(({ variants }) => variants.map(({ stock }) => stock)),
      );
    const stockBefore = stocks();
    const env = { ...process.env, ...settings, BASE_URL: running.baseUrl, NO_COLOR: '1' };
    const began = new Date().toISOString();
    // Two at once share the days.
    const runs = await Promise.all([1, 2].map(() => runCommand({ args: ['demo', '--history'], env })));
    for (const { code, out, errors } of runs) assert.equal(code, 0, out + errors);

    const read = async <Body>(slug: string, path: string) =>
      bodyOf(200, await merchant.get<Body>(`/stores/${slug}${path}`));
    const before = new Map<string, Overview>();
    for (const { slug } of running.demoStores) {
      const hidden = await read<Overview>(slug, '/overview?tests=exclude');
      assert.deepEqual([hidden.totals.searches, hidden.totals.orders_verified], [0, 0], slug);
      let overview!: Overview;
      await eventually(async () => {
        overview = await read<Overview>(slug, '/overview?tests=include');
        return overview.share.reason === null;
      }, 'all orders of the shop are read');
      before.set(slug, overview);
      const { totals, by_day, by_agent } = overview;
      assert.ok(totals.searches > 80 && totals.searches < 400, `${totals.searches} searches`);
      assert.ok(totals.orders_verified > 15, `${totals.orders_verified} orders`);
      assert.ok(totals.conversion !== null && totals.conversion < 0.6);
      assert.ok(by_day.filter(({ searches }) => searches > 0).length >= 28, 'nearly each day');
      assert.equal(overview.previous, null, 'the period before is empty');
      const { share } = overview;
      assert.equal(share.missing, null);
      assert.equal(share.agent_orders, totals.orders_verified);
      assert.ok(share.orders !== null && share.orders > 0.1 && share.orders < 0.5, `${share.orders}`);
      assert.ok(by_agent.every(({ agent }) => UNCOUNTED_AGENTS.includes(agent)));
      assert.ok(overview.zero_result_searches.length > 0 && overview.rejected_codes.length > 0);
      const orders = await read<Page>(slug, '/orders?per_page=100');
      const counted = orders.items.filter(({ status }) => !['canceled', 'refunded'].includes(status));
      const dayOf = ({ created_at }: Page['items'][number]) => toDay(Date.parse(created_at), timeZone);
      const inPeriod = counted.filter((order) => dayOf(order) >= overview.period.from);
      const revenue = inPeriod.reduce((sum, { total }) => sum + total, 0);
      assert.equal(totals.revenue_verified, revenue, 'money adds up, that of carts included');
      assert.ok(totals.orders_by_cart > 0 && overview.cart_funnel.expired > 0, 'carts are handed over');
      const now = new Date().toISOString();
      assert.ok(orders.items.every(({ created_at }) => created_at < now));
      assert.ok(orders.items.some(({ status }) => status === 'delivered'));
    }
    for (const { slug } of running.demoStores) {
      const { items } = await read<Page>(slug, '/products?tests=include');
      await eventually(async () => {
        const product = await read<{ as_of: string }>(
          slug,
          `/products/${encodeURIComponent(items[0]?.id ?? '')}`,
        );
        return product.as_of > began;
      }, 'the product that was found most is read today');
    }
    assert.deepEqual(stocks(), stockBefore, 'the past takes no stock');

    const inMemory = await runCommand({
      args: ['demo', '--history'],
      env: { ...env, DATABASE_URL: 'sqlite::memory:' },
    });
    assert.notEqual(inMemory.code, 0, inMemory.out);
    assert.match(inMemory.errors, /Set DATABASE_URL/);

    const again = await runCommand({ args: ['demo', '--history'], env });
    assert.equal(again.code, 0, again.out);
    assert.match(again.out, /demo-shopify: 0 of the last 30 days filled/);
    for (const [slug, overview] of before)
      assert.deepEqual((await read<Overview>(slug, '/overview?tests=include')).totals, overview.totals);
  });
