import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { catchUp } from '../../../src/jobs/catch-up.ts';
import type { JobContext, RunningStoreJob } from '../../../src/jobs/job-kind.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { startTestService } from '../../../testing/test-service.ts';

const SLUG = 'demo-woocommerce';
const PAGE = 100;

onEveryDatabase('catching up with a shop whose orders cannot be read', (database) => {
  it('leaves them to jobs of their own up to the limit of waiting jobs, and stays at the page beyond it', async () => {
    await using running = await startTestService({ database, platforms: ['woocommerce'] });
    const { jobs, stores } = running.service;
    const store = await stores.find(SLUG);
    assert.ok(store);
    const platform = {
      async changedOrders(_since: string, after = '0') {
        const first = Number(after);
        const ids = Array.from({ length: PAGE }, (_, number) => `order ${first + number}`);
        return { ids, next: String(first + PAGE) };
      },
      async readOrder() {
        throw new CommerceError('platform_error', 'The order cannot be read.');
      },
    };
    const context = { store, platform, jobs, caller: {}, now: running.now } as unknown as JobContext;
    const recorded: unknown[] = [];
    const job = { progress: null, recordProgress: async (each: unknown) => void recorded.push(each) };
    await assert.rejects(async () => catchUp(context, job as unknown as RunningStoreJob), /cannot be read/);
    const waiting = (await jobs.listOfStore(store.id)).filter(({ kind }) => kind === 'refresh_order');
    assert.equal(waiting.length, 500);
    assert.partialDeepStrictEqual(recorded.at(-1), { run: { part: 'orders', pages: 5, after: '500' } });
  });
});
