import { CommerceError } from '../commerce/errors.ts';
import type { Order, PlatformOrder } from '../commerce/order.ts';
import { isUuid } from '../commerce/uuid.ts';
import { applyPlatformOrder } from './apply-platform-order.ts';
import { instant, type StoreContext } from './store-context.ts';

export interface OrderReading {
  order: Order;
  /** True when the platform could not tell: the order is what was last known of it. */
  stale: boolean;
}

/** How an agent may name an order. Platform ids are asked of the platform; the service's own are known here or nowhere. */
type OrderName = { kind: 'own' | 'number' | 'platform'; value: string };

/**
 * An order by the service's UUID, the platform's GID or its plain number. The platform is asked each time and its answer
 * kept; when it cannot be reached, what was last known is told (docs/contract.md, Orders). Only orders that came through a session
 * of this store exist: any other is `not_found`, so nobody can walk a shop's orders.
 */
export async function readOrder(context: StoreContext, id: string): Promise<OrderReading> {
  const name = nameOf(context, id);
  const known = name && (await find(context, name));
  if (!name || (!known && name.kind === 'own')) throw noSuchOrder(id);
  const reading = known ? await refresh(context, known) : await discover(context, name);
  if (reading) return reading;
  throw noSuchOrder(id);
}

function noSuchOrder(id: string): CommerceError {
  return new CommerceError(
    'not_found',
    `This store has no order "${id.slice(0, 64)}" of an agent's session.`,
  );
}

/** Proxies make one slash of two. */
const GID = /^gid:\/{1,2}([a-z]+)\/Order\/(\d{1,20})$/;
const NUMBER = /^\d{1,20}$/;

function nameOf({ store }: StoreContext, id: string): OrderName | undefined {
  if (isUuid(id)) return { kind: 'own', value: id };
  if (NUMBER.test(id)) return { kind: 'number', value: id };
  const [, platform, number] = GID.exec(id) ?? [];
  if (platform !== store.platform) return undefined;
  return { kind: 'platform', value: `gid://${platform}/Order/${number}` };
}

function find({ orders, store }: StoreContext, { kind, value }: OrderName): Promise<Order | undefined> {
  if (kind === 'own') return orders.find(store.id, value);
  return kind === 'number' ? orders.ofPlatformNumber(store.id, value) : orders.ofPlatformId(store.id, value);
}

async function refresh(context: StoreContext, known: Order): Promise<OrderReading> {
  try {
    const placed = await askPlatform(context, known);
    if (placed) return { order: (await applyPlatformOrder(context, placed)) ?? known, stale: false };
    // Deleted at the platform, it is told as it last was; claimed only, it may still be paid.
    return known.payment === 'verified' ? { order: known, stale: true } : await stillClaimed(context, known);
  } catch (error) {
    if (isOfThePlatform(error)) return { order: known, stale: true };
    throw error;
  }
}

async function askPlatform(context: StoreContext, known: Order): Promise<PlatformOrder | undefined> {
  const { platform, caller, sessions } = context;
  if (known.platformOrder) return platform.readOrder(known.platformOrder.id, caller);
  const session = await sessions.find(known.storeId, known.sessionId);
  if (!session || session.cartHandle === null) return undefined;
  return platform.findOrder({ sessionId: session.id, cartHandle: session.cartHandle }, caller);
}

async function stillClaimed(context: StoreContext, known: Order): Promise<OrderReading> {
  const asOf = instant(context);
  await context.orders.asked(known.id, asOf);
  return { order: { ...known, asOf }, stale: false };
}

/** An order that nobody has told of yet: its session was not completed, and no event has come. */
async function discover(context: StoreContext, name: OrderName): Promise<OrderReading | undefined> {
  const placed = await context.platform.readOrder(name.value, context.caller);
  const order = placed && (await applyPlatformOrder(context, placed));
  return order && { order, stale: false };
}

function isOfThePlatform(error: unknown): boolean {
  return error instanceof CommerceError && error.kind.startsWith('platform_');
}
