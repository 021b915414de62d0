import { type CheckoutSession, nextStatus } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import { abandonNowOrLater } from './abandon-cart.ts';
import { changeSession, type LeasedSession, readSession } from './session-lease.ts';
import { mustBeUnpaid } from './replace-checkout.ts';
import type { StoreContext } from './store-context.ts';

/** Fails a session and empties its platform cart. Returns a session that has failed before as it is: repeating is safe. */
export async function cancelCheckoutRepeatably(context: StoreContext, id: string): Promise<CheckoutSession> {
  const session = await readSession(context, id);
  if (session.status === 'failed') return session;
  return changeSession(context, id, (leased) => cancel(context, leased));
}

/** Fails an open session and empties its platform cart. Throws `conflict` for one that is failed, completed or paid. */
export async function cancelCheckoutOnce(context: StoreContext, id: string): Promise<CheckoutSession> {
  return changeSession(context, id, async (leased) => {
    const { session } = leased;
    mustBeUnpaid(session);
    if (session.status === 'completed' || session.status === 'failed') throw alreadySettled(session.status);
    return cancel(context, leased);
  });
}

async function cancel(context: StoreContext, { session, finish }: LeasedSession): Promise<CheckoutSession> {
  const status = nextStatus(session.status, 'cancel');
  await abandonNowOrLater(context, { of: 'session', id: session.id, cartHandle: session.cartHandle });
  return finish({ ...session, status });
}

function alreadySettled(status: 'completed' | 'failed'): CommerceError {
  const past = status === 'completed' ? 'completed' : 'canceled';
  return new CommerceError('conflict', `The checkout session is already ${past}: it cannot be canceled.`);
}
