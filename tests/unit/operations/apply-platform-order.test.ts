import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Cart, NO_TOTALS } from '../../../src/commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../../src/commerce/checkout/checkout-session.ts';
import { TAG_ORDER } from '../../../src/commerce/job/job-names.ts';
import type { PlatformOrder } from '../../../src/commerce/order/order.ts';
import type { Store } from '../../../src/commerce/store/store.ts';
import { applyPlatformOrder, type OrderContext } from '../../../src/operations/order/apply-platform-order.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createJobRepository } from '../../../src/storage/repositories/jobs/jobs.ts';
import { createCartOrderRepository } from '../../../src/storage/repositories/shopping/cart-orders.ts';
import { type Carts, createCartRepository } from '../../../src/storage/repositories/shopping/carts.ts';
import { createCheckoutSessionRepository } from '../../../src/storage/repositories/shopping/checkout-sessions.ts';
import { createOrderRepository } from '../../../src/storage/repositories/shopping/orders.ts';
import { createStoreRepository } from '../../../src/storage/repositories/stores/stores.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';

type Shop = OrderContext & { carts: Carts };

const NOW = '2026-05-01T12:00:00.000Z';
const EXPIRY = '2026-05-01T18:00:00.000Z';
const SEALING = createSealing('a key of this test');

