import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ServiceOverrides } from '../../../src/composition/overrides.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { platforms } from '../../../src/store-platforms/index.ts';
import { woocommerce } from '../../../src/store-platforms/woocommerce/index.ts';
import { type Agent, agentOf, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { brokenOff, type Interruption } from '../../../testing/interruptions.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

onEveryDatabase('a change during which the shop outlasts the lease', (database) => {
  describe('woocommerce', () => {
    let running: TestService;
    let interruption: Interruption;
    let tables: Database;
    let agent: Agent;

    before(async () => {
      interruption = brokenOff();
      // Held before it is sent: each call keeps its deadline, but all calls of one change together outlast a lease.
      const slowConnect: typeof woocommerce.connect = (credentials, send, description) =>
        woocommerce.connect(
          credentials,
          async (request) => {
            await interruption.gate(request.url, request.body ?? '');
            return send(request);
          },
          description,
        );
      const overrides: ServiceOverrides = {
        platforms: { ...platforms, woocommerce: { ...woocommerce, connect: slowConnect } },
      };
      running = await startTestService({ database, overrides, settings: { PLATFORM_TIMEOUT_MS: '500' } });
      tables = await openDatabase(running.databaseUrl);
      agent = agentOf(running.baseUrl, 'demo-woocommerce');
    });
    after(async () => {
      await tables.destroy();
      await running.close();
    });

    const leasedUntil = async (id: string): Promise<string> => {
      const query = tables.selectFrom('carts').select('leaseExpiresAt').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).leaseExpiresAt ?? '';
    };

    it('renews its lease, and the next change follows it', async () => {
      const mug = await findVariant(agent, 'mug');
      const cart = await agent.createCart([mug.id]);
      interruption.hold('cart/create');
      const slow = agent.replaceCartLines(cart.body.id, [[mug.id, 2]]);
      await interruption.reached;
      const first = await leasedUntil(cart.body.id);
      interruption.letOthersPass();
      const next = agent.replaceCartLines(cart.body.id, [[mug.id, 3]]);

      // The lease is renewed by its owner, or else taken over.
      while ((await leasedUntil(cart.body.id)) === first) await new Promise(setImmediate);
      interruption.release();
      assert.equal((await slow).body.line_items[0]?.quantity, 2);
      assert.equal((await next).body.line_items[0]?.quantity, 3);
    });
  });
});
