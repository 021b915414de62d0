import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failuresIn, rehearse } from '../../rehearsal/run.ts';
import { endpointsOf, parseStoreAddress, simulatedStore } from '../../rehearsal/stores.ts';
import { databases } from '../../testing/databases.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';

const SEED = 20_261_122;

/** Mistakes at the five endpoints, of which some cannot be made at each. */
const MIN_ROWS = 190;

describe('the rehearsal', () => {
  // Each platform on another database: what a shopper reads is the same on both.
  for (const [index, platform] of PLATFORMS.entries()) {
    const database = databases[index % databases.length];
    if (!database) continue;
    it(`repairs every mistake within two further calls (${platform}, ${database.name})`, async () => {
      await using running = await startTestService({ database });
      const slug = `demo-${platform}`;
      const store = await simulatedStore(running, slug);
      const rows = await rehearse(endpointsOf(running.baseUrl, slug), store, { seed: SEED, rounds: 1 });
      assert.deepEqual(failuresIn(rows), []);
      assert.ok(rows.length >= MIN_ROWS, `${rows.length} mistakes`);
      assert.ok(rows.every(({ trials, calls, tokens }) => trials === 1 && calls > 1 && tokens > 0));
    });
  }

  it('takes the address of any endpoint of a store, and refuses others', () => {
    for (const path of [
      '/mcp/good-mugs',
      '/ucp/good-mugs/mcp',
      '/api/ucp/good-mugs/',
      '/api/ucp/good-mugs/mcp',
    ])
      assert.deepEqual(parseStoreAddress(`https://agents.example.com${path}`), {
        baseUrl: 'https://agents.example.com',
        slug: 'good-mugs',
      });
    for (const address of ['https://agents.example.com', 'good-mugs', 'https://agents.example.com/mcp'])
      assert.throws(() => parseStoreAddress(address), /--store must be the address of an endpoint/);
  });
});
