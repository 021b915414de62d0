import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { PreviewStorePolicyResponse } from '../../../client/index.ts';
import { bodyOf, findVariant, pay } from '../../../testing/agent.ts';
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
      at.running.advance(2_000);
      await at.running.settle();
      const path = `/stores/${slug}/policy/preview`;
      const preview = await at.merchant.post<PreviewStorePolicyResponse>(path, { rules: RULES });
      const { refused, rules } = bodyOf(200, preview).forecast;
      for (const figures of [refused, rules[0]])
        assert.partialDeepStrictEqual(figures, { sessions: 1, carts: 2, orders: 2 });
    });
});
