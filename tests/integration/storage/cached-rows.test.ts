import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { toStoredParts } from '../../../src/commerce/checkout/stored-parts.ts';
import type { Service } from '../../../src/service.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createCheckoutSessionRepository } from '../../../src/storage/repositories/shopping/checkout-sessions.ts';
import { agentOf, findVariant, pay } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { SECRET_KEY, serviceOn, startTestService } from '../../../testing/test-service.ts';

const LISTENER = 'ucp-host changes';
const SLUG = 'demo-shopify';

/** Statements of requests, other than those of the log of calls. */
const OF_REQUESTS =
  /^(begin|commit|rollback|savepoint)|\b(stores|checkout_sessions|carts|orders|signing_keys|products|jobs|catalog_\w+)\b/;

/** Texts of the statements that this process sends to PostgreSQL, without the listener's. */
const statements: string[] = [];
/** Texts among them that PostgreSQL has parsed once, under a name. */
const names = new Set<string>();
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement] = args;
  const text = typeof statement === 'string' ? statement : String((statement as { text?: string }).text);
  if (!/pg_backend_pid|^listen/.test(text)) statements.push(text);
  if (typeof statement === 'object' && (statement as { name?: string }).name !== undefined) names.add(text);
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

for (const kind of databases.filter(({ name }) => name === 'PostgreSQL')) {
  describe('rows that processes cache on PostgreSQL', () => {
    const running = forSuite(() => startTestService({ database: kind }));
    let other: Service;
    let admin: pg.Client;
    let storeId: string;
    let variant: string;
    let session: string;

    before(async () => {
      other = await serviceOn(running.databaseUrl);
      admin = new pg.Client({ connectionString: running.databaseUrl });
      await admin.connect();
      storeId = (await running.service.stores.find(SLUG))?.id ?? assert.fail('no store');
      variant = (await findVariant(agent(), 'mug')).id;
      session = (await agent().createSession([variant])).body.id;
    });
    after(async () => {
      await admin.end();
      await other.close();
    });

    const agent = () => agentOf(running.baseUrl, SLUG);
    const cartIsOn = async () => (await running.service.stores.find(SLUG))?.switches.cart;

    async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
      const from = statements.length;
      await work();
      return statements.slice(from).filter((text) => OF_REQUESTS.test(text));
    }

    /** Asserts the number of statements that a request sends, all by name; background work may add to some of the readings. */
    async function assertStatements(count: number, ask: () => Promise<{ status: number }>): Promise<void> {
      await untilCached();
      let least: string[] | undefined;
      for (let time = 0; time < 8; time += 1) {
        let status = 0;
        const texts = await statementsOf(async () => {
          ({ status } = await ask());
          // A write that no answer waits for.
          await sleep(5);
        });
        assert.ok(status === 200 || status === 201, String(status));
        if (least === undefined || texts.length < least.length) least = texts;
      }
      assert.equal(least?.length, count, least?.join('\n'));
      const unexpected = least.filter((text) => !names.has(text));
      assert.deepEqual(unexpected, []);
    }

    async function until(isSo: () => Promise<boolean>): Promise<void> {
      while (!(await isSo())) await sleep(20);
    }

    /** Waits until stores are answered from memory. */
    const untilCached = () =>
      until(async () => (await statementsOf(() => running.service.stores.find(SLUG))).length === 0);

    const setSwitch = (on: boolean) =>
      admin.query('update stores set cart_on = $1 where id = $2', [on ? 1 : 0, storeId]);

    it('need no statement for the manifest, a lookup and the official profile', async () => {
      const profile = () => fetch(`${running.baseUrl}/ucp/${SLUG}/.well-known/ucp`);
      const lookup = () => agent().get(`/catalog/lookup?ids=${encodeURIComponent(variant)}`);
      // The first profile makes a key, which invalidates the caches.
      await profile();
      for (const ask of [() => agent().get(''), lookup, profile])
        await until(async () => (await statementsOf(ask)).length === 0);
    });

    it('leave one statement for the read of a session, two for a create, and three with a key', async () => {
      await assertStatements(1, () => agent().readSession(session));
      await assertStatements(2, () => agent().createSession([variant]));
      await assertStatements(3, () =>
        agent().createSession([variant], {}, { 'idempotency-key': randomUUID() }),
      );
    });

    it('leave one statement for the read of a cart, and two for its change', async () => {
      const { id } = (await agent().createCart([variant])).body;
      await assertStatements(1, () => agent().readCart(id));
      await assertStatements(2, () => agent().replaceCartLines(id, [[variant, 2]]));
    });

    it('leave one read and one write for an order, claimed or paid, that the shop has not changed', async () => {
      for (const buy of [async () => undefined, pay]) {
        const bought = (await agent().createSession([variant])).body;
        await buy(bought);
        const { order } = (await agent().complete(bought.id)).body;
        await running.settle();
        await assertStatements(2, () => agent().readOrder(order?.id ?? ''));
      }
    });

    it('leave two statements for a ranked search', () =>
      assertStatements(2, () => agent().get('/catalog/search?q=mug&first=5')));

    it('share a statement among writes of one moment, of which each succeeds or fails alone', async () => {
      await using database = await openDatabase(running.databaseUrl);
      const { claim, find, finish, lease } = createCheckoutSessionRepository({
        database,
        sealing: createSealing(SECRET_KEY),
      });
      const pattern = (await find(storeId, session)) ?? assert.fail('no session');
      const { createdAt: now, expiresAt: until } = pattern;
      const begun = (idempotencyKey: string) =>
        ({ ...pattern, id: randomUUID(), idempotencyKey, status: 'initiated', continueUrl: null }) as const;
      const leaseOf = (owner: string) => ({ owner, now, until });
      const key = randomUUID();
      const raced = [begun(key), begun(key), begun(randomUUID())];
      const statements = await statementsOf(async () => {
        const claimed = await Promise.all(raced.map((each) => claim(each, leaseOf(each.id))));
        assert.deepEqual([claimed[0] !== claimed[1], claimed[2]], [true, true]);
      });
      assert.equal(statements.filter((text) => text.includes('insert into "checkout_sessions"')).length, 1);

      const tooLong = randomBytes(6_000).toString('hex');
      for (const bad of ['\0', tooLong]) {
        const [refused, good] = await Promise.allSettled(
          [begun(bad), begun(randomUUID())].map((each) => claim(each, leaseOf(each.id))),
        );
        assert.equal(refused?.status, 'rejected');
        assert.deepEqual(good, { status: 'fulfilled', value: true });
      }

      const [, , mine] = raced;
      if (!mine) assert.fail('no session');
      const finished = await Promise.all(
        [randomUUID(), mine.id, randomUUID()].map((by) =>
          finish(mine, by, now, { from: mine.status, parts: toStoredParts(mine, now) }),
        ),
      );
      assert.deepEqual(finished.map(Boolean), [false, true, false]);

      const [one, another] = [randomUUID(), randomUUID()];
      const leased = await Promise.all([
        lease(storeId, mine.id, leaseOf(one)),
        lease(storeId, mine.id, leaseOf(another)),
        lease(randomUUID(), mine.id, leaseOf(randomUUID())),
      ]);
      assert.equal(leased.filter(Boolean).length, 1);
      assert.equal(leased[2], undefined);
      const interrupted = leased.flatMap((each) => each?.interrupted ?? []);
      assert.deepEqual(interrupted, [false]);
      const later = { owner: randomUUID(), now: until, until };
      assert.equal((await lease(storeId, mine.id, later))?.interrupted, true);
    });

    it('leave a named statement for the read of a session, also after another version has added a column', async () => {
      await untilCached();
      const read = async () => assert.equal((await agent().readSession(session)).status, 200);
      // The log of calls may write at the same time.
      const text = (await statementsOf(read)).find((each) => each.includes('checkout_sessions')) ?? '';
      assert.ok(names.has(text), text);
      await admin.query('alter table checkout_sessions add column later text');
      for (let time = 0; time < 3; time += 1) await read();
      await admin.query('alter table checkout_sessions drop column later');
      await read();
    });

    it('leave one statement for sessions that are read at the same time, and show each to its own store only', async () => {
      await using database = await openDatabase(running.databaseUrl);
      const { find } = createCheckoutSessionRepository({ database, sealing: createSealing(SECRET_KEY) });
      const another = (await agent().createSession([variant])).body.id;
      const ids = [session, another, session, randomUUID()];
      const results: (string | undefined)[] = [];
      const read = async () => {
        const all = [...ids.map((id) => find(storeId, id)), find(randomUUID(), session)];
        results.push(...(await Promise.all(all)).map((each) => each?.id));
      };
      // Statements of background work may fall into a reading.
      await until(async () => (await statementsOf(read)).length === 1);
      assert.deepEqual(results.slice(-5), [session, another, session, undefined, undefined]);
    });

    it('hold a switch at once in the process that has set it', async () => {
      await untilCached();
      for (const on of [false, true]) {
        await running.service.stores.setSwitch(storeId, 'cart', on);
        assert.equal(await cartIsOn(), on);
      }
    });

    it('show a switch of another process by its notification alone', async () => {
      await untilCached();
      const functionText = await functionWithout('update cached_rows_version set version = version + 1;');
      for (const on of [false, true]) {
        await other.stores.setSwitch(storeId, 'cart', on);
        await until(async () => (await cartIsOn()) === on);
      }
      await admin.query(functionText);
    });

    it('show a switch whose notification was lost', async () => {
      await untilCached();
      const functionText = await functionWithout("perform pg_notify('ucp_host_changes', '');");
      for (const on of [false, true]) {
        await setSwitch(on);
        await until(async () => (await cartIsOn()) === on);
      }
      await admin.query(functionText);
    });

    it('reads rows from the database while the connection for notifications is lost', async () => {
      await untilCached();
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
        [LISTENER],
      );
      await until(async () => (await statementsOf(() => running.service.stores.find(SLUG))).length > 0);
      for (const on of [false, true]) {
        await setSwitch(on);
        await until(async () => (await cartIsOn()) === on);
      }
      await untilCached();
    });

    it('announces changed rows once for a transaction, and announces no change that changes nothing', async () => {
      const version = async () =>
        (await admin.query('select version from cached_rows_version')).rows[0].version;
      const before = Number(await version());
      await admin.query('begin; update stores set cart_on = 0; update stores set cart_on = 1; commit');
      assert.equal(Number(await version()), before + 1);
      await admin.query('update stores set slug = slug');
      assert.equal(Number(await version()), before + 1);
    });

    /** Redefines the trigger's function without a part, and returns its text. */
    async function functionWithout(part: string): Promise<string> {
      const { rows } = await admin.query("select pg_get_functiondef('announce_change'::regproc) as text");
      assert.ok(rows[0].text.includes(part));
      await admin.query(rows[0].text.replace(part, ''));
      return rows[0].text;
    }
  });

  it('writes on PostgreSQL at a store that another process has changed are refused although the cached store is older', async () => {
    const running = await startTestService({ database: kind });
    const admin = new pg.Client({ connectionString: running.databaseUrl });
    await admin.connect();
    try {
      const agent = agentOf(running.baseUrl, SLUG);
      const { id } = await findVariant(agent, 'mug');
      const cart = (await agent.createCart([id])).body.id;
      // Without triggers no process hears of the changes.
      await admin.query('alter table stores disable trigger user');
      await admin.query('update stores set cart_on = 0');
      assert.equal((await agent.createCart([id])).status, 404);
      assert.equal((await agent.send('POST', `/carts/${cart}/cancel`)).status, 404);
      await admin.query('update stores set disconnected_at = created_at');
      assert.equal((await agent.createSession([id])).status, 404);
    } finally {
      await admin.end();
      await running.close();
    }
  });
}
