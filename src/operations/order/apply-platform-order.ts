import { CommerceError } from '../../commerce/errors.ts';
import { TAG_ORDER } from '../../commerce/job/job-names.ts';
import { limitRecord } from '../../commerce/json/bounded-record.ts';
import { toCartOrderEvent } from '../../commerce/order/events.ts';
import { pickFirstLines } from '../../commerce/order/first-lines.ts';
import {
  canSupersede,
  isUnchanged,
  type LearnedBy,
  type Order,
  type PlatformOrder,
  toReportedOrder,
} from '../../commerce/order/order.ts';
import { hasNewStatus, toOrderNews } from '../../commerce/order/order-news.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';

export type OrderContext = Pick<
  StoreContext,
  'store' | 'sessions' | 'cartOrders' | 'orders' | 'jobs' | 'now' | 'newId'
>;

const MAX_ATTEMPTS = 10;
/** Orders of one cart that are recorded. A shop empties a cart when it is ordered: only a buyer who opens its link again orders it twice. */
const MAX_CART_ORDERS = 10;
/** Parcels that are recorded of a cart’s order: its row stays small, however long the shop’s list is. */
const MAX_PARCELS = 10;

/**
 * Records the platform's state of an order, however late, doubled or out of order: the newest state wins. Returns undefined
 * for an order that carries no session of this store; it is recorded with its cart. The session's status stays: completing it is the
 * agent's step. `before` is the order as it was read before the platform was asked.
 */
export async function applyPlatformOrder(
  context: OrderContext,
  platformOrder: PlatformOrder,
  learnedBy: LearnedBy = 'read',
  before?: Order,
): Promise<Order | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const existing = await findKnownOrder(context, platformOrder, attempt === 0 ? before : undefined);
    const sessionId = existing?.sessionId ?? (await findSessionId(context, platformOrder));
    if (sessionId === undefined) {
      await recordCartOrder(context, platformOrder);
      return undefined;
    }
    if (existing && !canSupersede(platformOrder, existing)) return existing;
    const record = { id: existing?.id ?? context.newId(), storeId: context.store.id, sessionId };
    const order = toReportedOrder(record, platformOrder, getInstant(context), existing);
    if (await write(context, platformOrder, { order, existing, learnedBy })) return order;
  }
  throw new CommerceError('busy', 'The order is being changed by other requests. Try again in a moment.');
}

/** Returns false, with nothing written, when the order is no longer as known. */
async function write(
  context: OrderContext,
  platformOrder: PlatformOrder,
  { order, existing, learnedBy }: { order: Order; existing: Order | undefined; learnedBy: LearnedBy },
): Promise<boolean> {
  if (existing && isUnchanged(order, existing)) {
    recordRead(context, order);
    return true;
  }
  // The known lines and events may have grown by each read.
  const record = limitRecord(order);
  // Enqueued before the order is written: cut off in between, it is tagged twice rather than never.
  if (existing?.platformOrder?.id !== platformOrder.id) {
    const tag = { storeId: order.storeId, kind: TAG_ORDER, subject: platformOrder.id };
    await context.jobs.enqueue(tag, getInstant(context));
  }
  return context.orders.record(record, {
    before: existing,
    now: getInstant(context),
    learnedBy: hasNewStatus(record, existing) ? learnedBy : undefined,
    news: toOrderNews(record, existing),
  });
}

/** Records in the background when the platform was asked: after a crash the stored order may look older than it is. */
export function recordRead({ orders }: Pick<OrderContext, 'orders'>, order: Order): void {
  void orders.recordReading(order, order.asOf).catch(() => undefined);
}

async function findKnownOrder({ orders, store }: OrderContext, platformOrder: PlatformOrder, before?: Order) {
  if (before?.platformOrder?.id === platformOrder.id) return before;
  const { sessionId } = platformOrder;
  const order = await orders.ofPlatformId(store.id, platformOrder.id);
  return order || sessionId === null || !isUuid(sessionId) ? order : orders.ofSession(store.id, sessionId);
}

/** The text on an order is untrusted: it counts only when it is the id of a session of this store. */
async function findSessionId({ sessions, store }: OrderContext, { sessionId }: PlatformOrder) {
  if (sessionId === null || !isUuid(sessionId)) return undefined;
  return (await sessions.find(store.id, sessionId))?.id;
}

/** Records an order of a cart without a session. Anyone can write any id on an order: only the cart's row shows whose it was. */
async function recordCartOrder(context: OrderContext, platformOrder: PlatformOrder): Promise<void> {
  const { cartId: text } = platformOrder;
  const cartId = text !== null && isUuid(text) ? text : null;
  const order = { ...platformOrder, tracking: platformOrder.tracking.slice(0, MAX_PARCELS) };
  const record = { storeId: context.store.id, id: context.newId() };
  const rules = { maxOrders: MAX_CART_ORDERS, linesOf: pickFirstLines, eventOf: toCartOrderEvent };
  const at = { ...record, ...rules, now: getInstant(context) };
  await context.cartOrders.record(order, cartId, at);
}
