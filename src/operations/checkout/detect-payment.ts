import type { Caller } from '../../commerce/call/caller.ts';
import { type CheckoutProblem, createUnavailableProblem } from '../../commerce/checkout/checkout-problem.ts';
import { type CheckoutSession, hasExpired } from '../../commerce/checkout/checkout-session.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { applyPlatformOrder } from '../order/apply-platform-order.ts';
import { readSession } from './session-lease.ts';

const MIN_ASK_INTERVAL_MS = 3_000;
const MAX_ASK_INTERVAL_MS = 60_000;
/** A payment that no event reports shows late by this part of the time that the buyer has taken. */
const PART_OF_AGE = 1 / 20;
/** A reader waits this long for the shop, then gets what is stored. */
const ASK_TIMEOUT_MS = 2_000;

/** Reads a session. While it waits for the buyer, the shop is asked for its order, or why the buyer cannot pay. */
export async function detectPayment(context: StoreContext, id: string): Promise<CheckoutSession> {
  const session = await readSession(context, id);
  return isAwaitingPayment(context, session) ? checkPayment(context, session) : session;
}

async function checkPayment(context: StoreContext, session: CheckoutSession): Promise<CheckoutSession> {
  const intervalMs = computeAskInterval(context, session);
  const check = context.runOncePer(session.id, intervalMs, () => checkOrder(context, session, intervalMs));
  // Read after the check, the session has what it has found.
  if (!check) return session;
  await check;
  return readSession(context, session.id);
}

/** True from the hand-off until the shop confirms an order; an agent's claim does not end it. */
function isAwaitingPayment(context: Pick<StoreContext, 'now'>, session: CheckoutSession): boolean {
  const { status, expiresAt, payment } = session;
  const isHandedOff = status === 'requires_escalation' || status === 'completed';
  if (!isHandedOff || payment === 'verified') return false;
  const isTimely = !hasExpired({ status: 'requires_escalation', expiresAt }, getInstant(context));
  // Reads a sealed value: last.
  return isTimely && session.continueUrl !== null;
}

/** Minimum time between two requests to the shop for one session, over all processes. */
function computeAskInterval({ now }: Pick<StoreContext, 'now'>, { createdAt }: CheckoutSession): number {
  const partOfAge = (now() - Date.parse(createdAt)) * PART_OF_AGE;
  return Math.min(Math.max(partOfAge, MIN_ASK_INTERVAL_MS), MAX_ASK_INTERVAL_MS);
}

async function checkOrder(context: StoreContext, session: CheckoutSession, intervalMs: number) {
  const { store, sessions, platform } = context;
  const { id, cartHandle } = session;
  if (cartHandle === null) return;
  try {
    // A database without room refuses the claim, and the session is read as stored.
    if (!(await sessions.claimOrderCheck(store.id, id, getInstant(context), intervalMs))) return;
    let problem: CheckoutProblem | null = null;
    const onUnpayable = (reported: CheckoutProblem) => {
      problem = reported;
    };
    const platformOrder = await platform.findOrder(
      { sessionId: id, cartHandle, onUnpayable },
      withoutHangUp(context.caller),
    );
    if (platformOrder) await applyPlatformOrder(context, platformOrder);
    // An attempt whose payment has failed leaves the session to be paid.
    const current = platformOrder ? await readSession(context, id) : session;
    if (!isAwaitingPayment(context, current)) return;
    problem ??= await findSoldOutLines(context, current);
    // Writes nothing where the session has changed since the shop was asked.
    if (JSON.stringify(problem) !== JSON.stringify(current.problem))
      await sessions.recordProblem(current, problem);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
  }
}

/** Finds lines that have sold out since they were priced, by the copy of the catalog, read once: without a call to the shop. */
async function findSoldOutLines({ products, store }: StoreContext, session: CheckoutSession) {
  const { lines, totals, pending } = session;
  const pricedAt = (pending?.totals ?? totals).asOf;
  if (pricedAt === undefined) return null;
  const variantIds = lines.map(({ variantId }) => variantId);
  const readings = await products.readings(store.id, variantIds);
  // A reading from before the pricing is older than what the shop has said with it.
  const soldOut = readings.filter(
    ({ id, product, readAt }) =>
      readAt > pricedAt && product.variants.find((each) => each.id === id)?.available === false,
  );
  const ids = new Set(soldOut.map(({ id }) => id));
  const gone = lines.filter(({ variantId }) => ids.has(variantId));
  const items = gone.map(({ variantId, title }) => {
    return { variantId, reason: 'out_of_stock' as const, message: `${title} is out of stock.` };
  });
  return items.length > 0 ? createUnavailableProblem(items) : null;
}

/** All readers of a session share the answer: it must not end when the first of them hangs up. */
function withoutHangUp({ gone: _gone, deadline, ...caller }: Caller): Caller {
  const last = performance.now() + ASK_TIMEOUT_MS;
  return { ...caller, deadline: Math.min(deadline ?? last, last) };
}
