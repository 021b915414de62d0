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
  const known = await createSession(buying);
  if (buying.chance.next() < 0.4) await replaceLines(buying, known);
  if (buying.chance.next() < 0.4) await payFor(buying, known);
  const end = buying.chance.next();
  if (end < 0.5) await complete(buying, known);
  else if (end < 0.7) await cancel(buying, known);
  else if (end < 0.85) await completeAndCancel(buying, known);
}

async function createSession({ store, ledger, item, chance }: Buying): Promise<KnownSession> {
  const key = randomUUID();
  const body = linesOf(item, 1);
  const ids = new Set<string>();
  let made = 0;
  let doubt = false;
  await untilSo(async () => {
    const answers = await store.create(key, body, chance.whole(2, 4));
    doubt ||= answers.doubt;
    for (const { body: session } of answers.ok) ids.add(session.id);
    made += answers.ok.filter(({ status }) => status === 201).length;
    assert.ok(ids.size <= 1, `one key, several sessions: ${[...ids]}`);
    assert.ok(made <= 1, `session ${[...ids]} was told to be new twice`);
    return answers.ok.some(({ body: session }) => session.status === 'requires_escalation');
  });
  const [id = ''] = ids;
  const known = { id, key, paid: false, orderId: undefined, doubt, quantity: 1 };
  const session: KnownSession = { ...known, status: 'requires_escalation' };
  ledger.sessions.push(session);
  return session;
}

async function replaceLines({ store, item, chance }: Buying, known: KnownSession): Promise<void> {
  const wanted = [chance.whole(2, 5), chance.whole(6, 9)];
  const answers = await store.replace(
    known.id,
    wanted.map((quantity) => linesOf(item, quantity)),
  );
  const current = quantityIn(await readSession(store, known.id));
  const acknowledged = answers.ok.map(({ body }) => quantityIn(body));
  const possible = answers.doubt ? [...wanted, known.quantity] : acknowledged;
  assert.ok(possible.includes(current), `${current} pieces were never acknowledged: ${possible}`);
  known.quantity = current;
}

async function payFor({ store }: Buying, known: KnownSession): Promise<void> {
  const { continue_url: url } = await readSession(store, known.id);
  const page = await ask({ method: 'POST', url: url ?? assert.fail('there is nowhere to pay') });
  assert.ok(page && page.status < 400, `the checkout page answers ${page?.status}`);
  known.paid = true;
}

async function complete({ store, chance }: Buying, known: KnownSession): Promise<void> {
  let done = 0;
  let doubt = false;
  await untilSo(async () => {
    const answers = await store.complete(known.id, chance.whole(2, 4));
    doubt ||= answers.doubt;
    done += answers.ok.length;
    assert.ok(done <= 1, `session ${known.id} was completed twice`);
    known.orderId ??= answers.ok[0]?.body.order?.id;
    return done === 1 || answers.refused.length > 0;
  });
  if (!doubt) assert.equal(done, 1, `session ${known.id} was completed by nobody`);
  known.status = 'completed';
}

async function cancel({ store, chance }: Buying, known: KnownSession): Promise<void> {
  await untilSo(async () => {
    const answers = await store.cancel(known.id, chance.whole(2, 4));
    assert.deepEqual(answers.refused, []);
    return answers.ok.length > 0;
  });
  known.status = 'failed';
}

/** Races both; the later one is refused. */
async function completeAndCancel({ store }: Buying, known: KnownSession): Promise<void> {
  const [completed, canceled] = await Promise.all([store.complete(known.id, 1), store.cancel(known.id, 1)]);
  known.status = (await settled(store, known.id, [completed, canceled])).status;
  if (completed.ok.length > 0) assert.equal(known.status, 'completed');
  if (canceled.ok.length > 0) assert.equal(known.status, 'failed');
  known.orderId = completed.ok[0]?.body.order?.id;
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
  const known: KnownCart = { id: cart.id, status: 'active', quantity: 1 };
  ledger.carts.push(known);
  const wanted = [chance.whole(2, 4), chance.whole(5, 7), chance.whole(8, 9)];
  const answers = await store.updateCart(
    known.id,
    wanted.map((quantity) => linesOf(item, quantity)),
  );
  for (const { body } of answers.ok) assert.ok(wanted.includes(quantityIn(body)));
  const possible = answers.doubt ? [...wanted, 1] : answers.ok.map(({ body }) => quantityIn(body));
  known.quantity = quantityIn(await readCart(store, known.id));
  assert.ok(possible.includes(known.quantity), `${known.quantity} pieces were never acknowledged`);
  if (chance.next() < 0.4) await cancelCart(store, known, chance);
}

async function cancelCart(store: StoreUnderHammer, known: KnownCart, chance: Chance): Promise<void> {
  let done = 0;
  let doubt = false;
  await untilSo(async () => {
    const answers = await store.cancelCart(known.id, chance.whole(2, 4));
    doubt ||= answers.doubt;
    done += answers.ok.length;
    assert.ok(done <= 1, `cart ${known.id} was canceled twice`);
    return done + answers.refused.length > 0;
  });
  if (!doubt) assert.equal(done, 1, `cart ${known.id} was canceled by nobody`);
  known.status = 'canceled';
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
