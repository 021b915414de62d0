import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { seedOf } from '../../../testing/seeded.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { slowFetch } from './faulty-shop.ts';
import { histories } from './histories.ts';
import { play } from './play.ts';
import type { Stage } from './scene.ts';

/** Number of histories on SQLite; a quarter of it on PostgreSQL. */
const RUNS = Number(process.env.MODEL_RUNS ?? 25);

for (const database of databases) {
  const numRuns = database.name === 'SQLite' ? RUNS : Math.ceil(RUNS / 4);

  describe(`seeded histories of sessions, carts and orders, beside a model (${database.name})`, () => {
    beforeEach(expectFailingJobs);
    let ahead = 0;
    const slow = slowFetch();

    const running = forSuite(() =>
      startTestService({
        database,
        settings: { RETENTION_DAYS: '0', REQUEST_LOG_DAYS: '0' },
        overrides: { fetch: slow.fetch, now: () => Date.now() + ahead },
      }),
    );
    before(async () => {
      running.advance = (ms) => {
        ahead += ms;
      };
      await running.settle();
    });

    for (const platform of PLATFORMS)
      it(`follow the contract on ${platform}`, async (t) => {
        const seed = seedOf('MODEL_SEED');
        t.diagnostic(`MODEL_SEED=${seed} MODEL_RUNS=${RUNS}: ${numRuns} histories`);
        const stage = await stageOf(platform);
        const property = fc.asyncProperty(histories, (history) => play(stage, history));
        const path = process.env.MODEL_PATH;
        const settings = { seed, numRuns, ...(path === undefined ? {} : { path }) };
        await fc.assert(property, settings).catch((error: Error) => {
          t.diagnostic(error.cause instanceof Error ? (error.cause.stack ?? '') : '');
          throw error;
        });
      });

    async function stageOf(platform: string): Promise<Stage> {
      const slug = `demo-${platform}`;
      const agent = agentOf(running.baseUrl, slug);
      for (const { variants } of running.shop(slug).control.products)
        for (const variant of variants) variant.stock = null;
      const mug = (await findVariant(agent, 'mug')).id;
      const lamp = (await findVariant(agent, 'lamp')).id;
      const { body } = await agent.createCart([mug, lamp]);
      const priceOf = (id: string) =>
        body.line_items.find(({ item }) => item.id === id)?.item.price ?? assert.fail();
      const items = { mug: { id: mug, price: priceOf(mug) }, lamp: { id: lamp, price: priceOf(lamp) } };
      return { running, slug, agent, slow, items, now: () => Date.now() + ahead };
    }
  });
}
