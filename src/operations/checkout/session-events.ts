import { type CheckoutSession, hasExpired } from '../../commerce/checkout/checkout-session.ts';
import { type FailureReason, type StoreEvent, sessionEvent } from '../../commerce/order/events.ts';
import { instant, type StoreContext } from '../call/store-context.ts';

type Watched = Pick<StoreContext, 'store'>;
type SessionEventType = Parameters<typeof sessionEvent>[0];

/** Returns the event, or nothing when no endpoint of the store asks for it. */
export function sessionEvents(
  { store }: Watched,
  type: SessionEventType,
  session: CheckoutSession,
  reason?: FailureReason,
): StoreEvent[] {
  return store.eventTypes.includes(type) ? [sessionEvent(type, session, reason)] : [];
}

/** Event of a session whose status has changed; a change may find that it had expired. */
export function eventsOfChange(
  context: Watched & Pick<StoreContext, 'now'>,
  before: CheckoutSession,
  changed: CheckoutSession,
): StoreEvent[] {
  if (changed.status === before.status) return [];
  if (changed.status === 'requires_escalation') return sessionEvents(context, 'session.handed_off', changed);
  if (changed.status === 'completed') return sessionEvents(context, 'session.completed', changed);
  if (changed.failure) return sessionEvents(context, 'session.failed', changed, 'cart_failed');
  return hasExpired(before, instant(context))
    ? sessionEvents(context, 'session.failed', changed, 'expired')
    : sessionEvents(context, 'session.canceled', changed, 'canceled');
}
