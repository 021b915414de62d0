import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Agent, agentOf, findVariant, type Session } from '../../testing/agent.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { brokenOff, interruptedBy } from '../../testing/interruptions.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';

const CART_CALL = { shopify: 'graphql', woocommerce: 'cart/create' } as const;

/** How either platform is told of the session that a cart is for. */
const SESSION_ID = /session_id\W+(?:value\W+)?([0-9a-f-]{36})/;

/** Longer than any change of a session may take: a maker who is silent for so long is given up. */
const LEASE_MS = 60_000;

onEveryDatabase('a session whose cart is still being built', (database) => {
  for (const platform of PLATFORMS)
    describe(platform, () => {
      /** Holds the platform's answer to a create, shows the session that stands meanwhile, then lets go. */
      async function whileInitiated(act: (agent: Agent, id: string) => Promise<void>): Promise<Session> {
        const interruption = brokenOff();
        let sent = '';
        const held: typeof fetch = (input, init) => {
          sent = String(init?.body ?? '');
          return interruptedBy(interruption)(input, init);
        };
        const running = await startTestService({ database, overrides: { fetch: held } });
        const agent = agentOf(running.baseUrl, `demo-${platform}`);
        try {
          const mug = await findVariant(agent, 'mug');
          interruption.hold(CART_CALL[platform]);
          const create = agent.createSession([mug.id]);
          await interruption.reached;
          interruption.letOthersPass();
          const id = SESSION_ID.exec(sent)?.[1] ?? assert.fail('the platform is told of the session');
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

      it('initiated, POST complete: 200 and completed, whatever comes of the cart [CHK-10]', async () => {
        const after = await whileInitiated(async (agent, id) => {
          const { status, body } = await agent.complete(id);
          assert.equal(status, 200, JSON.stringify(body));
          assert.equal(body.status, 'completed');
        });
        assert.equal(after.status, 'completed');
      });

      it('initiated, POST cancel: 200, failed and totals of 0, whatever comes of the cart [CHK-11]', async () => {
        const after = await whileInitiated(async (agent, id) => {
          const { status, body } = await agent.cancel(id);
          assert.equal(status, 200, JSON.stringify(body));
          assert.equal(body.status, 'failed');
          assert.equal(body.totals.total, 0);
        });
        assert.equal(after.status, 'failed');
        assert.equal(after.continue_url, null);
      });
    });
});
