import { type CheckoutSession, hasExpired } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Caller } from '../store-platforms/store-platform.ts';
import { applyPlatformOrder } from './apply-platform-order.ts';
import { readSession } from './session-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

/** Minimum time between two requests to the shop for one session, over all processes. */
const ASK_INTERVAL_MS = 3_000;
/** A reader waits this long for the shop, then gets what is stored. */
const ASK_TIMEOUT_MS = 2_000;

/**
 * Reads a session; while it waits for the buyer, asks the shop for an order of it, and applies that as a webhook would.
 * When the shop fails, returns the session as stored.
 */
export async function detectPayment(context: StoreContext, id: string): Promise<CheckoutSession> {
  const session = await readSession(context, id);
  if (!isAwaitingPayment(context, session)) return session;
  await (context.orderChecks.get(id) ?? beginCheck(context, session));
  return readSession(context, id);
}

/** True from the hand-off until the shop confirms an order; an agent's claim does not end it. */
function isAwaitingPayment(context: Pick<StoreContext, 'now'>, session: CheckoutSession): boolean {
  const isHandedOff = session.status === 'requires_escalation' || session.status === 'completed';
  const isTimely = !hasExpired({ ...session, status: 'requires_escalation' }, instant(context));
  return isHandedOff && isTimely && session.continueUrl !== null && session.payment !== 'verified';
}

function beginCheck(context: StoreContext, session: CheckoutSession): Promise<void> {
  const check = checkOrder(context, session).finally(() => context.orderChecks.delete(session.id));
  context.orderChecks.set(session.id, check);
  return check;
}

async function checkOrder(context: StoreContext, { id, cartHandle }: CheckoutSession): Promise<void> {
  const { store, sessions, platform } = context;
  if (cartHandle === null) return;
  if (!(await sessions.claimOrderCheck(store.id, id, instant(context), ASK_INTERVAL_MS))) return;
  try {
    const placed = await platform.findOrder({ sessionId: id, cartHandle }, withoutHangUp(context.caller));
    if (placed) await applyPlatformOrder(context, placed);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
  }
}

/** All readers of a session share the answer: it must not end when the first of them hangs up. */
function withoutHangUp({ gone: _gone, deadline, ...caller }: Caller): Caller {
  const last = performance.now() + ASK_TIMEOUT_MS;
  return { ...caller, deadline: Math.min(deadline ?? last, last) };
}
