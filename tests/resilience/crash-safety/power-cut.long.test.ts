import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, mock } from 'node:test';
import {
  type Agent,
  agentOf,
  bodyOf,
  type Cart,
  findVariant,
  pay,
  type Session,
} from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import {
  type EventReceiver,
  type ReceivedEvent,
  startEventReceiver,
} from '../../../testing/event-receiver.ts';
import { freePort } from '../../../testing/free-port.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { signUp } from '../../../testing/merchant.ts';
import { type Chance, seeded, seedOf } from '../../../testing/seeded.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../testing/temporary-folder.ts';
import { PLATFORMS, serviceOn, startTestService, type TestService } from '../../../testing/test-service.ts';

const CUTS = Number(process.env.POWER_CUTS ?? 9);
const BUYERS = 3;
/** Longer than any lease. */
const LEASE_MS = 61_000;

/** Purchase of one buyer, as far as answers acknowledge it. */
interface Purchase {
  slug: string;
  key: string;
  session?: Session;
  /** Quantity of a change without an answer. */
  pending?: number;
  paid: boolean;
  cart?: Cart;
  pendingInCart?: number;
}

/**
 * Keeps what the disk holds of a database after a power cut: the files as they were before the first commit that was not synced.
 * Pages of later commits may survive too, which killed processes show.
 */
function disk(folder: TemporaryFolder) {
  const copy = folder.file('kept.db');
  let file = '';
  let isSyncing = true;
  let isKept = false;
  const exec = DatabaseSync.prototype.exec;
  mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
    const isOurs = this.location() === file;
    if (isOurs && text === 'pragma synchronous = normal') {
      isSyncing = false;
      if (!isKept) copyDatabase(file, copy);
      isKept = true;
    }
    exec.call(this, text);
    if (isOurs && text === 'commit' && isSyncing) isKept = false;
    if (isOurs && text === 'pragma synchronous = full') isSyncing = true;
  });
  return {
    use(next: string) {
      file = next;
      isKept = false;
    },
    hasUnsynced: () => isKept,
    cut: (to: string) => copyDatabase(isKept ? copy : file, to),
  };
}

function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
}

