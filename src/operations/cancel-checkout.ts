import { type CheckoutSession, nextStatus } from '../commerce/checkout-session.ts';
import { abandonNowOrLater } from './abandon-cart.ts';
import { changeSession, readSession } from './session-lease.ts';
import type { StoreContext } from './store-context.ts';

/**
 * Fails a session and empties its platform cart as far as the platform allows. Repeating it gives the same answer; a
 * platform that does not answer does not keep the agent from canceling: its cart is emptied when it answers again.
 */
export async function cancelCheckout(context: StoreContext, id: string): Promise<CheckoutSession> {
  const standing = await readSession(context, id);
  if (standing.status === 'failed') return standing;
  return changeSession(context, id, async ({ session, finish }) => {
    const status = nextStatus(session.status, 'cancel');
    await abandonNowOrLater(context, { of: 'session', id, cartHandle: session.cartHandle });
    return finish({ ...session, status });
  });
}
