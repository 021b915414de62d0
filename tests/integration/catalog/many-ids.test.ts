import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';

onEveryDatabase('a look-up of a hundred ids', (database) => {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const running = forSuite(() =>
    startTestService({
      database,
      overrides: { openDatabase: async (...args) => (await openDatabase(...args)).withPlugin(counting) },
    }),
  );

  it('takes as many statements as that of one id', async () => {
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    const countOf = async (ids: readonly string[]) => {
      const before = statements;
      assert.equal((await agent.get(`/catalog/lookup?ids=${ids.join(',')}`)).status, 200);
      return statements - before;
    };
    const ids = Array.from({ length: 100 }, (_, index) => `none-${index}`);
    const addresses = ids.map((id) => `https://${id}.example/products/${id}`);
    await countOf(ids.slice(0, 1));
    for (const each of [ids, addresses])
      assert.equal(await countOf(each), await countOf(each.slice(0, 1)), each[0]);
  });
});
