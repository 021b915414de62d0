import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { GetStoreOverviewResponse as Overview } from '../../../client/index.ts';
import { PLAYGROUND_UCP_AGENT } from '../../../src/commerce/policy/agents.ts';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { eventually } from '../../../testing/eventually.ts';
import { inShop, onEveryDatabase, type Somewhere } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { PLATFORMS, serviceOn } from '../../../testing/test-service.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { shopperAt } from '../../shopping/shopper.ts';
import { type Activity, read, startActivity } from '../merchants/activity.ts';

const FRESHNESS_SECONDS = 60;

onEveryDatabase('the cost of agents’ searches and look-ups to the shop', (database) => {
  const activity = forSuite(() => startActivity(database));
  for (const platform of PLATFORMS) describe(platform, () => suite(activity, platform));
});

function suite(activity: Activity, platform: string): void {
  const slug = `demo-${platform}`;
  let at: Somewhere;
  let productId: string;

  before(async () => {
    const { running } = activity;
    await running.settle();
    at = { slug, platform, running, agent: activity.agent(slug) };
    const mug = await findVariant(at.agent, 'mug');
    inShop(at, mug.id).stock = null;
    productId = mug.productId;
  });

  const setFreshness = async (seconds: number) => {
    const { stores } = at.running.service;
    const store = (await stores.find(at.slug)) ?? assert.fail('no store');
    const by = { actor: { accountId: null, name: 'test' }, action: 'store.settings_changed' } as const;
    await stores.setSettings(
      store.id,
      { freshnessSeconds: seconds },
      new Date(at.running.now()).toISOString(),
      by,
      [],
    );
  };
  const lookUp = (baseUrl = at.running.baseUrl, headers = {}) =>
    agentOf(baseUrl, at.slug, headers).get(`/catalog/lookup?ids=${productId}`);
  const figures = async (query = '') =>
    (await read<Overview>(activity, `/overview${query}`, slug)).catalog_reads;

  /** Returns what the work adds to the figures, beside the calls that the shop has counted. */
  async function costOf(work: () => Promise<unknown>, query?: string) {
    const { control } = at.running.shop(at.slug);
    const former = await figures(query);
    control.resetCalls();
    await work();
    const called = Object.values(control.calls()).reduce((sum, count) => sum + count, 0);
    const { answered, shop_calls } = await figures(query);
    return { answered: answered - former.answered, asked: shop_calls - former.shop_calls, called };
  }

  it('counts catalog reads of all protocols: one question each, and each call that the shop got', async () => {
    await setFreshness(0);
    const cost = await costOf(async () => {
      await lookUp();
      await at.agent.search('mug');
      const official = ucpAgentOf(at);
      await official.post('/catalog/search', { query: 'mug' });
      await official.post('/catalog/lookup', { ids: [productId] });
      await official.post('/catalog/product', { id: productId });
      const shopper = shopperAt(at);
      await shopper.call('search_products', { query: 'mug' });
      await shopper.call('get_product', { id: productId });
    });
    assert.equal(cost.answered, 7);
    assert.ok(cost.called >= 7, `${cost.called} calls`);
    assert.equal(cost.asked, cost.called);
  });

  it('counts catalog reads within the window as nothing asked, over all processes, stopped ones included', async () => {
    await setFreshness(FRESHNESS_SECONDS);
    await lookUp();
    const cost = await costOf(async () => {
      const { databaseUrl, now } = at.running;
      const other = await serviceOn(databaseUrl, { now }, { RATE_LIMIT: 'off' });
      const baseUrl = await other.listen({ backgroundWork: false });
      await Promise.all([lookUp(), lookUp(baseUrl), lookUp(baseUrl), lookUp(baseUrl)]);
      await other.close();
    });
    assert.deepEqual(cost, { answered: 4, asked: 0, called: 0 });
  });

  it('includes the call behind the answer', async () => {
    await setFreshness(FRESHNESS_SECONDS);
    await lookUp();
    at.running.advance((FRESHNESS_SECONDS + 5) * 1_000);
    const former = await figures();
    await lookUp();
    await eventually(async () => (await figures()).shop_calls === former.shop_calls + 1, 'it is counted');
    assert.equal((await figures()).answered, former.answered + 1);
  });

  it('counts a call that is sent again twice, and an answer that questions share once', async () => {
    await setFreshness(0);
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'throttled', times: 1 });
    const again = await costOf(() => lookUp());
    control.clearFaults();
    assert.deepEqual(again, { answered: 1, asked: again.called, called: 2 });
    control.inject({ kind: 'slow', delayMs: 300 });
    const shared = await costOf(() => Promise.all([lookUp(), lookUp(), lookUp(), lookUp()]));
    control.clearFaults();
    assert.equal(shared.answered, 4);
    assert.equal(shared.asked, shared.called);
    assert.ok(shared.called < 4, `${shared.called} calls`);
  });

  it('counts no question that is refused', async () => {
    await setFreshness(0);
    const cost = await costOf(async () => {
      const { status } = await agentOf(at.running.baseUrl, at.slug).get('/catalog/search?q=');
      assert.equal(status, 400);
    });
    assert.deepEqual(cost, { answered: 0, asked: 0, called: 0 });
  });

  it('leaves tests out unless they are asked for', async () => {
    await setFreshness(0);
    const playground = { 'ucp-agent': PLAYGROUND_UCP_AGENT };
    const without = await costOf(() => lookUp(at.running.baseUrl, playground));
    assert.deepEqual([without.answered, without.asked], [0, 0]);
    const cost = await costOf(() => lookUp(at.running.baseUrl, playground), '?tests=include');
    assert.deepEqual(cost, { answered: 1, asked: cost.called, called: cost.called });
    assert.ok(cost.called > 0);
  });

  it('leaves carts and sessions out', async () => {
    const { id } = await findVariant(at.agent, 'mug');
    const cost = await costOf(() => at.agent.createSession([id]));
    assert.deepEqual([cost.answered, cost.asked], [0, 0]);
  });
}
