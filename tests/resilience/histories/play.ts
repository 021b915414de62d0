import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sessionResponse } from '../../../src/protocols/contract/responses.ts';
import type { Session } from '../../../testing/agent.ts';
import type { Step } from './histories.ts';
import * as model from './model.ts';
import { cancelCart, createCart, lookAtCart, updateCart } from './play-carts.ts';
import { asCodes, asLines, contentOf, type Does, faulty, isDone, type Scene, type Stage } from './scene.ts';

/** Plays one history and compares every answer with the model. */
export async function play(stage: Stage, history: readonly Step[]): Promise<void> {
  const state: model.Model = { sessions: [], carts: [] };
  const scene = { stage, state, keys: Array.from({ length: 4 }, () => randomUUID()) };
  for (const step of history) {
    model.passTime(state, stage.now());
    await act(scene, step);
  }
  model.passTime(state, stage.now());
  for (const session of state.sessions) await look(scene, session);
  for (const cart of state.carts) await lookAtCart(scene, cart);
  await hear(scene, { does: 'hear', post: 'as_usual' });
  for (const session of state.sessions) await look(scene, session);
}

async function act(scene: Scene, step: Step): Promise<void> {
  const { stage, state } = scene;
  if (step.does === 'create') return create(scene, step);
  if (step.does === 'create_twice_at_once') return createTwice(scene, step);
  if (step.does === 'create_cart') return createCart(scene, step);
  if (step.does === 'hear') return hear(scene, step);
  if (step.does === 'time_passes') return stage.running.advance(step.minutes * 60_000);
  if ('cart' in step) {
    const cart = state.carts[step.cart % state.carts.length];
    return cart && CART_ACTS[step.does](scene, cart, step as never);
  }
  const session = state.sessions[step.session % state.sessions.length];
  return session && SESSION_ACTS[step.does](scene, session, step as never);
}

const SESSION_ACTS = {
  get: look,
  replace,
  complete,
  complete_twice_at_once: completeTwice,
  cancel,
  pay,
  read_order: readOrder,
  ship,
};
const CART_ACTS = { get_cart: lookAtCart, update_cart: updateCart, cancel_cart: cancelCart };

async function create(scene: Scene, { lines, codes, key, fault }: Does<'create'>): Promise<void> {
  const { stage, state } = scene;
  const keyName = key === null ? undefined : scene.keys[key];
  const holder = model.holderOf(state, keyName);
  const headers: Record<string, string> = keyName === undefined ? {} : { 'idempotency-key': keyName };
  const answer = await faulty(scene, fault, () =>
    stage.agent.createSession(asLines(stage, lines), asCodes(codes), headers),
  );
  if (holder) {
    isDone(answer, [200], 'replay');
    return compare(scene, holder, answer.body);
  }
  if (!isDone(answer, model.answers(201, fault !== 'none'), 'create')) return;
  remember(scene, answer.body, { key: keyName, lines, codes });
}

async function createTwice(scene: Scene, { lines }: Does<'create_twice_at_once'>): Promise<void> {
  const { agent } = scene.stage;
  const key = randomUUID();
  const ask = () => agent.createSession(asLines(scene.stage, lines), {}, { 'idempotency-key': key });
  const answers = await Promise.all([ask(), ask()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201]);
  assert.equal(answers[0].body.id, answers[1].body.id);
  remember(scene, answers[0].body, { key, lines, codes: [] });
}

function remember(
  scene: Scene,
  body: Session,
  content: Pick<model.ModelSession, 'key' | 'lines' | 'codes'>,
): void {
  const session: model.ModelSession = {
    ...content,
    id: body.id,
    status: 'requires_escalation',
    priced: content.lines,
    expiresAt: Date.parse(body.expires_at),
    address: '',
    payable: 'yes',
    bought: false,
    payment: 'none',
  };
  assert.ok(!scene.state.sessions.some(({ id }) => id === body.id), 'it is a new session');
  scene.state.sessions.push(session);
  compare(scene, session, body);
}

async function look(scene: Scene, session: model.ModelSession): Promise<void> {
  const answer = await scene.stage.agent.readSession(session.id);
  isDone(answer, [200], 'get');
  compare(scene, session, answer.body);
}

async function replace(
  scene: Scene,
  session: model.ModelSession,
  { lines, fault }: Does<'replace'>,
): Promise<void> {
  const { agent } = scene.stage;
  const answer = await faulty(scene, fault, () =>
    agent.replaceLines(session.id, asLines(scene.stage, lines)),
  );
  // A paid session may be refused as such, or be changed without effect.
  const allowed = model.replaceStatus(session, fault !== 'none');
  if (!isDone(answer, session.bought ? [...allowed, 409] : allowed, 'replace')) return;
  session.lines = lines;
  compare(scene, session, answer.body);
}