onEveryDatabase('taking in what a platform says of an order', (testDatabase) => {
  let database: Database;
  let shop: Shop;
  let otherShop: Shop;

  before(async () => {
    database = await openDatabase(await testDatabase.migrated());
    shop = await newShop(database, 'one-shop');
    otherShop = await newShop(database, 'other-shop');
  });
  after(() => database.destroy());

  async function newSession(
    of = shop,
    status: CheckoutSession['status'] = 'requires_escalation',
    cartId: string | null = null,
  ) {
    const session = { ...sessionOf(of.store.id, status), cartId };
    assert.ok(await of.sessions.claim(session, { owner: randomUUID(), now: NOW, until: NOW }));
    return session.id;
  }

  async function newCart(): Promise<Cart> {
    const cart = cartOf(shop.store.id);
    await shop.carts.insert(cart);
    return cart;
  }

  /** With what is opened when it is read. */
  async function storedCart(id: string): Promise<Cart> {
    const cart = (await shop.carts.find(shop.store.id, id)) ?? assert.fail('no such cart');
    return { ...cart };
  }

  const statusOf = async (sessionId: string) =>
    (await shop.orders.ofSession(shop.store.id, sessionId))?.status;

  it('records the order of an open session, shows it in the session, and leaves completing to the agent', async () => {
    const sessionId = await newSession();
    const order = await applyPlatformOrder(shop, placed({ sessionId }));
    assert.equal(order?.payment, 'verified');
    const session = await shop.sessions.find(shop.store.id, sessionId);
    assert.equal(session?.status, 'requires_escalation');
    assert.deepEqual(session?.order, {
      id: order?.id,
      status: 'confirmed',
      currency: order.currency,
      totals: order.totals,
    });
    assert.equal(session?.payment, 'verified');
  });

  it('records the order of a session that has failed: the buyer paid in spite of it', async () => {
    const sessionId = await newSession(shop, 'failed');
    assert.equal((await applyPlatformOrder(shop, placed({ sessionId })))?.status, 'confirmed');
    assert.equal((await shop.sessions.find(shop.store.id, sessionId))?.status, 'failed');
  });

  it('marks a cart without a session as ordered, by its first order, raced and repeated', async () => {
    const cart = await newCart();
    const first = placed({ cartId: cart.id, createdAt: '2026-05-01T11:00:00.000Z' });
    await Promise.all([1, 2, 3].map(() => applyPlatformOrder(shop, first)));
    assert.equal(await applyPlatformOrder(shop, placed({ cartId: cart.id })), undefined);
    const { orderedAt, platformOrderId, ...others } = await storedCart(cart.id);
    assert.deepEqual(
      { orderedAt, platformOrderId },
      { orderedAt: first.createdAt, platformOrderId: first.id },
    );
    assert.deepEqual({ ...others, orderedAt: null, platformOrderId: null }, cart);
  });

  it('marks no cart and records no order of it by an attempt, by another text, or by an order of another store', async () => {
    const cart = await newCart();
    await applyPlatformOrder(shop, placed({ cartId: cart.id, isAttempt: true }));
    await applyPlatformOrder(otherShop, placed({ cartId: cart.id }));
    for (const cartId of ['', 'a cart', randomUUID(), `${cart.id} `])
      assert.equal(await applyPlatformOrder(shop, placed({ cartId })), undefined);
    assert.equal((await storedCart(cart.id)).orderedAt, null);
    assert.deepEqual(await cartOrdersOf(cart), []);
  });

  it('keeps the order of a cart when a change that began before it is written', async () => {
    const cart = await newCart();
    const owner = randomUUID();
    const leased = await shop.carts.lease(shop.store.id, cart.id, { owner, now: NOW, until: EXPIRY });
    assert.ok(leased);
    const order = placed({ cartId: cart.id });
    await applyPlatformOrder(shop, order);
    assert.ok(await shop.carts.finish(leased.resource, owner, NOW));
    assert.equal((await storedCart(cart.id)).platformOrderId, order.id);
  });

  it('marks the cart that a session was made of, when the shop confirms its order', async () => {
    const cart = await newCart();
    const sessionId = await newSession(shop, 'requires_escalation', cart.id);
    await applyPlatformOrder(shop, placed({ sessionId, isAttempt: true, status: 'pending' }));
    assert.equal((await storedCart(cart.id)).orderedAt, null);
    const order = placed({ sessionId });
    await applyPlatformOrder(shop, order);
    assert.equal((await storedCart(cart.id)).platformOrderId, order.id);
    await applyPlatformOrder(shop, placed({ sessionId, cartId: cart.id }));
    assert.deepEqual(await cartOrdersOf(cart), [], 'the order is that of the session');
  });

  /** Orders of a cart without a session. */
  const cartOrdersOf = (cart: Pick<Cart, 'id'>) =>
    database
      .selectFrom('cart_orders')
      .select(['platformOrderId as id', 'status', 'paid', 'total', 'agent', 'createdAt'])
      .where('cartId', '=', cart.id)
      .orderBy('id')
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, total: Number(row.total) })));

  it('records each order of a cart without a session once, raced and repeated, for the cart’s agent', async () => {
    const cart = { ...cartOf(shop.store.id), agent: 'shopper.example' };
    await shop.carts.insert(cart);
    const [one, other] = [placed({ cartId: cart.id }), placed({ cartId: cart.id })];
    await Promise.all([one, other, one, other, one].map((order) => applyPlatformOrder(shop, order)));
    const paid = { status: 'confirmed', paid: true, total: 2012, agent: 'shopper.example', createdAt: NOW };
    assert.deepEqual(await cartOrdersOf(cart), [
      { id: one.id, ...paid },
      { id: other.id, ...paid },
    ]);
  });

  it('records ten orders of one cart at most, also raced, and goes on with those', async () => {
    const cart = await newCart();
    const placedOrders = Array.from({ length: 14 }, () => placed({ cartId: cart.id }));
    await Promise.all([...placedOrders, ...placedOrders].map((order) => applyPlatformOrder(shop, order)));
    const ids = (await cartOrdersOf(cart)).map(({ id }) => id);
    assert.equal(ids.length, 10);
    const later = { status: 'refunded', updatedAt: '2026-05-03T00:00:00.000Z' } as const;
    await Promise.all(placedOrders.map((order) => applyPlatformOrder(shop, { ...order, ...later })));
    assert.deepEqual(
      (await cartOrdersOf(cart)).map(({ id, status }) => [id, status]),
      ids.map((id) => [id, 'refunded']),
    );
  });

  it('records a huge order of a cart with its first lines and parcels, the number of lines and all sums', async () => {
    const cart = await newCart();
    const line = { variantId: 'gid://shopify/ProductVariant/1', title: 'Mug'.padEnd(1_000, '!'), price: 1 };
    const parcel = { carrier: 'x'.repeat(1_000), number: '1', url: null };
    const order = placed({
      cartId: cart.id,
      lines: Array.from({ length: 2_000 }, () => ({ ...line, quantity: 1 })),
      tracking: Array.from({ length: 100 }, () => parcel),
    });
    await applyPlatformOrder(shop, order);
    const orders = database.selectFrom('cart_orders').selectAll().where('cartId', '=', cart.id);
    const { lines, tracking, totals, ...row } = await orders.executeTakeFirstOrThrow();
    assert.deepEqual([row.lineCount, Number(row.total), totals], [2_000, 2012, order.totals]);
    assert.deepEqual([lines.length, tracking.length], [100, 10]);
    assert.ok(JSON.stringify(lines).length < 30_000);
  });

  it('keeps the newest state of a cart’s order, also raced, without its mark and after the cart is gone', async () => {
    const cart = await newCart();
    const order = placed({ cartId: cart.id });
    const amounts = [100, 200, 300, 400, 500];
    const refunded = amounts.map((amount) => ({
      ...order,
      updatedAt: `2026-05-02T0${amount / 100}:00:00.000Z`,
      progress: { ...NO_PROGRESS, refunds: [refundOf(amount)] },
    }));
    await Promise.all([order, ...refunded.toReversed()].map((state) => applyPlatformOrder(shop, state)));
    assert.deepEqual(
      (await cartOrdersOf(cart)).map(({ total }) => total),
      [1512],
    );
    await database.deleteFrom('carts').where('id', '=', cart.id).execute();
    const gone = {
      ...order,
      cartId: null,
      status: 'refunded',
      updatedAt: '2026-05-03T00:00:00.000Z',
    } as const;
    for (const state of [gone, order]) await applyPlatformOrder(shop, state);
    assert.deepEqual(
      (await cartOrdersOf(cart)).map(({ status, total }) => [status, total]),
      [['refunded', 0]],
    );
  });

  it('makes no order of an attempt, and ends by it an order that was placed and never paid', async () => {
    const cart = await newCart();
    const attempt = placed({ cartId: cart.id, isAttempt: true, status: 'pending', isPaid: false });
    await applyPlatformOrder(shop, attempt);
    assert.deepEqual(await cartOrdersOf(cart), []);
    const { isAttempt: _isAttempt, ...transfer } = { ...attempt, updatedAt: '2026-05-02T00:00:00.000Z' };
    await applyPlatformOrder(shop, transfer);
    const stateOf = async () => (await cartOrdersOf(cart)).map(({ status, paid }) => [status, paid]);
    assert.deepEqual(await stateOf(), [['pending', false]]);
    await applyPlatformOrder(shop, {
      ...attempt,
      status: 'canceled',
      updatedAt: '2026-05-03T00:00:00.000Z',
    });
    assert.deepEqual(await stateOf(), [['canceled', false]]);
  });

  it('ignores orders of other origins, whatever text stands for their session', async () => {
    for (const sessionId of [null, randomUUID(), 'nonsense', '\u0000', "' or 1=1", ''])
      assert.equal(await applyPlatformOrder(shop, placed({ sessionId })), undefined);
  });

  it('never takes the session of another store, nor its order of the same platform id', async () => {
    const sessionId = await newSession(otherShop);
    const order = placed({ sessionId });
    assert.equal(await applyPlatformOrder(shop, order), undefined);
    assert.equal(await otherShop.orders.ofSession(otherShop.store.id, sessionId), undefined);
    await applyPlatformOrder(otherShop, order);
    assert.equal(await applyPlatformOrder(shop, { ...order, status: 'refunded' }), undefined);
    assert.equal((await otherShop.orders.ofPlatformId(otherShop.store.id, order.id))?.status, 'confirmed');
  });

  it('keeps the newest state, in whatever order they come and however often', async () => {
    const order = placed({ sessionId: await newSession() });
    const shipped = { ...order, status: 'shipped', updatedAt: '2026-05-01T13:00:00.000Z' } as const;
    const delivered = { ...order, status: 'delivered', updatedAt: '2026-05-01T14:00:00.000Z' } as const;
    const ids = new Set<string | undefined>();
    for (const each of [shipped, order, delivered, shipped, order, delivered])
      ids.add((await applyPlatformOrder(shop, each))?.id);
    assert.equal(ids.size, 1);
    assert.equal(await statusOf(order.sessionId ?? ''), 'delivered');
  });

  it('keeps the newest state also when all are applied at once', async () => {
    const order = placed({ sessionId: await newSession() });
    const states = [10, 11, 12, 13, 14, 15].map((hour) => ({
      ...order,
      status: hour === 15 ? ('delivered' as const) : ('shipped' as const),
      updatedAt: `2026-05-01T${hour}:30:00.000Z`,
    }));
    const answers = await Promise.all(states.toReversed().map((state) => applyPlatformOrder(shop, state)));
    assert.equal(new Set(answers.map((answer) => answer?.id)).size, 1);
    assert.equal(await statusOf(order.sessionId ?? ''), 'delivered');
  });

  it('knows an order by its platform id when its mark is gone', async () => {
    const order = placed({ sessionId: await newSession() });
    const first = await applyPlatformOrder(shop, order);
    const bare = {
      ...order,
      sessionId: null,
      status: 'shipped',
      updatedAt: '2026-05-02T00:00:00.000Z',
    } as const;
    assert.equal((await applyPlatformOrder(shop, bare))?.id, first?.id);
    assert.equal(await statusOf(order.sessionId ?? ''), 'shipped');
  });

  it('takes, of two orders of one session, the one with more progress', async () => {
    const sessionId = await newSession();
    const attempt = placed({ sessionId, status: 'pending', isPaid: false, isAttempt: true });
    const paid = placed({ sessionId, status: 'processing' });
    const first = await applyPlatformOrder(shop, attempt);
    const second = await applyPlatformOrder(shop, paid);
    assert.equal(second?.id, first?.id);
    assert.equal(second?.platformOrder?.id, paid.id);
    const gone = { ...attempt, status: 'canceled', updatedAt: '2026-06-01T00:00:00.000Z' } as const;
    assert.equal((await applyPlatformOrder(shop, gone))?.platformOrder?.id, paid.id);
    assert.equal(await statusOf(sessionId), 'processing');
  });

  it('keeps the order that was placed first when a copy or a renewal of it goes further', async () => {
    const sessionId = await newSession();
    const bought = placed({ sessionId, status: 'pending', isPaid: false });
    const copy = { ...placed({ sessionId, status: 'processing' }), createdAt: '2026-06-01T12:00:00.000Z' };
    for (const order of [bought, copy, { ...bought, status: 'delivered', isPaid: true } as const, copy])
      assert.equal((await applyPlatformOrder(shop, order))?.platformOrder?.id, bought.id);
    const canceled = { ...bought, status: 'canceled', isPaid: true } as const;
    for (const order of [canceled, copy])
      assert.equal((await applyPlatformOrder(shop, order))?.platformOrder?.id, bought.id);
  });

  it('takes the older of two placed orders of a session when the copy came first, but not one that was canceled unpaid', async () => {
    for (const [first, second] of [
      [{ createdAt: '2026-06-01T12:00:00.000Z' }, {}],
      [{ status: 'canceled', isPaid: false }, { createdAt: '2026-06-01T12:00:00.000Z' }],
    ] as const) {
      const sessionId = await newSession();
      await applyPlatformOrder(shop, placed({ sessionId, ...first }));
      const expected = placed({ sessionId, ...second });
      assert.equal((await applyPlatformOrder(shop, expected))?.platformOrder?.id, expected.id);
    }
  });

  it('tags an order that is new here, and none of a foreign session', async () => {
    const order = placed({ sessionId: await newSession() });
    const foreign = placed({ sessionId: null });
    await applyPlatformOrder(shop, order);
    await applyPlatformOrder(shop, foreign);
    const subjects = (await shop.jobs.listOfStore(shop.store.id))
      .filter(({ kind }) => kind === TAG_ORDER)
      .map(({ subject }) => subject);
    assert.ok(subjects.includes(order.id));
    assert.ok(!subjects.includes(foreign.id));
  });

  it('writes only when the platform was asked for an unchanged order, and shows that before it is written', async () => {
    const order = placed({ sessionId: await newSession() });
    const first = await applyPlatformOrder(shop, order);
    const later = '2026-05-01T13:00:00.000Z';
    const atLater = { ...shop, now: () => Date.parse(later) };
    assert.deepEqual(await applyPlatformOrder(atLater, order, 'read', first), { ...first, asOf: later });
    assert.equal((await shop.orders.find(shop.store.id, first?.id ?? ''))?.asOf, later);
    const rows = () =>
      database
        .selectFrom('orders')
        .select(['asOf', 'updatedAt'])
        .where('id', '=', first?.id ?? '')
        .executeTakeFirst();
    while ((await rows())?.asOf !== later) await sleep(5);
    assert.equal((await rows())?.updatedAt, NOW);
    assert.equal((await applyPlatformOrder(atLater, { ...order, status: 'shipped' }))?.status, 'shipped');
    assert.equal((await rows())?.updatedAt, later);
  });

  it('shows the instant of the later of two readings while it is still being written', async () => {
    const order = await applyPlatformOrder(shop, placed({ sessionId: await newSession() }));
    assert.ok(order);
    const gate = Promise.withResolvers<void>();
    let writes = 0;
    const orders = createOrderRepository({
      database: holdStatements(database, {
        async beforeWrite() {
          writes += 1;
          if (writes === 2) await gate.promise;
        },
      }),
      sealing: SEALING,
    });
    const [earlier, later] = ['2026-05-01T13:00:00.000Z', '2026-05-01T14:00:00.000Z'] as const;
    const readings = [earlier, later].map((at) => orders.recordReading(order, at));
    await Promise.race(readings);
    assert.equal((await orders.find(order.storeId, order.id))?.asOf, later);
    gate.resolve();
    await Promise.all(readings);
    assert.equal((await orders.find(order.storeId, order.id))?.asOf, later);
  });

  it('shows the instant of a reading that is written while the row of before is on its way', async () => {
    const order = await applyPlatformOrder(shop, placed({ sessionId: await newSession() }));
    assert.ok(order);
    const [read, write] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = holdStatements(database, {
      beforeWrite: () => read.promise,
      afterRead() {
        read.resolve();
        return write.promise;
      },
    });
    const orders = createOrderRepository({ database: holding, sealing: SEALING });
    const later = '2026-05-01T13:00:00.000Z';
    const writing = orders.recordReading(order, later);
    const finding = orders.find(order.storeId, order.id);
    await writing;
    write.resolve();
    assert.equal((await finding)?.asOf, later);
  });

  it('keeps the buyer’s e-mail and address sealed', async () => {
    const order = placed({ sessionId: await newSession() });
    const row = await applyPlatformOrder(shop, order);
    const { rows } = await sql`select * from orders where id = ${row?.id}`.execute(database);
    const text = JSON.stringify(rows);
    for (const secret of ['buyer@example.com', 'Ada', 'Maple Street', 'Springfield', '62704'])
      assert.ok(!text.includes(secret), secret);
    const read = await shop.orders.find(shop.store.id, row?.id ?? '');
    assert.equal(read?.buyerEmail, 'buyer@example.com');
    assert.deepEqual(read?.shippingAddress, order.shippingAddress);
  });
});

