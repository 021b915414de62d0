import type { Totals } from './cart.ts';
import { type OrderProgress, type PlatformProgress, progressAfter } from './order-progress.ts';

/** docs/contract.md, Orders: pending (not captured) … refunded (returned and refunded). */
export const ORDER_STATUSES = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'canceled',
  'refunded',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Keeps payments that the shop confirmed apart from those that an agent claimed (docs/decisions/0002-checkout-sessions.md). */
export type PaymentEvidence = 'verified' | 'claimed';

/** By what something was learned of an order: a session's completion, a reading of it, an event of its shop. */
export type LearnedBy = 'completion' | 'read' | 'webhook';

/** `price` is for one piece in minor units, before discounts; `subtotal` as a cart line's. `variantId` is null when the variant is deleted. */
export interface OrderLine {
  variantId: string | null;
  title: string;
  quantity: number;
  price: number;
  subtotal?: number;
}

export interface ShippingAddress {
  name: string | null;
  line1: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

export interface Tracking {
  carrier: string | null;
  number: string | null;
  url: string | null;
}
/** An order as the platform holds it. */
export interface PlatformOrder {
  /** `gid://<platform>/Order/<number>`. */
  id: string;
  /** The platform's plain numeric id. */
  number: string;
  status: OrderStatus;
  /** `service_session_id` as found on the order; null for an order that did not come through this service. */
  sessionId: string | null;
  currency: string;
  lines: OrderLine[];
  totals: Totals;
  buyerEmail: string | null;
  shippingAddress: ShippingAddress | null;
  tracking: Tracking[];
  progress: PlatformProgress;
  /** The shop's own page of the order, which opens to whoever has the address: a secret. Null where there is none. */
  pageUrl: string | null;
  /** ISO instants, UTC. */
  createdAt: string;
  updatedAt: string;
}

/** The background task that tells the platform of an order's agent; its subject is the service's own id of the order. */
export const NOTIFY_AGENT_PLATFORM = 'tell_platform';

/** An order's coming to a status, by when this service learned of it (ISO). */
export interface OrderStep {
  at: string;
  status: OrderStatus;
}

/** The service's own record of an order: what was last known of it. */
export interface Order {
  id: string;
  storeId: string;
  sessionId: string;
  /** Null until the platform has confirmed it. */
  platformOrder: { id: string; number: string; updatedAt: string } | null;
  status: OrderStatus;
  payment: PaymentEvidence;
  currency: string;
  lines: OrderLine[];
  totals: Totals;
  buyerEmail: string | null;
  shippingAddress: ShippingAddress | null;
  tracking: Tracking[];
  /** Null for an order that the platform has not confirmed, or has not told of since this is kept. */
  progress: OrderProgress | null;
  /** As the platform's; a secret. */
  pageUrl: string | null;
  /** When the platform was last asked. */
  asOf: string;
  createdAt: string;
}

/** What a session may have left behind at the platform is worth more the further it went: attempts that came to nothing least. */
function worth(status: OrderStatus): number {
  if (status === 'canceled') return 0;
  return status === 'pending' ? 1 : 2;
}

/**
 * Whether what the platform says now takes the place of what is known. Of one order the newest state does, however late
 * it is told; of two orders that one session made, the one that went further.
 */
export function supersedes(placed: PlatformOrder, known: Order): boolean {
  if (known.platformOrder === null) return true;
  if (known.platformOrder.id === placed.id) return placed.updatedAt >= known.platformOrder.updatedAt;
  return worth(placed.status) > worth(known.status);
}

/** The service's record of an order that the platform has confirmed. `known`: what was known of it. `asOf`: when it said so. */
export function verifiedOrder(
  record: Pick<Order, 'id' | 'storeId' | 'sessionId'>,
  placed: PlatformOrder,
  asOf: string,
  known?: Order,
): Order {
  const isSame = known?.platformOrder?.id === placed.id;
  return {
    id: record.id,
    storeId: record.storeId,
    sessionId: record.sessionId,
    platformOrder: { id: placed.id, number: placed.number, updatedAt: placed.updatedAt },
    status: placed.status,
    payment: 'verified',
    currency: placed.currency,
    lines: placed.lines,
    totals: placed.totals,
    buyerEmail: placed.buyerEmail,
    shippingAddress: placed.shippingAddress,
    tracking: placed.tracking,
    progress: progressAfter(isSame ? known.progress : null, {
      progress: placed.progress,
      at: placed.updatedAt,
      isCanceled: placed.status === 'canceled',
    }),
    pageUrl: placed.pageUrl ?? (isSame ? known.pageUrl : null),
    asOf,
    createdAt: placed.createdAt,
  };
}
