import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { agentOf } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { ask, type Reply } from '../../resilience/processes/ask.ts';
import { type Served, startServed } from '../../resilience/processes/served.ts';

/** Longer than any test, so that only a second signal ends a process earlier. */
const LONG = '120';
const SHORT = '3';

for (const [how, args] of [
  ['one process', []],
  ['several processes on one port', ['--workers', '2']],
] as const)
  describe(`stopping a service behind load balancers: ${how}`, () => {
    for (const database of databases) {
      const start = async (t: TestContext, settings: Record<string, string>) => {
        const running = await startServed({ databaseUrl: await database.fresh(), args: [...args], settings });
        t.after(() => running.kill());
        return running;
      };

      it(`reports itself not ready once it is stopped, keeps serving, and exits at once on a second signal (${database.name})`, async (t) => {
        const running = await start(t, { DRAIN_SECONDS: LONG });
        assert.equal((await readiness(running))?.status, 200);
        running.signal('SIGTERM');
        const reply = await untilNotReady(running);
        assert.deepEqual([reply.status, reply.body], [503, { status: 'not_ready', reasons: ['stopping'] }]);
        assert.equal((await readiness(running))?.status, 503, 'and it stays so');
        assert.equal((await ask({ method: 'GET', url: `${running.baseUrl}/healthz` }))?.status, 200);

        const { status, headers, body } = await agentOf(running.baseUrl, 'demo-shopify').get<{
          products: { variants: { id: string }[] }[];
        }>('/catalog/search?q=mug');
        assert.equal(status, 200, 'whoever still comes is served');
        assert.equal(headers.get('connection'), 'close', 'and is to go elsewhere with the next request');
        const id = body.products[0]?.variants[0]?.id ?? assert.fail();
        assert.equal((await agentOf(running.baseUrl, 'demo-shopify').createCart([id])).status, 201);
        running.signal('SIGTERM');
        assert.equal(await running.ended, 1);
      });

      it(`ends by itself once the time is over (${database.name})`, async (t) => {
        const running = await start(t, { DRAIN_SECONDS: SHORT, SANDBOX: 'off' });
        running.signal('SIGTERM');
        assert.equal(await running.ended, 0);
      });
    }
  });

function readiness({ baseUrl }: Served): Promise<Reply | undefined> {
  return ask({ method: 'GET', url: `${baseUrl}/readyz` });
}

/** Polls until a signal has arrived and was passed on; the test's timeout bounds it. */
async function untilNotReady(running: Served): Promise<Reply> {
  let inARow = 0;
  for (;;) {
    const reply = (await readiness(running)) ?? assert.fail('it is still there');
    inARow = reply.status === 200 ? 0 : inARow + 1;
    // The kernel chooses the worker: both got a request with a probability of 1,999 in 2,000.
    if (inARow === 12) return reply;
  }
}
