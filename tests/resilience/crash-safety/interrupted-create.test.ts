import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { agentOf, findVariant, pay, type Session } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { brokenOff, type Interruption, interruptedBy } from '../../../testing/interruptions.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

/** Longer than any change of a session may take. */
const LEASE_MS = 60_000;

onEveryDatabase('a create that is cut off between claim and cart', (database) => {
  for (const platform of ['shopify', 'woocommerce'])
    describe(platform, () => {
      const slug = `demo-${platform}`;
      let running: TestService;
      let interruption: Interruption;

      before(async () => {
        interruption = brokenOff();
        running = await startTestService({ database, overrides: { fetch: interruptedBy(interruption) } });
      });
      after(() => running.close());

      it('leaves an initiated session that a replay returns, and completes after the creator’s lease expires [CHK-17]', async () => {
        const agent = agentOf(running.baseUrl, slug);
        const mug = await findVariant(agent, 'mug');
        const key = { 'idempotency-key': randomUUID() };
        const create = () => agent.createSession([mug.id], {}, key);

        interruption.hold(platform === 'shopify' ? 'graphql' : 'cart/create');
        const cutOff = create();
        await interruption.reached;
        const early = await create();
        assert.equal(early.status, 200);
        assert.equal(early.body.status, 'initiated');
        assert.equal(early.body.continue_url, null);

        interruption.letOthersPass();
        running.advance(LEASE_MS);
        const filled = await create();
        assert.equal(filled.status, 200);
        assert.equal(filled.body.id, early.body.id);
        assert.equal(filled.body.status, 'requires_escalation');
        assertPayable(filled.body);

        // The first creator completes late and must not undo the acknowledged state.
        interruption.release();
        const late = await cutOff;
        assert.equal(late.body.id, filled.body.id);
        assert.deepEqual((await agent.readSession(filled.body.id)).body, filled.body);
        await pay(filled.body);
        assert.equal((await agent.complete(filled.body.id)).body.payment, 'verified');
      });
    });
});

function assertPayable(session: Session): void {
  assert.ok(session.continue_url?.startsWith('http'));
  assert.ok(session.totals.total > 0);
}
