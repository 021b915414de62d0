import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { agentOf, bodyOf, findVariant, pay, type Session } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { brokenOff, type Interruption, interruptedBy } from '../../../testing/interruptions.ts';
import { runHastened } from '../../../testing/run-hastened.ts';
import { PLATFORMS, startTestService, type TestService } from '../../../testing/test-service.ts';

/** Longer than any change of a session may take. */
const LEASE_MS = 60_000;

onEveryDatabase('a create that is cut off between claim and cart', (database) => {
  for (const platform of PLATFORMS)
    describe(platform, () => {
      const slug = `demo-${platform}`;
      let running: TestService;
      let interruption: Interruption;

      before(async () => {
        interruption = brokenOff();
        running = await startTestService({
          database,
          platforms: [platform],
          overrides: { fetch: interruptedBy(interruption) },
        });
      });
      after(() => running.close());

      it('leaves an initiated session that a replay returns, and completes after the creator’s lease expires [CHK-17]', async (t) => {
        const agent = agentOf(running.baseUrl, slug);
        const mug = await findVariant(agent, 'mug');
        const key = { 'idempotency-key': randomUUID() };
        const create = () => agent.createSession([mug.id], {}, key);

        interruption.hold(platform === 'shopify' ? 'graphql' : 'cart/create');
        const cutOff = create();
        await interruption.reached;
        const early = bodyOf(200, await runHastened(t, create));
        assert.partialDeepStrictEqual(early, { status: 'initiated', continue_url: null });

        interruption.letOthersPass();
        running.advance(LEASE_MS);
        const filled = bodyOf(200, await create());
        assert.equal(filled.id, early.id);
        assert.equal(filled.status, 'requires_escalation');
        assertPayable(filled);

        // The first creator completes late and must not undo the acknowledged state.
        interruption.release();
        assert.equal((await cutOff).body.id, filled.id);
        const { replayed, ...acknowledged } = filled;
        assert.equal(replayed, true);
        assert.deepEqual((await agent.readSession(filled.id)).body, acknowledged);
        await pay(filled);
        assert.equal((await agent.complete(filled.id)).body.payment, 'verified');
      });
    });
});

function assertPayable(session: Session): void {
  assert.ok(session.continue_url?.startsWith('http'));
  assert.ok(session.totals.total > 0);
}
