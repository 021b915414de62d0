import {
  isWhollySent,
  type OrderChanges,
  type PiecesByLine,
  refund,
  refundRest,
  remove,
  ship,
  unchanged,
  unsent,
} from './order-changes.ts';
import type { Pricing } from './pricing.ts';

export interface OrderedLine {
  productId: number;
  variantId: number;
  title: string;
  /** `M / Red`; null for a product without options. */
  variantTitle: string | null;
  sku: string;
  quantity: number;
  /** For one piece, minor units, before discounts. */
  price: number;
  imageUrl: string | null;
}

/** Input of the buyer at the checkout. */
export interface Buyer {
  email: string;
  name: string;
  line1: string;
  city: string;
  region: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface Purchase {
  sessionId: string | null;
  /** The connector's id of the cart; only orders of its carts have one. */
  cartId?: string;
  /** Platform's key of the paid cart. */
  cartKey: string;
  attributes: { key: string; value: string }[];
  buyer: Buyer;
  lines: OrderedLine[];
  pricing: Pricing;
  shippingRateId: string | null;
  /** Now when left out. */
  createdAt?: string;
  /** Instant of an order of the past, which makes no news. */
  placedAt?: string;
}

export type OrderStep = 'paid' | 'shipped' | 'delivered' | 'canceled' | 'refunded';

export const ORDER_STEPS = ['paid', 'shipped', 'delivered', 'canceled', 'refunded'] as const;

export interface ShopOrder extends Purchase, OrderChanges {
  id: number;
  step: OrderStep;
  tags: string[];
  /** ISO instants of whole seconds, as platforms write them; every change moves `updatedAt`. */
  createdAt: string;
  updatedAt: string;
  /** Null until the money has arrived. */
  paidAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  canceledAt: string | null;
  refundedAt: string | null;
}

export interface OrderBook {
  all(): ShopOrder[];
  find(id: number): ShopOrder | undefined;
  ofCart(cartKey: string): ShopOrder | undefined;
  /** Returns the existing order when the cart has been ordered before. */
  place(purchase: Purchase, id?: number): ShopOrder;
  /** Creates an order with a new or this number, without storing it. */
  prepare(purchase: Purchase, id?: number): ShopOrder;
  /** `at`: instant of a step of the past, which makes no news. Throws a RangeError for an unknown id. */
  move(id: number, to: OrderStep, at?: string): ShopOrder;
  /**
   * Changes a part; an order with nothing left to send is shipped. All three throw a RangeError for pieces that the order does
   * not have.
   */
  shipPart(id: number, pieces: PiecesByLine): ShopOrder;
  refundPart(id: number, refund: { amount: number; pieces: PiecesByLine }): ShopOrder;
  removePart(id: number, pieces: PiecesByLine): ShopOrder;
  /** Records a manual change (a tag, a note). */
  touch(order: ShopOrder): void;
  /** Deletes an order for ever, as a person can on both platforms. */
  delete(id: number): void;
  /** Called for every change, for the platform's webhooks. */
  onChange(listener: OrderListener): void;
}

type OrderListener = (order: ShopOrder, change: 'created' | 'updated' | 'deleted') => void;

/** Starts numbers by the clock: a restarted shop must not reuse numbers that a service has stored. */
function firstId(): number {
  return Math.floor((Date.now() - Date.UTC(2026, 0)) / 1000);
}

/**
 * `isPaidAtOnce`: whether a new order is paid when it is placed. `before`: orders of an earlier run. `totalOf`: what an order
 * costs after the merchant's edits, in minor units.
 */
export function createOrderBook(
  isPaidAtOnce = () => true,
  before: readonly ShopOrder[] = [],
  totalOf = ({ pricing }: ShopOrder) => pricing.total,
): OrderBook {
  const orders = [...before];
  let next = Math.max(firstId(), ...orders.map(({ id }) => id + 1));
  const prepare = (purchase: Purchase, id = next++) => newOrder(id, purchase, isPaidAtOnce());
  const listeners: OrderListener[] = [];
  const announce: OrderListener = (...news) => {
    for (const listener of listeners) listener(...news);
  };
  const find = (id: number) => orders.find((order) => order.id === id);
  const ofCart = (cartKey: string) => orders.find((order) => order.cartKey === cartKey);
  const touch = (order: ShopOrder) => {
    order.updatedAt = later(order.updatedAt);
    announce(order, 'updated');
  };

  const existing = (id: number) => {
    const order = find(id);
    if (!order) throw new RangeError(`There is no order ${id}`);
    return order;
  };
  const change = (id: number, how: (order: ShopOrder, now: string) => void) => {
    const order = existing(id);
    how(order, seconds(new Date()));
    touch(order);
    return order;
  };

  return {
    all: () => orders,
    find,
    ofCart,
    touch,
    prepare,
    onChange: (listener) => listeners.push(listener),
    place(purchase, id) {
      const existing = ofCart(purchase.cartKey);
      if (existing) return existing;
      const order = prepare(purchase, id);
      orders.push(order);
      for (const code of order.pricing.codes) {
        if (code.applied) code.coupon.used = (code.coupon.used ?? 0) + 1;
      }
      if (purchase.placedAt === undefined) announce(order, 'created');
      return order;
    },
    move(id, to, at) {
      if (at === undefined)
        return change(id, (order, now) => step(order, to, { now, total: totalOf(order) }));
      const order = existing(id);
      step(order, to, { now: at, total: totalOf(order) });
      // The service may have tagged the order meanwhile.
      order.updatedAt = at > order.updatedAt ? at : later(order.updatedAt);
      return order;
    },
    shipPart: (id, pieces) =>
      change(id, (order, now) => {
        ship(order, pieces, now);
        if (!isWhollySent(order)) return;
        order.step = 'shipped';
        order.shippedAt ??= now;
      }),
    refundPart: (id, part) => change(id, (order, now) => refund(order, part, { now, total: totalOf(order) })),
    removePart: (id, pieces) => change(id, (order) => remove(order, pieces)),
    delete(id) {
      const order = existing(id);
      orders.splice(orders.indexOf(order), 1);
      announce(order, 'deleted');
    },
  };
}

function newOrder(id: number, purchase: Purchase, isPaid: boolean): ShopOrder {
  const now = purchase.placedAt ?? seconds(new Date());
  return {
    ...purchase,
    id,
    step: 'paid',
    tags: [],
    ...unchanged(purchase.lines),
    createdAt: purchase.createdAt ?? now,
    updatedAt: now,
    paidAt: isPaid ? now : null,
    shippedAt: null,
    deliveredAt: null,
    canceledAt: null,
    refundedAt: null,
  };
}

function step(order: ShopOrder, to: OrderStep, { now, total }: { now: string; total: number }): void {
  order.step = to;
  if (to !== 'canceled') order.paidAt ??= now;
  if (to === 'shipped' || to === 'delivered') {
    order.shippedAt ??= now;
    const rest = unsent(order);
    if (rest.some((pieces) => pieces > 0)) ship(order, rest, now);
  }
  if (to === 'delivered') {
    order.deliveredAt = now;
    for (const parcel of order.parcels) parcel.deliveredAt ??= now;
  }
  if (to !== 'canceled' && to !== 'refunded') return;
  order[`${to}At`] = now;
  if (order.paidAt !== null) refundRest(order, { now, total });
}

/** At least one second later, so that two changes in one second differ. */
function later(before: string): string {
  return seconds(new Date(Math.max(Date.now(), Date.parse(before) + 1000)));
}

function seconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
