import { type CheckoutSession, nextStatus } from '../commerce/checkout-session.ts';
import { placedOrder, settleCart } from './complete-checkout.ts';
import { changeSession, readSession } from './session-lease.ts';
import type { StoreContext } from './store-context.ts';

/**
 * Asks the platform whether the session became an order: with one it is completed, without one it stays as it is, and nobody's
 * word is taken for it. Throws `conflict` for a failed session without an order.
 */
export async function settleCheckout(context: StoreContext, id: string): Promise<CheckoutSession> {
  const standing = await readSession(context, id);
  if (standing.status === 'completed' && standing.payment === 'verified') return standing;
  return changeSession(context, id, async ({ session, interrupted, finish }) => {
    const placed = await placedOrder(context, session);
    if (placed?.payment === 'verified') {
      const { status } = session;
      // An order that was paid at the last moment stands, whatever became of its session.
      const completed =
        status === 'completed' || status === 'failed' ? status : nextStatus(status, 'complete');
      return finish({ ...session, ...repriced(session), status: completed, pending: null }, placed);
    }
    if (session.status !== 'completed') nextStatus(session.status, 'complete');
    return finish(interrupted ? await settleCart(context, session) : session);
  });
}

/** What its lines cost since they were replaced. */
function repriced({ pending }: CheckoutSession) {
  return pending ? { totals: pending.totals, discounts: pending.discounts } : {};
}
