import { type CommerceError, isShopFailure, toNotFoundError } from '../../commerce/errors.ts';
import type { Order } from '../../commerce/order/order.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import type { ReadableOrder } from '../../storage/repositories/shopping/orders.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { applyPlatformOrder, recordRead } from './apply-platform-order.ts';

export interface OrderReading {
  order: Order;
  /** True when the platform could not be asked: the order is as last known. */
  stale: boolean;
}

/** How an agent names an order: by the service's own id, by the platform's, or by the number that the shop shows its buyers. */
type OrderName = { kind: 'own' | 'number' | 'platform'; value: string };

/**
 * Reads an order by the service's UUID, the platform's GID, its plain number or the shop's own number, and asks the platform each time
 * (docs/contract.md, Orders). Orders without a session of this store are `not_found`: agents cannot enumerate a shop's orders.
 */
export async function readOrder(context: StoreContext, id: string): Promise<OrderReading> {
  const name = nameOf(context, id);
  if (!name) throw createNoOrderError(id);
  const readable = await find(context, name);
  if (readable) return refresh(context, readable);
  if (name.kind === 'own') throw createNoOrderError(id);
  return discover(context, name, id);
}

function createNoOrderError(id: string): CommerceError {
  return toNotFoundError(`This store has no order ${quoteInput(id)} of an agent's session.`);
}

/** One slash or two: proxies merge them. */
const GID = /^gid:\/{1,2}([a-z]+)\/Order\/(\d{1,20})$/;
/** Shops number their orders as they like: `1042`, `2026-0042`, `#A/7`. */
const NUMBER = /^(?!gid:)[^\p{Cc}\p{Cs}]{1,100}$/u;

function nameOf({ store }: Pick<StoreContext, 'store'>, id: string): OrderName | undefined {
  if (isUuid(id)) return { kind: 'own', value: id };
  const [, platform, number] = GID.exec(id) ?? [];
  if (platform === store.platform) return { kind: 'platform', value: `gid://${platform}/Order/${number}` };
  return NUMBER.test(id) ? { kind: 'number', value: id.replace(/^#(?=.)/, '') } : undefined;
}

async function find({ orders, store }: StoreContext, { kind, value }: OrderName) {
  if (kind === 'own') return orders.findReadable(store.id, value);
  const byNumber = kind === 'number' ? await orders.ofPlatformNumber(store.id, value) : undefined;
  const id = kind === 'number' ? `gid://${store.platform}/Order/${value}` : value;
  const order = byNumber ?? (await orders.ofPlatformId(store.id, id));
  return order && { order, cartHandle: () => null };
}

async function refresh(context: StoreContext, readable: ReadableOrder): Promise<OrderReading> {
  const { order: existing } = readable;
  try {
    const platformOrder = await askPlatform(context, readable);
    if (platformOrder) {
      const order = await applyPlatformOrder(context, platformOrder, 'read', existing);
      return { order: order ?? existing, stale: false };
    }
    // A deleted order is returned as last known; a claimed order may still be paid.
    if (existing.payment === 'verified') return { order: existing, stale: true };
    const claimed = { ...existing, asOf: getInstant(context) };
    recordRead(context, claimed);
    return { order: claimed, stale: false };
  } catch (error) {
    if (isShopFailure(error)) return { order: existing, stale: true };
    throw error;
  }
}

async function askPlatform({ platform, caller }: StoreContext, { order, cartHandle }: ReadableOrder) {
  if (order.platformOrder) return platform.readOrder(order.platformOrder.id, caller);
  const handle = cartHandle();
  if (handle === null) return undefined;
  return platform.findOrder({ sessionId: order.sessionId, cartHandle: handle }, caller);
}

/** Finds an order that is not stored yet: its session was not completed, and no webhook has come. */
async function discover(context: StoreContext, name: OrderName, id: string): Promise<OrderReading> {
  const platformOrder = await context.platform.readOrder(name.value, context.caller);
  const order = platformOrder && (await applyPlatformOrder(context, platformOrder));
  if (!order) throw createNoOrderError(id);
  return { order, stale: false };
}
