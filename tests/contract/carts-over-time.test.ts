import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { type Agent, agentOf, bodyOf, type Cart, findVariant } from '../../testing/agent.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { brokenOff, type Interruption, interruptedBy } from '../../testing/interruptions.ts';
import { assertAddsUp } from '../../testing/sums.ts';
import { PLATFORMS, serviceOn, startTestService, type TestService } from '../../testing/test-service.ts';

/** Longer than any change may take, shorter than a cart's lifetime. */
const LEASE_MS = 60_000;
const TEN_DAYS = 10 * 24 * 60 * 60 * 1000;

/** Part of the body of the call that changes a cart at the shop. */
const CHANGES: Record<string, string> = { shopify: 'mutation', woocommerce: 'cart_id' };

onEveryDatabase('carts over time', (database) => {
  for (const platform of PLATFORMS)
    describe(platform, () => {
      let running: TestService;
      let interruption: Interruption;
      let agent: Agent;
      let mug: string;
      let lamp: string;

      before(async () => {
        interruption = brokenOff();
        running = await startTestService({
          database,
          platforms: [platform],
          overrides: { fetch: interruptedBy(interruption) },
        });
        agent = agentOf(running.baseUrl, `demo-${platform}`);
        mug = (await findVariant(agent, 'mug')).id;
        lamp = (await findVariant(agent, 'lamp')).id;
      });
      after(() => running.close());

      /** Starts another process on the same database. */
      async function withAnotherService(act: (other: Agent) => Promise<void>): Promise<void> {
        const service = await serviceOn(running.databaseUrl, { now: () => Date.now() + 2 * LEASE_MS });
        try {
          const address = await service.listen({ backgroundWork: false });
          await act(agentOf(address, `demo-${platform}`));
        } finally {
          await service.close();
        }
      }

      it('restores the acknowledged lines after a cut-off change, at the next change in any process', async () => {
        const cart = (await agent.createCart([[mug, 2]], { discounts: { codes: ['SUMMER10'] } })).body;
        interruption.hold('', CHANGES[platform]);
        const cutOff = agent.replaceCartLines(cart.id, [[lamp, 3]], { discounts: { codes: [] } });
        await interruption.reached;
        interruption.letOthersPass();

        await withAnotherService(async (other) => {
          assert.deepEqual((await other.readCart(cart.id)).body.line_items, cart.line_items);
          const settled = bodyOf(200, await other.updateCart(cart.id, {}));
          assert.deepEqual(contentOf(settled), contentOf(cart));
          assertAddsUp(settled);

          // The first change completes late and must not overwrite the acknowledged content.
          interruption.release();
          bodyOf(503, await cutOff);
          assert.deepEqual(contentOf((await agent.readCart(cart.id)).body), contentOf(cart));

          assert.deepEqual(contentOf((await other.updateCart(cart.id, {})).body), contentOf(cart));
        });
      });

      it('keeps the last acknowledged content after a change whose answer was lost', async () => {
        const cart = (await agent.createCart([[mug, 2]])).body;
        const { control } = running.shop(`demo-${platform}`);
        control.inject({ kind: 'dropped_answer', times: 2 });
        const changed = await agent.replaceCartLines(cart.id, [[lamp, 3]]);
        control.clearFaults();
        const acknowledged = changed.status === 200 ? changed.body : cart;
        const current = (await agent.readCart(cart.id)).body;
        assert.deepEqual(contentOf(current), contentOf(acknowledged));
        assert.deepEqual(contentOf(bodyOf(200, await agent.updateCart(cart.id, {}))), contentOf(current));
      });

      it('seals the reference to the shop’s cart and stores nothing of the buyer', async () => {
        const email = 'grace@example.com';
        const { body: cart } = await agent.createCart([mug], { buyer: { email, name: 'Grace Hopper' } });
        const database = await openDatabase(running.databaseUrl);
        const { rows } = await sql`select * from carts where id = ${cart.id}`.execute(database);
        await database.destroy();
        const text = JSON.stringify(rows);
        assert.ok(text.includes(cart.id));
        const secrets = [cart.continue_url, new URL(cart.continue_url).search, '/Cart/', email, 'Grace'];
        for (const secret of secrets) assert.ok(!text.includes(secret), 'the row holds it in the clear');
      });

      it('cancels an expired cart on read, refuses changes, and is swept by several processes [CRT-13]', async () => {
        const cart = (await agent.createCart([mug])).body;
        running.advance(TEN_DAYS + 1000);
        assert.equal(bodyOf(200, await agent.readCart(cart.id)).status, 'canceled');
        assert.equal((await agent.replaceCartLines(cart.id, [lamp])).status, 409);
        assert.equal((await agent.cancelCart(cart.id)).status, 409);
        await Promise.all([1, 2, 3].map(() => running.service.backgroundWork.drain()));
        assert.equal((await agent.readCart(cart.id)).body.status, 'canceled');
        assert.equal((await agent.replaceCartLines(cart.id, [lamp])).status, 409);
      });
    });
});

function contentOf({ line_items, totals, discounts }: Cart) {
  return { line_items, totals, discounts };
}