let numbers = 5000;

function placed(members: Partial<PlatformOrder>): PlatformOrder {
  numbers += 1;
  return {
    id: `gid://shopify/Order/${numbers}`,
    number: String(numbers),
    status: 'confirmed',
    isPaid: true,
    sessionId: null,
    cartId: null,
    currency: 'USD',
    lines: [{ variantId: 'gid://shopify/ProductVariant/1', title: 'Mug', quantity: 1, price: 1400 }],
    totals: { subtotal: 1400, discount: 0, tax: 112, shipping: 500, total: 2012 },
    buyerEmail: 'buyer@example.com',
    shippingAddress: {
      name: 'Ada Lovelace',
      line1: '12 Maple Street',
      city: 'Springfield',
      region: 'IL',
      postalCode: '62704',
      country: 'US',
    },
    tracking: [],
    progress: NO_PROGRESS,
    pageUrl: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...members,
  };
}

function refundOf(amount: number): PlatformOrder['progress']['refunds'][number] {
  return { id: 'refund', type: 'refund', at: NOW, amount, lines: [] };
}

function cartOf(storeId: string): Cart {
  return {
    id: randomUUID(),
    storeId,
    status: 'active',
    currency: 'USD',
    lines: [],
    totals: NO_TOTALS,
    discounts: null,
    warnings: [],
    cartHandle: 'cart',
    continueUrl: 'https://shop.example/checkout',
    agent: null,
    agentVerified: null,
    orderedAt: null,
    platformOrderId: null,
    expiresAt: EXPIRY,
    createdAt: NOW,
    updatedAt: NOW,
  };
}

