import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type DemoStore, startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import { isObject } from '../../../src/commerce/json/is-object.ts';
import type { Service } from '../../../src/service.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, findVariant, type Session } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { pluck } from '../../../testing/pluck.ts';
import { seeded, seedOf } from '../../../testing/seeded.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { ask } from './ask.ts';
import { buyOnce, type Ledger, readCart, readSession } from './buyers.ts';
import { type RoundRobin, roundRobin } from './round-robin.ts';
import { type Served, startServed } from './served.ts';
import { storeUnderHammer } from './store-under-hammer.ts';

const SECONDS = Number(process.env.HAMMER_SECONDS ?? 4);
const BUYERS_OF_EACH_STORE = 3;
const CONCURRENCY = 16;
const SWITCH_INTERVAL_MS = 150;
/** Time in which even a lost notification is healed. */
const HEALING_MS = 2_000;

/** SQLite lets one process write at a time. */
const PROCESSES = { PostgreSQL: 3, SQLite: 2 };

for (const database of databases) {
  const count = database.name === 'SQLite' ? PROCESSES.SQLite : PROCESSES.PostgreSQL;

  describe(`${count} processes on one ${database.name} behind a round-robin`, () => {
    let databaseUrl: string;
    let balancer: RoundRobin;
    let beside: Service;
    let tables: Database;
    let shops: DemoStore[];
    let processes: Served[] = [];
    let settings: Record<string, string>;

    before(async () => {
      databaseUrl = await database.fresh();
      balancer = await roundRobin();
      settings = {
        SANDBOX: 'off',
        BASE_URL: balancer.url,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        PLATFORM_TIMEOUT_MS: '1000',
      };
      beside = await serviceOn(databaseUrl);
      tables = await openDatabase(databaseUrl);
      shops = await startDemoStores(0);
      for (const { slug, platform, shop } of shops) {
        await beside.connectStore({ slug, platform, credentials: shop.credentials, sandbox: true });
        for (const { variants } of shop.control.products) for (const each of variants) each.stock = null;
      }
      const ports = await Promise.all(Array.from({ length: count }, freePort));
      processes = await Promise.all(ports.map((port) => startServed({ databaseUrl, settings, port })));
      balancer.send(ports);
    });
    after(async () => {
      for (const each of processes) await each.kill();
      await balancer.close();
      await tables.destroy();
      await beside.close();
      for (const { shop } of shops) await shop.close();
    });

    it('duplicate and lose nothing when one of them is killed', async (t) => {
      const seed = seedOf('HAMMER_SEED');
      const chance = seeded(seed);
      const victim = chance.whole(0, count - 1);
      const killAfterMs = Math.round(SECONDS * 1000 * (0.2 + 0.5 * chance.next()));
      t.diagnostic(`HAMMER_SEED=${seed}: process ${victim} is killed after ${killAfterMs} ms`);
      const items = await Promise.all(shops.map(({ slug }) => findMug(slug)));
      const failed = new AbortController();
      const over = AbortSignal.any([AbortSignal.timeout(SECONDS * 1000), failed.signal]);

      // On a busy machine the first purchases may take longer than the time that is set.
      const isDone = ({ sessions, carts }: Ledger) =>
        failed.signal.aborted || (over.aborted && sessions.length > 0 && carts.length > 0);
      const ledgers = shops.map((): Ledger => ({ sessions: [], carts: [], lostCarts: 0 }));
      const stores = shops.map(({ slug }) => storeUnderHammer(balancer.url, slug));
      const buyers = shops.flatMap((_, at) =>
        Array.from({ length: BUYERS_OF_EACH_STORE }, async (_, buyer) => {
          const store = stores[at] ?? assert.fail();
          const ledger = ledgers[at] ?? assert.fail();
          const item = items[at] ?? assert.fail();
          const own = chance.fork(1 + at * 100 + buyer);
          while (!isDone(ledger)) await buyOnce({ store, ledger, item, chance: own });
        }),
      );
      const all = [...buyers, killAndRestart(victim, killAfterMs), turnSwitches(over)];
      await Promise.all(all).catch((error) => failed.abort(error));
      await Promise.allSettled(all);
      for (const each of processes) for (const line of unexpected(each)) t.diagnostic(line);
      if (failed.signal.aborted) throw failed.signal.reason;

      for (const [at, { shop }] of shops.entries()) {
        const ledger = ledgers[at] ?? assert.fail();
        await assertReadBack(ledger, at);
        assertNoneDoubledInShop(ledger, shop.control);
        const { length: doubtful } = ledger.sessions.filter(({ doubt }) => doubt);
        t.diagnostic(
          `${ledger.sessions.length} sessions, ${ledger.carts.length} carts, ${doubtful} in doubt for a while; answers: ${JSON.stringify(stores[at]?.heard)}`,
        );
        assert.ok(ledger.sessions.length > 0 && ledger.carts.length > 0);
      }
      await assertNoneDoubledInTables(ledgers);
    });

    /** Asks again: on a busy machine a shop may take longer than its timeout. */
    async function findMug(slug: string): Promise<string> {
      let item: string | undefined;
      await eventually(async () => {
        item = await findVariant(agentOf(balancer.url, slug), 'mug').then(
          ({ id }) => id,
          () => undefined,
        );
        return item !== undefined;
      }, `${slug} has a mug`);
      return item ?? assert.fail();
    }

    async function killAndRestart(victim: number, afterMs: number): Promise<void> {
      await wait(afterMs);
      const killed = processes[victim] ?? assert.fail();
      await killed.kill();
      processes[victim] = await startServed({ databaseUrl, settings, port: killed.port });
    }

    /** Every process applies a capability switch: on SQLite at once, on PostgreSQL when it is notified. */
    async function turnSwitches(over: AbortSignal): Promise<void> {
      for (let turn = 0; !over.aborted; turn += 1) {
        const { slug } = shops[turn % shops.length] ?? assert.fail();
        const { id, switches } = (await beside.stores.find(slug)) ?? assert.fail();
        const on = !switches.fulfillment;
        await beside.stores.setSwitch(id, 'fulfillment', on);
        if (database.name === 'PostgreSQL') await wait(HEALING_MS);
        await Promise.all(processes.map(({ baseUrl }) => assertSwitched(`${baseUrl}/api/ucp/${slug}`, on)));
        await wait(SWITCH_INTERVAL_MS);
      }
    }

    async function assertSwitched(address: string, on: boolean): Promise<void> {
      const [manifest, quotes] = await Promise.all([
        ask({ method: 'GET', url: address }),
        ask({ method: 'POST', url: `${address}/fulfillment/quotes`, body: {} }),
      ]);
      // A killed process does not answer.
      if (manifest) assert.equal(JSON.stringify(manifest.body).includes('shopping.fulfillment'), on);
      if (quotes) assert.equal(quotes.status, on ? 400 : 404);
    }

    async function assertReadBack({ sessions, carts }: Ledger, at: number): Promise<void> {
      const slug = shops[at]?.slug ?? '';
      const everywhere = processes.map(({ baseUrl }) => storeUnderHammer(baseUrl, slug));
      await forEachConcurrently(sessions, async (expected, index) => {
        const session = await readSession(everywhere[index % count] ?? assert.fail(), expected.id);
        assert.equal(session.status, expected.status);
        assert.deepEqual(pluck(session.line_items, 'quantity'), [expected.quantity]);
        if (expected.orderId) assert.equal(session.order?.id, expected.orderId);
        if (expected.paid && expected.status === 'completed') await assertVerified(session, slug);
      });
      await forEachConcurrently(carts, async (expected, index) => {
        const cart = await readCart(everywhere[index % count] ?? assert.fail(), expected.id);
        assert.equal(cart.status, expected.status);
        assert.equal(cart.line_items[0]?.quantity, expected.quantity);
      });
    }

    /** A shop that answered too late at completion is asked again when the order is read. */
    async function assertVerified({ payment, order }: Session, slug: string): Promise<void> {
      if (payment === 'verified') return;
      const url = `${balancer.url}/api/ucp/${slug}/orders/${order?.id}`;
      await eventually(async () => {
        const reply = await ask({ method: 'GET', url });
        return isObject(reply?.body) && reply.body.payment === 'verified';
      }, `the payment of order ${order?.id} is verified`);
    }

    async function assertNoneDoubledInTables(ledgers: readonly Ledger[]): Promise<void> {
      const rows = await tables.selectFrom('checkout_sessions').select(['id', 'idempotencyKey']).execute();
      const orders = await tables.selectFrom('orders').select('sessionId').execute();
      const keys = new Map(rows.map(({ id, idempotencyKey: key }) => [id, key]));
      const rowsByKey = Map.groupBy(rows, ({ idempotencyKey: key }) => key);
      for (const { id } of ledgers.flatMap(({ sessions }) => sessions))
        assert.deepEqual(pluck(rowsByKey.get(keys.get(id) ?? null), 'id'), [id], 'one key, one session');
      assert.equal(new Set(orders.map(({ sessionId: id }) => id)).size, orders.length);
    }
  });
}

