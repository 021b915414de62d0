import { type CheckoutSession, nextStatus } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import { abandonNowOrLater } from './abandon-cart.ts';
import { mustBeUnpaid } from './reprice-checkout.ts';
import { changeSession } from './session-lease.ts';
import type { StoreContext } from './store-context.ts';

/**
 * Cancels a session that is open, and empties its platform cart as far as the platform allows. What it held and cost stays
 * written. Throws `conflict` for one that is settled: canceled before, expired, completed or paid.
 */
export async function cancelOpenCheckout(context: StoreContext, id: string): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, finish }) => {
    mustBeUnpaid(session);
    if (session.status === 'completed' || session.status === 'failed') throw alreadySettled(session.status);
    const status = nextStatus(session.status, 'cancel');
    await abandonNowOrLater(context, { of: 'session', id, cartHandle: session.cartHandle });
    return finish({ ...session, status });
  });
}

function alreadySettled(status: 'completed' | 'failed'): CommerceError {
  const said = status === 'completed' ? 'completed' : 'canceled';
  return new CommerceError('conflict', `The checkout session is already ${said}: it cannot be canceled.`);
}
