import assert from 'node:assert/strict';
import { it } from 'node:test';
import { officialEndpoint, shoppingEndpoint } from '../../bench/tokens/endpoints.ts';
import { TASKS } from '../../bench/tokens/tasks.ts';
import { transcript } from '../../bench/tokens/transcript.ts';
import { everywhere } from '../../testing/everywhere.ts';

everywhere('tokens of the shopping endpoint', (at) => {
  for (const { name, run } of TASKS)
    it(`uses a fifth of the tokens of official UCP at most: ${name}`, async () => {
      const [shopping = 0, official = 0] = await Promise.all(
        [shoppingEndpoint, officialEndpoint].map(async (endpoint) => {
          const texts = transcript();
          await run(endpoint(at.running.baseUrl, at.slug).shop(texts));
          return texts.sum().total;
        }),
      );
      assert.ok(shopping > 0 && shopping * 5 <= official, `${shopping} and ${official} tokens`);
    });
});
