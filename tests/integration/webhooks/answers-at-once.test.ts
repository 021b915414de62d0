import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf } from '../../../testing/agent.ts';
import { onEveryDatabase, type Somewhere } from '../../../testing/everywhere.ts';
import { brokenOff, interruptedBy } from '../../../testing/interruptions.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { copyOf, eventOf, post, shopSideOf } from './shop-side.ts';

onEveryDatabase('a delivery is answered without asking the shop', (database) => {
  for (const platform of PLATFORMS)
    it(`stores a webhook delivery while the shop of ${platform} does not answer`, async () => {
      const slug = `demo-${platform}`;
      const interruption = brokenOff();
      const overrides = { fetch: interruptedBy(interruption) };
      const running = await startTestService({
        database,
        platforms: [platform],
        backgroundWork: true,
        overrides,
      });
      const at: Somewhere = { slug, platform, running, agent: agentOf(running.baseUrl, slug) };
      try {
        await running.settle();
        const product = running.shop(slug).control.createProduct({ title: 'Held', price: '3.00' });
        await running.settle();
        product.title = 'Held no longer';

        // The shop answers nothing at all until the delivery has been answered.
        interruption.hold('http');
        const status = await post(eventOf(await shopSideOf(at), running.baseUrl, { product: product.id }));
        assert.equal(status, 200);
        await interruption.reached;
        interruption.letOthersPass();
        interruption.release();
        await running.settle();
        assert.equal((await copyOf(at, product))?.title, 'Held no longer');
      } finally {
        interruption.release();
        await running.close();
      }
    });
});