function sessionOf(storeId: string, status: CheckoutSession['status']): CheckoutSession {
  return {
    id: randomUUID(),
    storeId,
    status,
    cartId: null,
    idempotencyKey: null,
    currency: 'USD',
    lines: [],
    totals: NO_TOTALS,
    discounts: null,
    warnings: [],
    fulfillment: null,
    pending: null,
    cartHandle: 'cart',
    continueUrl: 'https://shop.example/checkout',
    order: null,
    payment: null,
    isPaid: false,
    buyerSteps: {},
    problem: null,
    failure: null,
    agent: null,
    agentProfile: null,
    agentVerified: null,
    expiresAt: EXPIRY,
    createdAt: NOW,
    updatedAt: NOW,
  };
}

interface Holding {
  beforeWrite?(): Promise<void>;
  afterRead?(): Promise<void>;
}

/** Holds compiled statements of PostgreSQL; those of SQLite pass Kysely by: they share a commit, and a read waits for nothing. */
function holdStatements(database: Database, { beforeWrite, afterRead }: Holding): Database {
  const raw = replaceMembers(database.withoutPlugins(), {
    async executeQuery(query) {
      const result = await database.withoutPlugins().executeQuery(query);
      await afterRead?.();
      return result;
    },
  });
  return replaceMembers(database, {
    withoutPlugins: () => raw,
    async executeQuery(query) {
      await beforeWrite?.();
      return database.executeQuery(query);
    },
  });
}

