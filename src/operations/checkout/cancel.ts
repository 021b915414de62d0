import { type Cart, nextCartStatus } from '../../commerce/checkout/cart.ts';
import { type CheckoutSession, nextStatus } from '../../commerce/checkout/checkout-session.ts';
import { toConflictError } from '../../commerce/errors.ts';
import { EMPTY_CART } from '../../commerce/job/job-names.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { changeCart } from '../cart/cart-lease.ts';
import { mustHaveNoOrder } from './replace-checkout.ts';
import { changeSession, type LeasedSession, readSession } from './session-lease.ts';

/** Cancels a cart and empties its platform cart. Throws `conflict` when it is canceled already. */
export async function cancelCart(context: StoreContext, id: string): Promise<Cart> {
  return changeCart(context, { id, evenPaused: true }, async ({ cart, finish }) => {
    const status = nextCartStatus(cart.status, 'cancel');
    await abandonNowOrLater(context, 'cart', cart);
    return finish({ ...cart, status });
  });
}

/** Fails a session and empties its platform cart. Returns a session that has failed before as it is: repeating is safe. */
export async function cancelCheckoutRepeatably(context: StoreContext, id: string): Promise<CheckoutSession> {
  const session = await readSession(context, id);
  if (session.status === 'failed') return session;
  return changeSession(context, id, (leased) => cancel(context, leased));
}

/** Fails an open session and empties its platform cart. Throws `conflict` for a failed, completed or paid session. */
export async function cancelCheckoutOnce(context: StoreContext, id: string): Promise<CheckoutSession> {
  return changeSession(context, id, async (leased) => {
    const { session } = leased;
    mustHaveNoOrder(session);
    const { status } = session;
    if (status !== 'completed' && status !== 'failed') return cancel(context, leased);
    const ending = status === 'failed' ? 'canceled' : status;
    throw toConflictError(`The checkout session is already ${ending}: it cannot be canceled.`);
  });
}

async function cancel(context: StoreContext, { session, finish }: LeasedSession): Promise<CheckoutSession> {
  const status = nextStatus(session.status, 'cancel');
  await abandonNowOrLater(context, 'session', session);
  return finish({ ...session, status });
}

/** Empties the platform cart of a canceled session or cart, or enqueues the job for it before the cancellation is written. */
async function abandonNowOrLater(
  context: Pick<StoreContext, 'platform' | 'caller' | 'jobs' | 'store' | 'now'>,
  of: 'session' | 'cart',
  { id, cartHandle }: Pick<CheckoutSession, 'id' | 'cartHandle'>,
): Promise<void> {
  // The shop never made one.
  if (cartHandle === null) return;
  try {
    await context.platform.abandonCart(cartHandle, id, context.caller);
  } catch {
    const job = { storeId: context.store.id, kind: EMPTY_CART, subject: `${of}/${id}` };
    await context.jobs.enqueue(job, getInstant(context));
  }
}
