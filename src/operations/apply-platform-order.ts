import { CommerceError } from '../commerce/errors.ts';
import {
  type LearnedBy,
  type Order,
  type PlatformOrder,
  supersedes,
  verifiedOrder,
} from '../commerce/order.ts';
import { isUuid } from '../commerce/uuid.ts';
import { instant, type StoreContext } from './store-context.ts';

/** What is needed to take in an order; also what background work has at hand. */
export type OrderKeeping = Pick<StoreContext, 'store' | 'sessions' | 'orders' | 'jobs' | 'now' | 'newId'>;

/** The background task that marks an order for the merchant; its subject is the platform's GID of the order. */
export const TAG_ORDER = 'tag_order';

const ATTEMPTS = 10;

/**
 * Takes in what the platform says of an order, however late, doubled or out of order: the newest state stands. Undefined
 * when it is none of ours: it carries no session of this store, and is not known by its platform id either.
 * An order whose session was never completed is recorded as well, and the session tells of it (`order`, `payment`), but
 * its status stays: completing remains the agent's step. An order that is new here is to be tagged: that task is enqueued.
 */
export async function applyPlatformOrder(
  context: OrderKeeping,
  placed: PlatformOrder,
  learnedBy: LearnedBy = 'read',
): Promise<Order | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = await knownOrder(context, placed);
    const sessionId = known?.sessionId ?? (await sessionOf(context, placed));
    if (sessionId === undefined) return undefined;
    if (known && !supersedes(placed, known)) return known;
    const record = { id: known?.id ?? context.newId(), storeId: context.store.id, sessionId };
    const order = verifiedOrder(record, placed, instant(context), known);
    // Before it is written: cut off in between, an order of ours is tagged once more than needed, and never missed.
    if (known?.platformOrder?.id !== placed.id) await enqueueTag(context, placed);
    if (await context.orders.record(order, known, instant(context), learnedBy)) return order;
  }
  throw new CommerceError('busy', 'The order is being changed by others. Try again in a moment.');
}

async function knownOrder(context: OrderKeeping, placed: PlatformOrder): Promise<Order | undefined> {
  const known = await context.orders.ofPlatformId(context.store.id, placed.id);
  if (known || placed.sessionId === null || !isUuid(placed.sessionId)) return known;
  return context.orders.ofSession(context.store.id, placed.sessionId);
}

/** Anybody can write any text on an order: only a session of this very store makes it ours. */
async function sessionOf(context: OrderKeeping, { sessionId }: PlatformOrder): Promise<string | undefined> {
  if (sessionId === null || !isUuid(sessionId)) return undefined;
  return (await context.sessions.find(context.store.id, sessionId))?.id;
}

function enqueueTag(context: OrderKeeping, placed: PlatformOrder): Promise<void> {
  const job = { storeId: context.store.id, kind: TAG_ORDER, subject: placed.id };
  return context.jobs.enqueue(job, instant(context));
}
