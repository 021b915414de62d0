import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { GetStoreHealthResponse } from '../../../client/index.ts';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { eventually } from '../../../testing/eventually.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { PLATFORMS, serviceOn, startTestService } from '../../../testing/test-service.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

onEveryDatabase('the health of a store', (database) => {
  beforeEach(expectFailingJobs);
  /** Answer of every shop: null for its own. */
  let fault: 'down' | 'refused' | null = null;
  const shops: typeof fetch = async (input, init) => {
    // Opens no circuit, whose delay is real time.
    if (fault === 'down') return new Response('<html>Maintenance</html>');
    if (fault === 'refused') return new Response('{}', { status: 401 });
    return fetch(input, init);
  };
  const running = forSuite(() => startTestService({ database, overrides: { fetch: shops } }));
  const merchant = forSuite(() => signUp(running));
  before(() => running.settle());

  const read = async (slug: string) =>
    (await merchant.get<GetStoreHealthResponse>(`/stores/${slug}/health`)).body;
  const stateOf = ({ health }: GetStoreHealthResponse) =>
    Object.fromEntries((health?.aspects ?? []).map(({ aspect, state }) => [aspect, state]));
  async function pass(ms: number): Promise<void> {
    running.advance(ms);
    await running.settle();
  }
  /** Lets minutes pass until recovered shops have been asked and the states have held. */
  async function recover(): Promise<void> {
    fault = null;
    for (let minute = 0; minute < 9; minute += 1) await pass(MINUTE_MS);
  }

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;

    describe(`the health of a store on ${platform}`, () => {
      it('reports a store’s health as ok once the shop has been connected and read', async () => {
        const before = await read(slug);
        assert.equal(before.health?.state, 'ok', JSON.stringify(before));
        const healthy = { shop: 'ok', access: 'ok', events: 'ok', catalog: 'ok', discovery: 'waiting' };
        assert.deepEqual(stateOf(before), healthy);
        assert.deepEqual(before.changes, []);
      });

      it('turns to failing within five minutes of the first failure, with cause and begin, and not before a minute has passed', async () => {
        const agent = agentOf(running.baseUrl, slug);
        const { id } = await findVariant(agent, 'mug');
        fault = 'down';
        const down = await agent.quote([id], { country: 'US' });
        assert.ok(down.status >= 500, JSON.stringify(down.body));
        let seconds = 0;
        for (; (await read(slug)).health?.state === 'ok'; seconds += 20) {
          assert.ok(seconds <= 5 * 60, 'not noticed within five minutes');
          await pass(20 * SECOND_MS);
        }
        assert.ok(seconds >= 60, `${seconds} s`);
        const { health, changes } = await read(slug);
        const shop = health?.aspects.find(({ aspect }) => aspect === 'shop');
        assert.match(shop?.reason ?? '', /web page|not understood|not what/);
        assert.ok(shop?.remedy);
        assert.equal(health?.since, shop?.since);
        assert.deepEqual(pluck(changes, 'aspect', 'from', 'to'), [['shop', 'ok', 'failing']]);
        const { items } = (
          await merchant.get<{ items: { slug: string; health: GetStoreHealthResponse['health'] }[] }>(
            '/stores',
          )
        ).body;
        assert.equal(items.find((store) => store.slug === slug)?.health?.state, 'failing');
        const cli = (...words: string[]) => commandLine(running.databaseUrl, words);
        assert.match((await cli('stores', 'show', slug)).out, /health: shop +failing since \d/);
        assert.match((await cli('stores', 'list')).out, new RegExp(`${slug} .*failing`));
      });

      it('stays failing until the shop has answered for two minutes', async () => {
        await recover();
        const { health, changes } = await read(slug);
        assert.equal(health?.state, 'ok', JSON.stringify(health));
        assert.deepEqual([changes[0]?.from, changes[0]?.to], ['failing', 'ok']);
        const duration = Date.parse(changes[0]?.at ?? '') - Date.parse(changes[0]?.since ?? '');
        assert.ok(duration >= 2 * MINUTE_MS, `${duration} ms`);
      });

      it('reports refused credentials as such, and not the shop as down', async () => {
        fault = 'refused';
        await merchant.post(`/stores/${slug}/health/test`, {});
        await pass(SECOND_MS);
        const { health } = await read(slug);
        const access = health?.aspects.find(({ aspect }) => aspect === 'access');
        assert.equal(access?.state, 'failing', JSON.stringify(health));
        assert.match(access?.reason ?? '', /refuses|key/);
        assert.equal(stateOf(await read(slug)).shop, 'ok');
        await recover();
        assert.equal((await read(slug)).health?.state, 'ok');
      });

      it('takes the result of a requested test at once', async () => {
        fault = 'down';
        const answer = await merchant.post<GetStoreHealthResponse>(`/stores/${slug}/health/test`, {});
        assert.equal(answer.body.health?.testing, true);
        await pass(SECOND_MS);
        const failed = await read(slug);
        assert.deepEqual([failed.health?.state, failed.health?.testing], ['failing', false]);
        fault = null;
        await merchant.post(`/stores/${slug}/health/test`, {});
        // The end of the outage enqueues the other checks once more.
        await eventually(async () => {
          await pass(SECOND_MS);
          return (await read(slug)).health?.testing === false;
        }, 'the test ends');
        assert.equal((await read(slug)).health?.state, 'ok');
      });
    });
  }

  it('names the products that a plugin breaks, while the rest of the catalog is copied', async () => {
    const slug = 'demo-woocommerce';
    const [product] = running.shop(slug).control.products.filter(({ published }) => published);
    assert.ok(product);
    product.broken = 'error';
    try {
      await merchant.post(`/stores/${slug}/import`, {});
      await running.settle();
      await merchant.post(`/stores/${slug}/health/test`, {});
      await pass(SECOND_MS);
      const catalog = (await read(slug)).health?.aspects.find(({ aspect }) => aspect === 'catalog');
      assert.equal(catalog?.state, 'warning');
      assert.ok(catalog.reason?.includes(`"${product.title}" (${product.id}), because the site fails`));
      const { body } = await merchant.get<{ limited: string }>(`/stores/${slug}/import`);
      assert.equal(body.limited, catalog.reason);
    } finally {
      delete product.broken;
    }
    await merchant.post(`/stores/${slug}/import`, {});
    await recover();
    assert.equal((await read(slug)).health?.state, 'ok');
  });

  it('reports an outage after five minutes even when no agent has met it, and ignores shorter ones', async (t) => {
    await recover();
    const before = (await read('demo-shopify')).changes.length;
    for (const outage of ['down', null, 'down', null] as const) {
      fault = outage;
      await pass(40 * SECOND_MS);
    }
    await recover();
    assert.equal((await read('demo-shopify')).changes.length, before, 'forty seconds are not reported');
    fault = 'down';
    t.after(() => recover());
    for (let seconds = 0; seconds < 5 * 60; seconds += 20) await pass(20 * SECOND_MS);
    const { items } = (
      await merchant.get<{ items: { health: GetStoreHealthResponse['health'] }[] }>('/stores')
    ).body;
    assert.deepEqual(new Set(items.map(({ health }) => health?.state)), new Set(['failing']));
    const list = (await commandLine(running.databaseUrl, ['stores', 'list'])).out;
    for (const platform of PLATFORMS) {
      const slug = `demo-${platform}`;
      const { health } = await read(slug);
      assert.deepEqual([health?.state, stateOf(await read(slug)).shop], ['failing', 'failing'], slug);
      assert.ok(
        Date.parse(health?.since ?? '') >= running.now() - 5 * MINUTE_MS - SECOND_MS,
        health?.since ?? '',
      );
      assert.match(list, new RegExp(`${slug} .*failing`));
      const output = (await commandLine(running.databaseUrl, ['stores', 'show', slug])).out;
      assert.match(output, /health: shop +failing since \d/);
      assert.doesNotMatch(`${list}${output}`, /connected$|health +ok/im);
    }
  });

  it('records a change of health once, however many processes watch', async () => {
    const others = await Promise.all(
      [1, 2].map(() => serviceOn(running.databaseUrl, { fetch: shops, now: running.now })),
    );
    try {
      await recover();
      const before = (await read('demo-shopify')).changes.length;
      fault = 'down';
      const processes = [running.service, ...others];
      for (let minute = 0; minute < 7; minute += 1) {
        running.advance(MINUTE_MS);
        await Promise.all(processes.map(({ backgroundWork }) => backgroundWork.drain()));
      }
      const { changes } = await read('demo-shopify');
      assert.equal(changes.length, before + 1, JSON.stringify(changes));
    } finally {
      for (const other of others) await other.close();
      await recover();
    }
  });

  it('returns null as the health of a disconnected store', async () => {
    await merchant.post('/stores/demo-shopify/disconnect');
    assert.equal((await read('demo-shopify')).health, null);
    assert.equal((await merchant.post('/stores/demo-shopify/health/test', {})).status, 409);
  });
});
