import { type CheckoutSession, hasExpired } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Caller } from '../store-platforms/store-platform.ts';
import { applyPlatformOrder } from './apply-platform-order.ts';
import { readSession } from './session-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

/** However many read a session, in however many processes, the shop is asked this often at most. */
const ASK_INTERVAL_MS = 3_000;
/** A reader waits this long for the shop, then gets what is stored. */
const ASK_TIMEOUT_MS = 2_000;

/**
 * Reads a session, and notices by itself that the buyer has paid: while it waits for the buyer, the shop is asked for an
 * order that carries it, which is then taken in as a webhook would. A shop that fails leaves the session as it is stored.
 */
export async function detectPayment(context: StoreContext, id: string): Promise<CheckoutSession> {
  const session = await readSession(context, id);
  if (!isAwaitingPayment(context, session)) return session;
  await (context.orderChecks.get(id) ?? beginCheck(context, session));
  return readSession(context, id);
}

/** The buyer has the address, and nobody has seen an order yet; an agent's word for it is no order. */
function isAwaitingPayment(context: StoreContext, session: CheckoutSession): boolean {
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
    const placed = await platform.findOrder({ sessionId: id, cartHandle }, hurried(context.caller));
    if (placed) await applyPlatformOrder(context, placed);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
  }
}

/** For all who wait for the answer: the first of them may hang up. */
function hurried({ gone: _gone, deadline, ...caller }: Caller): Caller {
  const last = performance.now() + ASK_TIMEOUT_MS;
  return { ...caller, deadline: Math.min(deadline ?? last, last) };
}
