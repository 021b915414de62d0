import { CommerceError } from '../commerce/errors.ts';
import { isUuid } from '../commerce/uuid.ts';
import type { ActivityFilter, ActivityPage, ListedOrder } from '../storage/repositories/activity-lists.ts';
import type { ListedCart, ListedSession } from '../storage/repositories/listed-rows.ts';
import {
  callEntries,
  cartEntries,
  deliveryEntries,
  inTime,
  orderEntries,
  sessionEntries,
  type TimelineEntry,
} from './timeline.ts';
import { nowOf, type StoreVisit } from './merchant-context.ts';

export type { ActivityFilter, ActivityPage, ListedOrder } from '../storage/repositories/activity-lists.ts';
export type { RowPosition } from '../storage/repositories/row-position.ts';
export type { ListedCart, ListedSession } from '../storage/repositories/listed-rows.ts';

/** Lists sessions after failing the expired ones. */
export async function listSessions(
  visit: StoreVisit<'activity' | 'now' | 'sessions'>,
  filter: ActivityFilter,
  page: ActivityPage,
) {
  await visit.context.sessions.failExpired(nowOf(visit));
  return visit.context.activity.sessions(visit.store.id, filter, page);
}

/** `failedCall`: id of the failed request while the log keeps it. Throws `not_found`. */
export async function sessionWithTimeline(
  visit: StoreVisit<'activity' | 'flushCalls' | 'now' | 'requestLog' | 'sessions'>,
  id: string,
): Promise<{ session: ListedSession; timeline: TimelineEntry[]; failedCall: string | null }> {
  const { context, store } = visit;
  await Promise.all([context.sessions.failExpired(nowOf(visit)), context.flushCalls()]);
  const session = isUuid(id) ? await context.activity.session(store.id, id) : undefined;
  if (!session) throw notThere('checkout session');
  const [calls, ofOrder] = await Promise.all([
    context.requestLog.about(store.id, 'session_id', id),
    session.orderId === null ? [] : timelineOfOrder(visit, session.orderId),
  ]);
  const failedCall = calls.find(({ requestId }) => requestId === session.failure?.requestId);
  return {
    session,
    timeline: inTime([...callEntries(calls), ...sessionEntries(session), ...ofOrder]),
    failedCall: failedCall?.id ?? null,
  };
}

export async function listCarts(
  visit: StoreVisit<'activity' | 'carts' | 'now'>,
  filter: ActivityFilter,
  page: ActivityPage,
) {
  await visit.context.carts.cancelExpired(nowOf(visit));
  return visit.context.activity.carts(visit.store.id, filter, page);
}

/** Throws `not_found`. */
export async function cartWithTimeline(
  visit: StoreVisit<'activity' | 'carts' | 'flushCalls' | 'now' | 'requestLog'>,
  id: string,
): Promise<{ cart: ListedCart; timeline: TimelineEntry[] }> {
  const { context, store } = visit;
  await Promise.all([context.carts.cancelExpired(nowOf(visit)), context.flushCalls()]);
  const cart = isUuid(id) ? await context.activity.cart(store.id, id) : undefined;
  if (!cart) throw notThere('cart');
  const calls = await context.requestLog.about(store.id, 'cart_id', id);
  return { cart, timeline: inTime([...callEntries(calls), ...cartEntries(cart)]) };
}

/** Throws `not_found`. */
export async function orderWithTimeline(
  visit: StoreVisit<'activity' | 'flushCalls' | 'requestLog'>,
  id: string,
): Promise<{ listed: ListedOrder; timeline: TimelineEntry[] }> {
  const { context, store } = visit;
  await context.flushCalls();
  const listed = isUuid(id) ? await context.activity.order(store.id, id) : undefined;
  if (!listed) throw notThere('order');
  const [calls, ofOrder] = await Promise.all([
    context.requestLog.about(store.id, 'order_id', id),
    timelineOfOrder(visit, id),
  ]);
  return { listed, timeline: inTime([...callEntries(calls), ...ofOrder]) };
}

/** Changes of an order, and the webhooks about it. */
async function timelineOfOrder(
  { context, store }: StoreVisit<'activity'>,
  id: string,
): Promise<TimelineEntry[]> {
  const [events, listed] = await Promise.all([
    context.activity.orderEvents(id),
    context.activity.order(store.id, id),
  ]);
  const platformId = listed?.order.platformOrder?.id;
  const deliveries =
    platformId === undefined ? [] : await context.activity.deliveriesAbout(store.id, platformId);
  return [...orderEntries(events), ...deliveryEntries(deliveries)];
}

function notThere(what: string): CommerceError {
  return new CommerceError('not_found', `The store has no ${what} with that id.`);
}
