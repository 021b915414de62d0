import { type CheckoutSession, hasExpired } from '../../commerce/checkout/checkout-session.ts';
import { EXPIRY } from '../../commerce/order/events.ts';
import { createLease, releaseAfterFailure } from '../call/lease.ts';
import { poll } from '../call/poll.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';

/** Builds the cart of a session that is still `initiated`, under the given lease, which it ends. */
export type BuildCart = (session: CheckoutSession, leaseBy: string) => Promise<CheckoutSession>;

const TIMEOUT_MS = 5_000;

/**
 * Returns the session that holds the key; undefined when none does. A cart that is being built is awaited briefly; one whose
 * maker died is built here (docs/decisions/0002-checkout-sessions.md).
 */
export async function replayCheckout(
  context: StoreContext,
  key: string,
  buildCart: BuildCart,
): Promise<CheckoutSession | undefined> {
  let holder: CheckoutSession | undefined;
  const settled = await poll(context, TIMEOUT_MS, async () => {
    holder = await context.sessions.findByKey(context.store.id, key);
    if (!holder) return { session: undefined };
    const session = await settle(context, holder, buildCart);
    return session && { session };
  });
  if (settled) return settled.session;
  await context.sessions.syncClaims();
  return holder;
}

/** Returns the session when it is ready, or was filled here; undefined when the key has to be looked up again. */
async function settle(
  context: StoreContext,
  session: CheckoutSession,
  buildCart: BuildCart,
): Promise<CheckoutSession | undefined> {
  if (hasExpired(session, getInstant(context))) {
    // Frees the key, unless a live lease still protects the session.
    await context.sessions.failExpired(getInstant(context), EXPIRY);
    return undefined;
  }
  return session.status === 'initiated' ? takeOver(context, session, buildCart) : session;
}

/** Undefined while the maker's lease is live, and when the session no longer waits for a cart. */
async function takeOver(
  context: StoreContext,
  stalled: CheckoutSession,
  buildCart: BuildCart,
): Promise<CheckoutSession | undefined> {
  const { sessions, store } = context;
  const lease = createLease(context);
  const leased = await sessions.lease(store.id, stalled.id, lease);
  if (!leased) return undefined;
  if (leased.resource.status === 'initiated') return buildCart(leased.resource, lease.by);
  const state = { unsettled: false, now: getInstant(context) };
  await releaseAfterFailure(context, () => sessions.release(store.id, stalled.id, lease.by, state));
  return undefined;
}
