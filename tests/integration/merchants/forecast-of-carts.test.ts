import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { PreviewStorePolicyResponse } from '../../../client/index.ts';
import { PLAYGROUND_AGENT, PLAYGROUND_UCP_AGENT } from '../../../src/commerce/policy/agents.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { newSession, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

const RULES = [{ id: 'nobody', mode: 'on', kind: 'block' }];

onEveryDatabase('the forecast of rules at stores whose agents hand off carts', (database) => {
  const at = forSuite(() => startActivity(database));
  before(() => at.running.settle());

  for (const slug of [SHOPIFY, WOOCOMMERCE])
    it(`counts refused carts, and their orders with those of sessions: ${slug}`, async () => {
      const agent = at.agent(slug);
      const { id } = await findVariant(agent, 'mug');
      await agent.createCart([id]);
      await pay(bodyOf(201, await agent.createCart([id])));
      await pay(await newSession(agent));
      // Completed on the agent's word: no order until the shop has one.
      bodyOf(200, await agent.complete((await newSession(agent)).id));
      at.running.advance(2_000);
      await at.running.settle();
      const path = `/stores/${slug}/policy/preview`;
      const preview = await at.merchant.post<PreviewStorePolicyResponse>(path, { rules: RULES });
      const { refused, rules } = bodyOf(200, preview).forecast;
      for (const figures of [refused, rules[0]])
        assert.partialDeepStrictEqual(figures, { sessions: 2, carts: 2, orders: 2 });
    });
});

onEveryDatabase('the forecast of rules at a test store', (database) => {
  const at = forSuite(() => startActivity(database));

  it('replays tests on request, and counts the calls that an earlier rule takes', async () => {
    const playground = agentOf(at.running.baseUrl, SHOPIFY, { 'ucp-agent': PLAYGROUND_UCP_AGENT });
    await newSession(playground);
    const rules = [
      { id: 'no-tests', mode: 'shadow', kind: 'block', agents: [{ name: PLAYGROUND_AGENT }] },
      { id: 'cap', mode: 'shadow', kind: 'cap', value: { amount: 1, currency: 'USD' } },
    ];
    const path = `/stores/${SHOPIFY}/policy/preview`;
    const forecast = async (tests?: 'include') =>
      bodyOf(200, await at.merchant.post<PreviewStorePolicyResponse>(path, { rules, tests })).forecast;
    assert.equal((await forecast()).calls, 0);
    const { refused, rules: byRule } = await forecast('include');
    assert.equal(refused.sessions, 1);
    const [block, cap] = byRule;
    assert.deepEqual([block?.sessions, block?.taken], [1, []]);
    assert.deepEqual([cap?.sessions, cap?.taken], [0, [{ rule: 'no-tests', calls: 1 }]]);
  });
});