describe('a power cut, which loses commits that were not synced (SQLite)', () => {
  const seed = seedOf('POWER_CUT_SEED');
  const chance = seeded(seed);
  const purchases: Purchase[] = [];
  const variants = new Map<string, string>();
  /** Events that arrived before the power was cut: the test does not end the process, which goes on until it is closed. */
  const delivered: ReceivedEvent[] = [];
  let folder: TemporaryFolder;
  let receiver: EventReceiver;
  let first: TestService;
  let service: Pick<TestService['service'], 'close' | 'backgroundWork'>;
  let device: ReturnType<typeof disk>;
  let port: number;
  let ahead = 0;
  let callsUntilCut = Number.POSITIVE_INFINITY;
  /** False for a cut that must lose a commit. */
  let anywhere = true;
  /** File that survives, once the power is cut. */
  let next: string | undefined;
  let lostCommits = 0;

  const overrides = {
    now: () => Date.now() + ahead,
    /** The shop executes the call during which the power is cut, and its answer is lost. */
    async fetch(...call: Parameters<typeof fetch>) {
      if (next !== undefined) throw new TypeError('the power is cut');
      callsUntilCut -= 1;
      // Before the call, since the commit that goes before it is most likely not synced then.
      if (callsUntilCut <= 0 && (anywhere || device.hasUnsynced())) {
        if (device.hasUnsynced()) lostCommits += 1;
        next = folder.file(`${randomUUID()}.db`);
        device.cut(next);
      }
      const answer = await fetch(...call);
      if (next !== undefined) throw new TypeError('the power is cut');
      return answer;
    },
  };
  const agentAt = (slug: string) => agentOf(`http://127.0.0.1:${port}`, slug);

  before(async () => {
    const sqlite = databases.find(({ name }) => name === 'SQLite');
    assert.ok(sqlite);
    folder = await temporaryFolder();
    device = disk(folder);
    port = await freePort();
    receiver = await startEventReceiver();
    receiver.usual = (event) => {
      if (next !== undefined) return 503;
      delivered.push(event);
      return 204;
    };
    first = await startTestService({
      database: sqlite,
      settings: { PORT: String(port) },
      overrides,
      backgroundWork: true,
    });
    service = first.service;
    device.use(first.databaseUrl.slice('sqlite:'.length));
    const merchant = await signUp(first);
    const endpoint = { url: receiver.url, event_types: ['session.created', 'session.completed'] };
    for (const platform of PLATFORMS) {
      const slug = `demo-${platform}`;
      bodyOf(201, await merchant.post(`/stores/${slug}/event-endpoints`, endpoint));
      variants.set(slug, (await findVariant(agentAt(slug), 'mug')).id);
      for (const product of first.shop(slug).control.products)
        for (const variant of product.variants) variant.stock = null;
    }
    await first.settle();
  });
  after(async () => {
    mock.restoreAll();
    await service?.close();
    await first?.close();
    await receiver?.close();
    await folder?.close();
  });

  it('loses nothing acknowledged and has nothing done twice', async (t) => {
    // Shops are not reached by jobs that a cut interrupts.
    expectFailingJobs();
    t.diagnostic(`POWER_CUT_SEED=${seed} POWER_CUTS=${CUTS}`);
    for (let cut = 0; cut < CUTS; cut += 1) {
      callsUntilCut = chance.whole(1, 40);
      anywhere = cut % 3 === 0;
      const count = purchases.length;
      // One of several buyers would sync what another one has committed.
      const buyers = Array.from({ length: anywhere ? BUYERS : 1 }, (_, buyer) => cut * BUYERS + buyer);
      await Promise.all(buyers.map((buyer) => buyUntilCut(chance.fork(buyer))));
      await restart();
      for (const purchase of purchases.slice(count)) await check(purchase);
    }
    t.diagnostic(`${purchases.length} purchases, ${lostCommits} of ${CUTS} cuts lost a commit`);
    assert.ok(lostCommits > 0);
    for (const purchase of purchases) await check(purchase);
    await checkEvents();
  });

  async function restart(): Promise<void> {
    const file = next ?? assert.fail('the power was not cut');
    await service.close();
    callsUntilCut = Number.POSITIVE_INFINITY;
    next = undefined;
    ahead += LEASE_MS;
    const started = await serviceOn(`sqlite:${file}`, overrides, { PORT: String(port), RATE_LIMIT: 'off' });
    device.use(file);
    service = started;
    await started.listen();
  }

  async function buyUntilCut(buyer: Chance): Promise<void> {
    while (next === undefined) {
      const slug = buyer.next() < 0.5 ? 'demo-shopify' : 'demo-woocommerce';
      const purchase: Purchase = { slug, key: randomUUID(), paid: false };
      purchases.push(purchase);
      await (buyer.next() < 0.5 ? buy(purchase, buyer) : fillCart(purchase, buyer)).catch(
        (error: unknown) => {
          if (next === undefined) throw error;
        },
      );
    }
  }

  /** Throws for an answer that comes after the power cut: it reached no agent. */
  async function acknowledged<Body>(answering: Promise<{ status: number; body: Body }>): Promise<Body> {
    const answer = await answering;
    if (next !== undefined) throw new Error('the power is cut');
    assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body));
    return answer.body;
  }

  const lines = ({ slug }: Purchase, quantity = 1): [string, number][] => [
    [variants.get(slug) ?? '', quantity],
  ];
  const create = (purchase: Purchase) =>
    agentAt(purchase.slug).createSession(lines(purchase), {}, { 'idempotency-key': purchase.key });

  async function buy(purchase: Purchase, buyer: Chance): Promise<void> {
    const agent = agentAt(purchase.slug);
    purchase.session = await acknowledged(create(purchase));
    const { id } = purchase.session;
    if (buyer.next() < 0.5) {
      purchase.pending = buyer.whole(2, 9);
      purchase.session = await acknowledged(agent.replaceLines(id, lines(purchase, purchase.pending)));
      delete purchase.pending;
    }
    if (buyer.next() < 0.2) return;
    purchase.paid = true;
    await pay(purchase.session);
    purchase.session = await acknowledged(agent.complete(id));
  }

  async function fillCart(purchase: Purchase, buyer: Chance): Promise<void> {
    const agent = agentAt(purchase.slug);
    purchase.cart = await acknowledged(agent.createCart(lines(purchase)));
    for (let change = buyer.whole(1, 4); change > 0; change -= 1) {
      purchase.pendingInCart = buyer.whole(2, 9);
      const changed = agent.replaceCartLines(purchase.cart.id, lines(purchase, purchase.pendingInCart));
      purchase.cart = await acknowledged(changed);
      delete purchase.pendingInCart;
    }
  }

  async function check(purchase: Purchase): Promise<void> {
    const agent = agentAt(purchase.slug);
    if (purchase.cart) await checkCart(agent, purchase, purchase.cart);
    else await checkSession(agent, purchase);
  }

  async function checkCart(agent: Agent, purchase: Purchase, cart: Cart): Promise<void> {
    const read = bodyOf(200, await agent.readCart(cart.id));
    const quantities = [quantityIn(cart), purchase.pendingInCart];
    assert.ok(quantities.includes(quantityIn(read)), `${quantityIn(read)} of ${quantities}`);
    delete purchase.pendingInCart;
    purchase.cart = bodyOf(200, await agent.replaceCartLines(cart.id, lines(purchase, 5)));
    assert.equal(quantityIn(purchase.cart), 5);
  }

  async function checkSession(agent: Agent, purchase: Purchase): Promise<void> {
    const { session } = purchase;
    if (session) {
      const read = bodyOf(200, await agent.readSession(session.id));
      if (session.status === 'completed') assert.deepEqual(read.order, session.order);
      const quantities = [quantityIn(session), purchase.pending];
      assert.ok(quantities.includes(quantityIn(read)), `${quantityIn(read)} of ${quantities}`);
      delete purchase.pending;
    }
    const again = await create(purchase);
    assert.ok([200, 201].includes(again.status), JSON.stringify(again.body));
    if (session) assert.deepEqual([again.status, again.body.id], [200, session.id]);
    purchase.session = again.body;
    assert.notEqual(again.body.status, 'initiated');
    if (!purchase.paid) await pay(again.body);
    purchase.paid = true;
    if (again.body.status !== 'completed') await agent.complete(again.body.id);
    purchase.session = bodyOf(200, await agent.readSession(again.body.id));
    assert.partialDeepStrictEqual(purchase.session, { status: 'completed', payment: 'verified' });
    const orders = first.shop(purchase.slug).control.orders();
    assert.equal(orders.filter(({ sessionId }) => sessionId === again.body.id).length, 1);
  }

  async function checkEvents(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      ahead += LEASE_MS;
      await service.backgroundWork.drain();
    }
    for (const { session } of purchases)
      for (const type of session ? ['session.created', 'session.completed'] : []) {
        const events = delivered.filter(
          ({ body }) => body.type === type && body.data.session.id === session?.id,
        );
        assert.equal(new Set(events.map(({ id }) => id)).size, 1, `${type} of ${session?.id}`);
      }
  }
});

function quantityIn({ line_items }: Session | Cart): number {
  return line_items[0]?.quantity ?? 0;
}