async function complete(
  scene: Scene,
  session: model.ModelSession,
  { fault }: Does<'complete'>,
): Promise<void> {
  const answer = await faulty(scene, fault, () => scene.stage.agent.complete(session.id));
  if (!isDone(answer, model.completeStatus(session), 'complete')) return;
  model.complete(session, fault !== 'none');
  compare(scene, session, answer.body);
}

async function completeTwice(scene: Scene, session: model.ModelSession): Promise<void> {
  const { agent } = scene.stage;
  const [first] = model.completeStatus(session);
  const answers = await Promise.all([agent.complete(session.id), agent.complete(session.id)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [first, 409]);
  if (first !== 200) return;
  model.complete(session, false);
  await look(scene, session);
}

async function cancel(scene: Scene, session: model.ModelSession, { fault }: Does<'cancel'>): Promise<void> {
  const answer = await faulty(scene, fault, () => scene.stage.agent.cancel(session.id));
  if (!isDone(answer, model.cancelStatus(session), 'cancel')) return;
  model.cancel(session, fault !== 'none');
  compare(scene, session, answer.body);
}

/** Pays at the saved URL, whatever state the session is in. */
async function pay(scene: Scene, session: model.ModelSession): Promise<void> {
  const page = await fetch(session.address, { method: 'POST' });
  await page.text();
  const { length: bought } = ordersOf(scene, session);
  assert.ok(bought <= 1, `session ${session.id} was bought ${bought} times`);
  if (session.bought || session.payable === 'yes') assert.equal(bought, 1, 'the buyer can pay');
  if (!session.bought && session.payable === 'no')
    assert.equal(bought, 0, 'nobody can pay what was canceled');
  session.bought = bought === 1;
}

function ordersOf({ stage }: Scene, { id }: model.ModelSession) {
  const { control } = stage.running.shop(stage.slug);
  return control.orders().filter(({ sessionId }) => sessionId === id);
}

async function readOrder(
  scene: Scene,
  session: model.ModelSession,
  { fault }: Does<'read_order'>,
): Promise<void> {
  const { agent } = scene.stage;
  const { order } = (await agent.readSession(session.id)).body;
  if (!order) return;
  const answer = await faulty(scene, fault, () => agent.readOrder(order.id));
  isDone(answer, [200], 'read order');
  assert.equal(answer.body.session_id, session.id);
  if (session.bought && fault === 'none') session.payment = 'verified';
  else if (session.bought && session.payment !== 'verified') session.payment = 'maybe';
  if (session.payment !== 'maybe') assert.equal(answer.body.payment, session.payment);
  await look(scene, session);
}

async function ship(scene: Scene, session: model.ModelSession): Promise<void> {
  const [order] = ordersOf(scene, session);
  if (!order) return;
  const { running, slug, agent } = scene.stage;
  running.shop(slug).control.moveOrder(order.id, 'shipped');
  const answer = await agent.readOrder(String(order.id));
  isDone(answer, [200], 'read order');
  assert.deepEqual([answer.body.session_id, answer.body.status], [session.id, 'shipped']);
  session.payment = 'verified';
  await look(scene, session);
}

async function hear({ stage, state }: Scene, { post }: Does<'hear'>): Promise<void> {
  const { control } = stage.running.shop(stage.slug);
  control.injectWebhookFaults({ duplicated: post === 'duplicated', reordered: post === 'reordered' });
  await stage.running.settle();
  model.hearAll(state);
}

function compare({ stage }: Scene, session: model.ModelSession, body: Session): void {
  sessionResponse.parse(body);
  const isFailed = session.status === 'failed';
  const prices = { mug: stage.items.mug.price, lamp: stage.items.lamp.price };
  const view = { ...contentOf(stage, body), subtotal: body.totals.subtotal };
  assert.deepEqual(view, {
    id: session.id,
    status: session.status,
    lines: session.lines,
    codes: isFailed ? [] : session.codes,
    subtotal: isFailed ? 0 : model.subtotalOf(session.priced, prices),
  });
  assert.equal(body.continue_url === null, isFailed);
  session.address = body.continue_url ?? session.address;
  // A read may ask the shop, at most every three seconds, and so find what the buyer has paid since the claim.
  const mayBeFound = session.payment === 'maybe' || (session.payment === 'claimed' && session.bought);
  if (mayBeFound) {
    if (body.payment === 'verified') session.payment = 'verified';
  } else if (session.payment !== 'none' || !session.bought) {
    assert.equal(body.payment ?? 'none', session.payment);
  }
}
