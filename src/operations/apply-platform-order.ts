import { CommerceError } from '../commerce/errors.ts';
import { TAG_ORDER } from '../commerce/job-names.ts';
import { boundedRecord } from '../commerce/json/bounded-record.ts';
import {
  isUnchanged,
  type LearnedBy,
  type Order,
  type PlatformOrder,
  reportedOrder,
  supersedes,
} from '../commerce/order/order.ts';
import { isUuid } from '../commerce/uuid.ts';
import { instant, type StoreContext } from './store-context.ts';

export type OrderContext = Pick<StoreContext, 'store' | 'sessions' | 'orders' | 'jobs' | 'now' | 'newId'>;

const MAX_ATTEMPTS = 10;

/**
 * Records the platform's state of an order, however late, doubled or out of order: the newest state wins. Returns undefined
 * for an order that carries no session of this store. The session's status stays: completing it is the agent's step. `before`
 * is the order as it was read before the platform was asked.
 */
export async function applyPlatformOrder(
  context: OrderContext,
  placed: PlatformOrder,
  learnedBy: LearnedBy = 'read',
  before?: Order,
): Promise<Order | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const known = await knownOrder(context, placed, attempt === 0 ? before : undefined);
    const sessionId = known?.sessionId ?? (await sessionOf(context, placed));
    if (sessionId === undefined) return undefined;
    if (known && !supersedes(placed, known)) return known;
    const record = { id: known?.id ?? context.newId(), storeId: context.store.id, sessionId };
    const order = reportedOrder(record, placed, instant(context), known);
    if (await write(context, placed, { order, known, learnedBy })) return order;
  }
  throw new CommerceError('busy', 'The order is being changed by other requests. Try again in a moment.');
}

interface Change {
  order: Order;
  known: Order | undefined;
  learnedBy: LearnedBy;
}

/** Returns false, with nothing written, when the order is no longer as known. */
async function write(
  context: OrderContext,
  placed: PlatformOrder,
  { order, known, learnedBy }: Change,
): Promise<boolean> {
  if (known && isUnchanged(order, known)) {
    recordRead(context, order);
    return true;
  }
  // The known lines and events may have grown by each read.
  const kept = boundedRecord(order);
  // Enqueued before the order is written: cut off in between, it is tagged twice rather than never.
  if (known?.platformOrder?.id !== placed.id) await enqueueTag(context, placed);
  return context.orders.record(kept, known, instant(context), learnedBy);
}

/** Records in the background when the platform was asked: after a crash the stored order may look older than it is. */
export function recordRead({ orders }: Pick<OrderContext, 'orders'>, order: Order): void {
  void orders.asked(order, order.asOf).catch(() => undefined);
}

async function knownOrder(
  { orders, store }: OrderContext,
  placed: PlatformOrder,
  before?: Order,
): Promise<Order | undefined> {
  if (before?.platformOrder?.id === placed.id) return before;
  const { sessionId } = placed;
  const known = await orders.ofPlatformId(store.id, placed.id);
  return known || sessionId === null || !isUuid(sessionId) ? known : orders.ofSession(store.id, sessionId);
}

/** The text on an order is untrusted: it counts only when it is the id of a session of this store. */
async function sessionOf(
  { sessions, store }: OrderContext,
  { sessionId }: PlatformOrder,
): Promise<string | undefined> {
  if (sessionId === null || !isUuid(sessionId)) return undefined;
  return (await sessions.find(store.id, sessionId))?.id;
}

function enqueueTag(context: OrderContext, placed: PlatformOrder): Promise<void> {
  const job = { storeId: context.store.id, kind: TAG_ORDER, subject: placed.id };
  return context.jobs.enqueue(job, instant(context));
}
