import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Agent, agentOf, bodyOf, findVariant, type Session } from '../../testing/agent.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { brokenOff, interruptedBy } from '../../testing/interruptions.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';

const CART_CALL = { shopify: 'graphql', woocommerce: 'cart/create' } as const;

/** Part of the call in which each store platform gets the session's id. */
const SESSION_ID = /session_id\W+(?:value\W+)?([0-9a-f-]{36})/;

/** Longer than the lease of a session: a creator without a heartbeat for this long has lost it. */
const LEASE_MS = 60_000;

onEveryDatabase('a session whose cart is still being built', (database) => {
  for (const platform of PLATFORMS)
    describe(platform, () => {
      /** Holds the shop's answer to a create, passes the initiated session to `work`, then releases the answer. */
      async function whileInitiated(act: (agent: Agent, id: string) => Promise<void>): Promise<Session> {
        const interruption = brokenOff();
        let requestText = '';
        const fetchInitiated: typeof fetch = (input, init) => {
          requestText = String(init?.body ?? '');
          return interruptedBy(interruption)(input, init);
        };
        const running = await startTestService({
          database,
          platforms: [platform],
          overrides: { fetch: fetchInitiated },
        });
        const agent = agentOf(running.baseUrl, `demo-${platform}`);
        try {
          const mug = await findVariant(agent, 'mug');
          interruption.hold(CART_CALL[platform]);
          const create = agent.createSession([mug.id]);
          await interruption.reached;
          interruption.letOthersPass();
          const id = SESSION_ID.exec(requestText)?.[1] ?? assert.fail('the platform is told of the session');
          assert.equal((await agent.readSession(id)).body.status, 'initiated');
          running.advance(LEASE_MS);
          await act(agent, id);
          interruption.release();
          await create;
          return (await agent.readSession(id)).body;
        } finally {
          interruption.release();
          await running.close();
        }
      }

      it('completes with 200 on POST complete, independent of its cart [CHK-10]', async () => {
        const after = await whileInitiated(async (agent, id) => {
          assert.equal(bodyOf(200, await agent.complete(id)).status, 'completed');
        });
        assert.equal(after.status, 'completed');
      });

      it('fails with 200 and totals of 0 on POST cancel, independent of its cart [CHK-11]', async () => {
        const after = await whileInitiated(async (agent, id) => {
          const body = bodyOf(200, await agent.cancel(id));
          assert.partialDeepStrictEqual(body, { status: 'failed', totals: { total: 0 } });
        });
        assert.partialDeepStrictEqual(after, { status: 'failed', continue_url: null });
      });
    });
});
