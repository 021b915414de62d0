import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Cart, Session } from '../../../testing/agent.ts';
import type { Chance } from '../../../testing/seeded.ts';
import { ask } from './ask.ts';
import type { Answers, StoreUnderHammer } from './store-under-hammer.ts';

/** Acknowledged state of a session, which must be readable later. */
interface KnownSession {
  id: string;
  key: string;
  status: Session['status'];
  quantity: number;
  paid: boolean;
  orderId: string | undefined;
  /** True when a create was cut off: the shop may have a cart whose URL no agent received. */
  doubt: boolean;
}

type KnownCart = { id: string; status: Cart['status']; quantity: number };

/** Shared knowledge of the buyers of one store. */
export interface Ledger {
  sessions: KnownSession[];
  carts: KnownCart[];
  /** Cut-off creates of carts, which the shop may have executed. */
  lostCarts: number;
}

/** Maximum time for an outcome to become known. */
const MAX_ROUNDS = 500;

async function untilSo(round: () => Promise<boolean>): Promise<void> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) if (await round()) return;
  assert.fail('it stays in doubt');
}

type Buying = { store: StoreUnderHammer; ledger: Ledger; item: string; chance: Chance };

const linesOf = (item: string, quantity: number) => ({ line_items: [{ item: { id: item }, quantity }] });
const quantityIn = ({ line_items }: Session | Cart): number => line_items[0]?.quantity ?? 0;

/** Buys or fills a cart with duplicate concurrent requests, and repeats those with an unknown outcome. */
export async function buyOnce(buying: Buying): Promise<void> {
  if (buying.chance.next() < 0.35) return fillCart(buying);
  const session = await createSession(buying);
  if (buying.chance.next() < 0.4) await replaceLines(buying, session);
  if (buying.chance.next() < 0.4) await payFor(buying, session);
  const end = buying.chance.next();
  if (end < 0.5) await complete(buying, session);
  else if (end < 0.7) await cancel(buying, session);
  else if (end < 0.85) await completeAndCancel(buying, session);
}

async function createSession({ store, ledger, item, chance }: Buying): Promise<KnownSession> {
  const key = randomUUID();
  const body = linesOf(item, 1);
  const ids = new Set<string>();
  let count = 0;
  let doubt = false;
  await untilSo(async () => {
    const answers = await store.create(key, body, chance.whole(2, 4));
    doubt ||= answers.doubt;
    for (const { body: session } of answers.ok) ids.add(session.id);
    count += answers.ok.filter(({ status }) => status === 201).length;
    assert.ok(ids.size <= 1, `one key, several sessions: ${[...ids]}`);
    assert.ok(count <= 1, `session ${[...ids]} was told to be new twice`);
    return answers.ok.some(({ body: session }) => session.status === 'requires_escalation');
  });
  const [id = ''] = ids;
  const members = { id, key, paid: false, orderId: undefined, doubt, quantity: 1 };
  const session: KnownSession = { ...members, status: 'requires_escalation' };
  ledger.sessions.push(session);
  return session;
}

async function replaceLines({ store, item, chance }: Buying, session: KnownSession): Promise<void> {
  const quantities = [chance.whole(2, 5), chance.whole(6, 9)];
  const answers = await store.replace(
    session.id,
    quantities.map((quantity) => linesOf(item, quantity)),
  );
  const current = quantityIn(await readSession(store, session.id));
  const acknowledged = answers.ok.map(({ body }) => quantityIn(body));
  const possible = answers.doubt ? [...quantities, session.quantity] : acknowledged;
  assert.ok(possible.includes(current), `${current} pieces were never acknowledged: ${possible}`);
  session.quantity = current;
}

async function payFor({ store }: Buying, session: KnownSession): Promise<void> {
  const { continue_url: url } = await readSession(store, session.id);
  const page = await ask({ method: 'POST', url: url ?? assert.fail('there is nowhere to pay') });
  assert.ok(page && page.status < 400, `the checkout page answers ${page?.status}`);
  session.paid = true;
}

