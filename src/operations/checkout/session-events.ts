import { type CheckoutSession, hasExpired } from '../../commerce/checkout/checkout-session.ts';
import { type FailureReason, type StoreEvent, toSessionEvent } from '../../commerce/order/events.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';

type Watched = Pick<StoreContext, 'store'>;
type SessionEventType = Parameters<typeof toSessionEvent>[0];

/** Returns the event, or nothing when no endpoint of the store asks for it. */
export function toSessionEvents(
  { store }: Watched,
  type: SessionEventType,
  session: CheckoutSession,
  reason?: FailureReason,
): StoreEvent[] {
  return store.eventTypes.includes(type) ? [toSessionEvent(type, session, reason)] : [];
}

/** Event of a session whose status has changed; a change may find that it had expired. */
export function toEventsOfChange(
  context: Watched & Pick<StoreContext, 'now'>,
  before: CheckoutSession,
  changed: CheckoutSession,
): StoreEvent[] {
  if (changed.status === before.status) return [];
  if (changed.status === 'requires_escalation')
    return toSessionEvents(context, 'session.handed_off', changed);
  if (changed.status === 'completed') return toSessionEvents(context, 'session.completed', changed);
  if (changed.failure) return toSessionEvents(context, 'session.failed', changed, 'cart_failed');
  return hasExpired(before, getInstant(context))
    ? toSessionEvents(context, 'session.failed', changed, 'expired')
    : toSessionEvents(context, 'session.canceled', changed, 'canceled');
}
