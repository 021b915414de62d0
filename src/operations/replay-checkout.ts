import { type CheckoutSession, hasExpired } from '../commerce/checkout-session.ts';
import { newLease } from './with-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

/** Builds the cart of a session that is still `initiated`, under the given lease. */
export type Fill = (session: CheckoutSession, leaseBy: string) => Promise<CheckoutSession>;

const BRIEFLY_MS = 5_000;
const POLL_INTERVAL_MS = 50;

/**
 * The session that holds the key, undefined when none does. One whose cart is still being built is waited for briefly and
 * then returned as it stands; one whose maker died is filled here (docs/decisions/0002-checkout-sessions.md).
 */
export async function replayCheckout(
  context: StoreContext,
  key: string,
  fill: Fill,
): Promise<CheckoutSession | undefined> {
  const connectionLimits = performance.now() + BRIEFLY_MS;
  for (;;) {
    const session = await context.sessions.findByKey(context.store.id, key);
    const settled = !session || (await settle(context, session, fill));
    if (settled !== false) return settled === true ? session : settled;
    if (performance.now() >= connectionLimits) return session;
    await context.wait(POLL_INTERVAL_MS);
  }
}

/** True: the session is ready as it is. A session: it was filled here. False: look again. */
async function settle(
  context: StoreContext,
  session: CheckoutSession,
  fill: Fill,
): Promise<CheckoutSession | boolean> {
  if (hasExpired(session, instant(context))) {
    // Frees the key; what a live lease still protects is waited for like any other.
    await context.sessions.failExpired(instant(context));
    return false;
  }
  if (session.status !== 'initiated') return true;
  return (await takeOver(context, session, fill)) ?? false;
}

/** Undefined while the maker's lease is live, and when the session is no longer waiting for a cart. */
async function takeOver(
  context: StoreContext,
  stalled: CheckoutSession,
  fill: Fill,
): Promise<CheckoutSession | undefined> {
  const lease = newLease(context);
  const leased = await context.sessions.lease(context.store.id, stalled.id, lease);
  if (!leased) return undefined;
  const waiting = leased.resource.status === 'initiated';
  try {
    if (waiting) return await fill(leased.resource, lease.by);
  } finally {
    // Writes nothing where `fill` has finished the session, which gives the lease back by itself.
    await context.sessions.release(stalled.id, lease.by, { unsettled: waiting, now: instant(context) });
  }
  return undefined;
}
