import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { CheckoutSession } from '../../src/commerce/checkout-session.ts';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { createSealing } from '../../src/storage/engine/sealing.ts';
import { checkoutSessions } from '../../src/storage/repositories/checkout-sessions.ts';
import type { Service } from '../../src/service.ts';
import { type Agent, agentOf, findVariant } from '../../testing/agent.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import {
  PLATFORMS,
  SECRET_KEY,
  serviceOn,
  startTestService,
  type TestService,
} from '../../testing/test-service.ts';

const LONGER_THAN_A_SESSION_MS = 7 * 60 * 60_000;

onEveryDatabase('repeated reads of a session', (database) => {
  let running: TestService;
  /** Starts another process of the same installation. */
  let other: Service;
  let otherUrl = '';

  before(async () => {
    running = await startTestService({ database });
    other = await serviceOn(running.databaseUrl);
    otherUrl = await other.listen({ backgroundWork: false });
  });
  after(async () => {
    await other.close();
    await running.close();
  });

  for (const platform of PLATFORMS)
    describe(platform, () => {
      const agent = (baseUrl: string): Agent => agentOf(baseUrl, `demo-${platform}`);

      async function aSessionReadTwice(): Promise<string> {
        const mug = await findVariant(agent(running.baseUrl), 'mug');
        const { body } = await agent(running.baseUrl).createSession([mug.id]);
        const first = await agent(running.baseUrl).readSession(body.id);
        assert.deepEqual((await agent(running.baseUrl).readSession(body.id)).body, first.body);
        assert.equal(first.body.status, 'requires_escalation');
        return body.id;
      }

      it('show another process’s changes', async () => {
        const id = await aSessionReadTwice();
        const canceled = await agent(otherUrl).cancel(id);
        assert.equal(canceled.status, 200);
        const { body } = await agent(running.baseUrl).readSession(id);
        assert.deepEqual(body, { ...canceled.body, _links: body._links });
        assert.equal(body.status, 'failed');
      });

      it('show a capability that was disabled since', async () => {
        const id = await aSessionReadTwice();
        const store = await running.service.stores.find(`demo-${platform}`);
        await other.stores.setSwitch(store?.id ?? '', 'cart', false);
        const showsCart = async () => {
          const { body } = await agent(running.baseUrl).readSession(id);
          return JSON.stringify(body.ucp).includes('shopping.cart');
        };
        // PostgreSQL notifies other processes after it has answered; the test's time limit ends a wait in vain.
        while (await showsCart()) await new Promise(setImmediate);
        await other.stores.setSwitch(store?.id ?? '', 'cart', true);
        while (!(await showsCart())) await new Promise(setImmediate);
      });

      it('wait for nothing on SQLite, also after another version has changed the table', async (test) => {
        if (database.name !== 'SQLite') return test.skip('PostgreSQL takes a round trip');
        const id = await aSessionReadTwice();
        const { id: storeId = '' } = (await running.service.stores.find(`demo-${platform}`)) ?? {};
        const file = await openDatabase(running.databaseUrl);
        try {
          const { find } = checkoutSessions(file, createSealing(SECRET_KEY));
          const session = find(storeId, id);
          assert.equal((session as CheckoutSession).status, 'requires_escalation');
          assert.equal(find(storeId, id), session);
          assert.equal(find(randomUUID(), id), undefined);
          for (const change of [sql`add column later text`, sql`drop column later`]) {
            await sql`alter table checkout_sessions ${change}`.execute(file);
            assert.deepEqual(find(storeId, id), session);
          }
          assert.equal((await agent(otherUrl).cancel(id)).status, 200);
          assert.equal((find(storeId, id) as CheckoutSession).status, 'failed');
        } finally {
          await file.destroy();
        }
      });

      it('show an expired session as failed with totals of 0', async () => {
        const id = await aSessionReadTwice();
        running.advance(LONGER_THAN_A_SESSION_MS);
        const { body } = await agent(running.baseUrl).readSession(id);
        assert.equal(body.status, 'failed');
        assert.equal(body.totals.total, 0);
        assert.equal(body.continue_url, null);
        running.advance(-LONGER_THAN_A_SESSION_MS);
      });
    });
});