async function complete({ store, chance }: Buying, session: KnownSession): Promise<void> {
  let done = 0;
  let doubt = false;
  await untilSo(async () => {
    const answers = await store.complete(session.id, chance.whole(2, 4));
    doubt ||= answers.doubt;
    done += answers.ok.length;
    assert.ok(done <= 1, `session ${session.id} was completed twice`);
    session.orderId ??= answers.ok[0]?.body.order?.id;
    return done === 1 || answers.refused.length > 0;
  });
  if (!doubt) assert.equal(done, 1, `session ${session.id} was completed by nobody`);
  session.status = 'completed';
}

async function cancel({ store, chance }: Buying, session: KnownSession): Promise<void> {
  await untilSo(async () => {
    const answers = await store.cancel(session.id, chance.whole(2, 4));
    assert.deepEqual(answers.refused, []);
    return answers.ok.length > 0;
  });
  session.status = 'failed';
}

/** Races both; the later one is refused. */
async function completeAndCancel({ store }: Buying, session: KnownSession): Promise<void> {
  const [completed, canceled] = await Promise.all([
    store.complete(session.id, 1),
    store.cancel(session.id, 1),
  ]);
  session.status = (await settled(store, session.id, [completed, canceled])).status;
  if (completed.ok.length > 0) assert.equal(session.status, 'completed');
  if (canceled.ok.length > 0) assert.equal(session.status, 'failed');
  session.orderId = completed.ok[0]?.body.order?.id;
}

async function settled(
  store: StoreUnderHammer,
  id: string,
  answers: readonly Answers<Session>[],
): Promise<Session> {
  if (answers.every(({ doubt }) => doubt)) await store.cancel(id, 1);
  return readSession(store, id);
}

async function fillCart({ store, ledger, item, chance }: Buying): Promise<void> {
  const created = await store.createCart(linesOf(item, 1));
  const cart = created.ok[0]?.body;
  if (!cart) {
    ledger.lostCarts += 1;
    return;
  }
  const ownCart: KnownCart = { id: cart.id, status: 'active', quantity: 1 };
  ledger.carts.push(ownCart);
  const quantities = [chance.whole(2, 4), chance.whole(5, 7), chance.whole(8, 9)];
  const answers = await store.updateCart(
    ownCart.id,
    quantities.map((quantity) => linesOf(item, quantity)),
  );
  for (const { body } of answers.ok) assert.ok(quantities.includes(quantityIn(body)));
  const possible = answers.doubt ? [...quantities, 1] : answers.ok.map(({ body }) => quantityIn(body));
  ownCart.quantity = quantityIn(await readCart(store, ownCart.id));
  assert.ok(possible.includes(ownCart.quantity), `${ownCart.quantity} pieces were never acknowledged`);
  if (chance.next() < 0.4) await cancelCart(store, ownCart, chance);
}

async function cancelCart(store: StoreUnderHammer, cart: KnownCart, chance: Chance): Promise<void> {
  let done = 0;
  let doubt = false;
  await untilSo(async () => {
    const answers = await store.cancelCart(cart.id, chance.whole(2, 4));
    doubt ||= answers.doubt;
    done += answers.ok.length;
    assert.ok(done <= 1, `cart ${cart.id} was canceled twice`);
    return done + answers.refused.length > 0;
  });
  if (!doubt) assert.equal(done, 1, `cart ${cart.id} was canceled by nobody`);
  cart.status = 'canceled';
}

export async function readSession(store: StoreUnderHammer, id: string): Promise<Session> {
  return untilAnswered(() => store.read(id));
}

export async function readCart(store: StoreUnderHammer, id: string): Promise<Cart> {
  return untilAnswered(() => store.readCart(id));
}

async function untilAnswered<Body>(read: () => Promise<Answers<Body>>): Promise<Body> {
  let answer: Body | undefined;
  await untilSo(async () => {
    answer = (await read()).ok[0]?.body;
    return answer !== undefined;
  });
  return answer ?? assert.fail();
}
