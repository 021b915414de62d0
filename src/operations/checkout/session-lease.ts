import { type CheckoutSession, hasExpired } from '../../commerce/checkout/checkout-session.ts';
import { toStoredParts } from '../../commerce/checkout/stored-parts.ts';
import { type FailureReason, type StoreEvent, toSessionEvent } from '../../commerce/order/events.ts';
import type { Order } from '../../commerce/order/order.ts';
import { toOrderNews } from '../../commerce/order/order-news.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import { createNoneError, requireLease, withLease } from '../call/lease.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';

/** Reads the session, failed when it has expired. Throws `not_found`. */
export async function readSession(context: Pick<StoreContext, 'sessions' | 'store' | 'now'>, id: string) {
  const session = isUuid(id) ? await context.sessions.find(context.store.id, id) : undefined;
  if (!session) throw createNoneError('checkout session', id, 'session');
  return toCurrentSession(context, session);
}

function toCurrentSession(context: Pick<StoreContext, 'now'>, session: CheckoutSession): CheckoutSession {
  return hasExpired(session, getInstant(context)) ? { ...session, status: 'failed' } : session;
}

export interface LeasedSession {
  session: CheckoutSession;
  /** True when an earlier change was cut off: the platform cart may differ from the session. */
  interrupted: boolean;
  finish(changed: CheckoutSession, order?: Order): Promise<CheckoutSession>;
}

export async function changeSession(
  context: StoreContext,
  id: string,
  change: (leased: LeasedSession) => Promise<CheckoutSession>,
): Promise<CheckoutSession> {
  const what = 'checkout session';
  const leasable = { what, table: context.sessions, mustExist: () => readSession(context, id) };
  return withLease(context, id, leasable, ({ resource, owner, interrupted }) =>
    change({
      session: toCurrentSession(context, resource),
      interrupted,
      finish: async (changed, order) =>
        requireLease(await finishSession(context, { before: resource, owner }, changed, order), what),
    }),
  );
}

/** Writes a changed session with its order and the events of both, and ends its lease; undefined where that is lost. */
export function finishSession(
  context: StoreContext,
  { before, owner }: { before: CheckoutSession; owner: string },
  changed: CheckoutSession,
  order?: Order,
): Promise<CheckoutSession | undefined> {
  const events = toSessionEvents(context, before, { ...changed, ...toPaymentState(changed, order) });
  const news = order && toOrderNews(order, undefined);
  const now = getInstant(context);
  const change = { from: before.status, parts: toStoredParts(changed, now), order, news, events };
  return context.sessions.finish(changed, owner, now, change);
}

function toPaymentState({ order, payment, isPaid }: CheckoutSession, latest: Order | undefined) {
  if (!latest) return { order, payment, isPaid };
  const { id, status, currency, totals } = latest;
  return { order: { id, status, currency, totals }, payment: latest.payment, isPaid: latest.isPaid };
}

/** Event of a session that is new or whose status has changed; nothing when no endpoint of the store asks for it. */
export function toSessionEvents(
  context: Pick<StoreContext, 'store' | 'now'>,
  before: CheckoutSession | undefined,
  changed: CheckoutSession,
): StoreEvent[] {
  const [type, reason] = pickEvent(before, changed, getInstant(context)) ?? [];
  return type && context.store.eventTypes.includes(type) ? [toSessionEvent(type, changed, reason)] : [];
}

/** A change may find that the session had expired. */
function pickEvent(
  before: CheckoutSession | undefined,
  changed: CheckoutSession,
  now: string,
): [type: Parameters<typeof toSessionEvent>[0], reason?: FailureReason] | undefined {
  if (!before) return ['session.created'];
  if (changed.status === before.status) return undefined;
  if (changed.status === 'requires_escalation') return ['session.handed_off'];
  if (changed.status === 'completed') return ['session.completed'];
  if (changed.failure) return ['session.failed', 'cart_failed'];
  return hasExpired(before, now) ? ['session.failed', 'expired'] : ['session.canceled', 'canceled'];
}