/** Returns the errors that a process logged. */
function unexpected({ said: readOutput }: Served): string[] {
  return readOutput()
    .split('\n')
    .filter((line) => line.startsWith('{"level":5'));
}

function assertNoneDoubledInShop(ledger: Ledger, control: DemoStore['shop']['control']): void {
  const carts = control.carts();
  const orders = control.orders();
  const ofSession = Map.groupBy(carts, ({ sessionId }) => sessionId);
  const ordersOfSession = Map.groupBy(orders, ({ sessionId }) => sessionId);
  for (const { id, paid, doubt } of ledger.sessions) {
    const bought = ordersOfSession.get(id)?.length ?? 0;
    assert.equal(bought, paid ? 1 : 0, `session ${id} was bought ${bought} times`);
    // A cart that a killed process requested may exist without a known URL.
    const max = doubt ? 2 : 1;
    const { length } = ofSession.get(id) ?? [];
    assert.ok(length <= max, `session ${id} has ${length} carts at the shop`);
  }
  const { length: ownCarts } = ofSession.get(null) ?? [];
  const count = ledger.carts.length;
  assert.ok(ownCarts <= count + ledger.lostCarts, `${ownCarts} carts at the shop, ${count} were asked for`);
}

async function forEachConcurrently<Item>(
  items: readonly Item[],
  check: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const left = [...items.entries()];
  const checkNext = async () => {
    for (let next = left.pop(); next; next = left.pop()) await check(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, checkNext));
}
