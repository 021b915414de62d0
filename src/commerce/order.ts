import type { Totals } from './cart.ts';

/** contract.md, Order: pending (not captured) … refunded (returned and refunded). */
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

/** What the platform confirmed, and what an agent merely claimed, are never mixed (decisions.md, Sessions). */
export type PaymentEvidence = 'verified' | 'claimed';

/** `price` is for one piece in minor units, before discounts. `variantId` is null when the variant is deleted. */
export interface OrderLine {
  variantId: string | null;
  title: string;
  quantity: number;
  price: number;
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
  /** ISO instants, UTC. */
  createdAt: string;
  updatedAt: string;
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
  /** When the platform was last asked. */
  asOf: string;
  createdAt: string;
}