const replaceMembers = (database: Database, members: Partial<Database>): Database =>
  new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(name in members ? members : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function newShop(database: Database, slug: string): Promise<Shop> {
  const store: Store = {
    id: randomUUID(),
    slug,
    platform: 'shopify',
    description: {
      name: slug,
      currency: 'USD',
      country: 'US',
      hosts: [],
      links: [],
      versions: {},
    },
    checkoutWall: null,
    switches: { cart: true, order: true, discount: true, fulfillment: true },
    sandbox: true,
    describedAt: '',
    connectedAt: NOW,
    freshnessSeconds: null,
    organizationId: null,
    disconnectedAt: null,
    pausedAt: null,
    retentionDays: null,
    displayName: null,
    eventTypes: [],
    policy: null,
    labels: [],
    mailAlerts: true,
    stockFigures: true,
    productFeeds: false,
    feedRules: null,
    timeZone: null,
  };
  await createStoreRepository({ database, sealing: SEALING }).insert({ ...store, credentials: {} }, NOW);
  return {
    store,
    sessions: createCheckoutSessionRepository({ database, sealing: SEALING }),
    carts: createCartRepository({ database, sealing: SEALING }),
    cartOrders: createCartOrderRepository({ database, sealing: SEALING }),
    orders: createOrderRepository({ database, sealing: SEALING }),
    jobs: createJobRepository(database),
    now: () => Date.parse(NOW),
    newId: randomUUID,
  };
}

const NO_PROGRESS: PlatformOrder['progress'] = {
  lines: [],
  hasMoreLines: false,
  events: [],
  refunds: [],
  estimates: [],
};
