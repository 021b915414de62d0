import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf } from '../../../testing/agent.ts';
import { onEveryDatabase, type Somewhere } from '../../../testing/everywhere.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { copyOf } from './shop-side.ts';

/** Holds answers of shops on their way back. */
function delayedAnswers() {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let holding = false;
  const holdingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!holding) return response;
    holding = false;
    answered.resolve();
    await released.promise;
    return response;
  };
  return {
    fetch: holdingFetch,
    holdNext: () => {
      holding = true;
    },
    answered: answered.promise,
    release: () => released.resolve(),
  };
}

onEveryDatabase('an event that comes while an agent’s question is under way', (database) => {
  for (const platform of PLATFORMS)
    it(`serves a change that the shop reported instead of an earlier answer under way: ${platform}`, async () => {
      const slug = `demo-${platform}`;
      const answers = delayedAnswers();
      const running = await startTestService({
        database,
        platforms: [platform],
        overrides: { fetch: answers.fetch },
      });
      const at: Somewhere = { slug, platform, running, agent: agentOf(running.baseUrl, slug) };
      try {
        await running.settle();
        const shop = running.shop(slug).control;
        const product = shop.createProduct({ title: 'Before', price: '3.00' });
        await running.settle();

        answers.holdNext();
        const question = at.agent.get(`/catalog/lookup?ids=gid://${platform}/Product/${product.id}`);
        await answers.answered;
        product.title = 'After';
        shop.touchProduct(product.id);
        await running.settle();
        assert.equal((await copyOf(at, product))?.title, 'After');
        answers.release();
        assert.equal((await question).status, 200);
        assert.equal((await copyOf(at, product))?.title, 'After');
      } finally {
        answers.release();
        await running.close();
      }
    });
});
