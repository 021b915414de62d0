import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { StatementSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { CheckoutSession } from '../../src/commerce/checkout/checkout-session.ts';
import { countSessions } from '../../src/commerce/counts/forgotten-counts.ts';
import { type Database, openDatabase } from '../../src/storage/engine/database.ts';
import { createSealing } from '../../src/storage/engine/sealing.ts';
import { createStoreEraser } from '../../src/storage/maintenance/erase-store.ts';
import { createRetention } from '../../src/storage/maintenance/retention.ts';
import { rotate } from '../../src/storage/maintenance/rotate-key.ts';
import { createCheckoutSessionRepository } from '../../src/storage/repositories/shopping/checkout-sessions.ts';
import {
  type Agent,
  type Answer,
  agentOf,
  findVariant,
  type Order,
  pay,
  type Session,
} from '../../testing/agent.ts';
import { withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { PLATFORMS, SECRET_KEY, serviceOn } from '../../testing/test-service.ts';

const LONGER_THAN_A_SESSION_MS = 7 * 60 * 60_000;
const run = promisify(execFile);

withService('repeated reads of a session', (running, database) => {
  /** Starts another process of the same installation. */
  let otherUrl = '';

  const other = forSuite(() => serviceOn(running.databaseUrl));
  before(async () => {
    otherUrl = await other.listen({ backgroundWork: false });
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

      const withoutLinks = ({ _links, ...body }: Session) => body;

      /** Asserts that both processes show the session as its change was answered, twice. */
      async function assertShown({ status, body }: Answer<Session>): Promise<void> {
        assert.equal(status, 200);
        for (const reader of [running.baseUrl, otherUrl, running.baseUrl, otherUrl].map(agent)) {
          assert.deepEqual(withoutLinks((await reader.readSession(body.id)).body), withoutLinks(body));
        }
      }

      it('show each change once it is answered, in the process that made it and in another', async () => {
        const { id: mug } = await findVariant(agent(running.baseUrl), 'mug');
        for (const writer of [running.baseUrl, otherUrl].map(agent)) {
          const id = await aSessionReadTwice();
          await assertShown(await writer.replaceLines(id, [[mug, 2]]));
          await assertShown(await writer.replaceLines(id, [[mug, 3]]));
          await assertShown(await writer.complete(id));
        }
      });

      it('show a payment that a webhook reports', async () => {
        const id = await aSessionReadTwice();
        await pay((await agent(otherUrl).readSession(id)).body);
        await running.settle();
        for (const reader of [running.baseUrl, otherUrl].map(agent)) {
          assert.equal((await reader.readSession(id)).body.payment, 'verified');
        }
      });

      async function readOrderTwice(id: string): Promise<Order[]> {
        const orders: Order[] = [];
        for (const reader of [running.baseUrl, otherUrl, running.baseUrl, otherUrl].map(agent))
          orders.push((await reader.readOrder(id)).body);
        return orders;
      }

      it('show the order that another process has recorded as paid, while the shop does not answer', async () => {
        const { body } = await agent(running.baseUrl).complete(await aSessionReadTwice());
        const { id } = body.order ?? assert.fail('no order');
        for (const order of await readOrderTwice(id)) assert.equal(order.payment, 'claimed');
        await pay(body);
        await running.settle();
        const { control } = running.shop(`demo-${platform}`);
        control.inject({ kind: 'throttled' });
        const paid = await readOrderTwice(id).finally(() => control.clearFaults());
        for (const order of paid) assert.partialDeepStrictEqual(order, { payment: 'verified', stale: true });
      });

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
        await using file = await openDatabase(running.databaseUrl);
        const { find } = createCheckoutSessionRepository({
          database: file,
          sealing: createSealing(SECRET_KEY),
        });
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
      });

      it('show an expired session as failed with totals of 0', async () => {
        const id = await aSessionReadTwice();
        running.advance(LONGER_THAN_A_SESSION_MS);
        const { body } = await agent(running.baseUrl).readSession(id);
        assert.partialDeepStrictEqual(body, { status: 'failed', totals: { total: 0 }, continue_url: null });
        running.advance(-LONGER_THAN_A_SESSION_MS);
      });
    });

  describe('repeated reads from storage', () => {
    const sealing = createSealing('a later secret key', { previous: SECRET_KEY });
    let file: Database;
    let sessions: ReturnType<typeof createCheckoutSessionRepository>;
    let outside: Database;

    before(async () => {
      file = await openDatabase(running.databaseUrl);
      sessions = createCheckoutSessionRepository({ database: file, sealing });
      outside = await openDatabase(running.databaseUrl);
    });
    after(async () => {
      await outside.destroy();
      await file.destroy();
    });

    /** Creates a session, and reads it until it is cached. */
    async function aCachedSession(slug = 'demo-shopify') {
      const mug = await findVariant(agentOf(running.baseUrl, slug), 'mug');
      const { id } = (await agentOf(running.baseUrl, slug).createSession([mug.id])).body;
      const storeId = (await running.service.stores.find(slug))?.id ?? '';
      const find = async () => {
        // A request comes by an event of the loop, after the answer to an earlier change.
        await new Promise(setImmediate);
        return sessions.find(storeId, id);
      };
      const session = (await find()) ?? assert.fail('no session');
      assert.equal(await find(), session);
      return { id, storeId, session, find };
    }

    const fail = (connection: Database, id: string) =>
      sql`update checkout_sessions set status = 'failed' where id = ${id}`.execute(connection);

    it('show a change of any statement, by this connection and by another', async () => {
      for (const connection of [file, outside]) {
        const { id, find } = await aCachedSession();
        await fail(connection, id);
        assert.equal((await find())?.status, 'failed');
      }
    });

    it('keeps a cached session after a claimed order check, by this connection and by another', async () => {
      for (const connection of [file, outside]) {
        const { id, storeId, session, find } = await aCachedSession();
        const asking = createCheckoutSessionRepository({ database: connection, sealing });
        const isClaimed = await asking.claimOrderCheck(storeId, id, new Date().toISOString(), 0);
        assert.deepEqual([isClaimed, await find()], [true, session]);
        assert.equal(await find(), session);
      }
    });

    it('show a change after another version has moved the table', async () => {
      const { id, find } = await aCachedSession();
      await sql`alter table checkout_sessions rename to moved_sessions`.execute(outside);
      await sql`alter table moved_sessions rename to checkout_sessions`.execute(outside);
      assert.equal((await find())?.status, 'requires_escalation');
      await fail(file, id);
      assert.equal((await find())?.status, 'failed');
    });

    it('show neither an uncommitted change nor one that was rolled back', async () => {
      for (const connection of [file, outside]) {
        const { id, find } = await aCachedSession();
        const [writeEnd, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const change = connection.transaction().execute(async (transaction) => {
          await fail(transaction, id);
          writeEnd.resolve();
          await seen.promise;
          throw new Error('It changed its mind');
        });
        await writeEnd.promise;
        const beside = find();
        seen.resolve();
        await assert.rejects(change, /changed its mind/);
        assert.equal((await beside)?.status, 'requires_escalation');
        for (let time = 0; time < 2; time += 1) assert.equal((await find())?.status, 'requires_escalation');
      }
    });

    it('show the outcome of a transaction that was committed beside a read', async () => {
      for (const connection of [file, outside]) {
        const { id, find } = await aCachedSession();
        let beside: Promise<CheckoutSession | undefined>[] = [];
        await connection.transaction().execute(async (transaction) => {
          beside = [find()];
          await fail(transaction, id);
          beside.push(find());
        });
        await Promise.all(beside);
        for (let time = 0; time < 2; time += 1) assert.equal((await find())?.status, 'failed');
      }
    });

    it('show a change that was queued behind a read', async () => {
      const { id, storeId, find } = await aCachedSession();
      await find();
      let read: unknown;
      let change: unknown;
      await file.transaction().execute(async (transaction) => {
        await sql`update checkout_sessions set status = 'initiated' where id = ${id}`.execute(transaction);
        read = sessions.find(storeId, id);
        change = fail(file, id);
        // Writes are queued after the callbacks of an iteration.
        for (let time = 0; time < 3; time += 1) await new Promise(setImmediate);
      });
      await Promise.all([read, change]);
      assert.equal((await find())?.status, 'failed');
    });

    it('show nothing of a session that retention has deleted', async () => {
      for (const connection of [file, outside]) {
        const { id, find } = await aCachedSession();
        await fail(connection, id);
        assert.equal((await find())?.status, 'failed');
        await createRetention(connection).forgetSessions('9999', null, countSessions);
        assert.equal(await find(), undefined);
      }
    });

    it('show nothing of a store that was erased', async () => {
      for (const connection of [file, outside]) {
        const { storeId, find } = await aCachedSession('demo-woocommerce');
        await createStoreEraser(connection).eraseStore(storeId, async () => undefined);
        assert.equal(await find(), undefined);
      }
    });

    it('open the same texts after another process has rotated the key', async () => {
      const { session, find } = await aCachedSession();
      const { cartHandle } = session;
      try {
        await rotate(outside, sealing);
        const again = (await find()) ?? assert.fail('no session');
        assert.notEqual(again, session);
        assert.deepEqual(again, session);
        assert.equal(again.cartHandle, cartHandle);
      } finally {
        await rotate(outside, createSealing(SECRET_KEY, { previous: 'a later secret key' }));
      }
    });

    it('send no statement on SQLite until another program writes the file', async (test) => {
      if (database.name !== 'SQLite') return test.skip('PostgreSQL announces no changes of sessions');
      const { id, find } = await aCachedSession();
      const { mock } = test.mock.method(StatementSync.prototype, 'get');
      const reads = () =>
        mock.calls.filter(({ this: statement }) =>
          (statement as StatementSync).sourceSQL.includes('checkout_sessions'),
        ).length;
      const readsOfThree = async () => {
        const earlier = reads();
        for (let time = 0; time < 3; time += 1) assert.equal((await find())?.status, 'requires_escalation');
        return reads() - earlier;
      };
      // The service commits its log of calls; the test's time limit ends a wait in vain.
      while ((await readsOfThree()) > 0);
      const script = `new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 10_000 })
        .prepare("update checkout_sessions set status = 'failed' where id = ?").run(process.argv[2])`;
      await run(process.execPath, ['-e', script, running.databaseUrl.slice('sqlite:'.length), id]);
      assert.equal((await find())?.status, 'failed');
    });
  });
});
