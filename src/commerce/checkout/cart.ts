import type { Verified } from '../call/known-agent.ts';
import { CommerceError, type ErrorKind } from '../errors.ts';
import type { ContentWarning, Gid } from '../product/products.ts';
import { trimText } from '../text/trim-text.ts';
import { DAY_MS, type Instant, toIso } from '../time/time.ts';

/** Amount that one discount takes off a line, in minor units. `code` is null for an automatic discount. */
export interface LineDiscount {
  code: string | null;
  title: string;
  amount: number;
}

/** Price of a line. `price`: minor units for one piece before discounts. */
export interface PricedLine {
  price: number;
  quantity: number;
  /** All pieces before discounts; present where rounding makes it differ from `price` times `quantity`. */
  subtotal?: number;
  /** The shop's own text of the price where it says more, such as what follows a free month. */
  priceText?: string;
}

/** A line as the platform prices it, with or without tax as in its totals. */
export interface CartLine extends PricedLine {
  variantId: string;
  title: string;
  contentWarning?: ContentWarning;
  imageUrl: string | null;
  /** One piece with tax, where the platform reports both prices. */
  priceWithTax?: number;
  /** Discounts on all pieces; absent where the platform does not report them by line. */
  discount?: number;
  /** `discount` by code; absent where the platform reports only the sum. */
  allocations?: LineDiscount[];
  /** Present for goods without delivery: downloads, gift cards. */
  needsDelivery?: false;
  /** Present for goods that the shop itself puts into the cart: gifts, parts of a bundle. */
  addedByShop?: true;
}

/** Returns the lines that an agent has asked for; the shop adds the others again by itself. */
export function pickRequestedLines(lines: readonly CartLine[]): CartLine[] {
  return lines.filter(({ addedByShop }) => !addedByShop);
}

export interface NamedAmount {
  name: string;
  amount: number;
}

/**
 * Minor units. `subtotal` is before discounts and tax; `shipping` is null until the platform has priced it.
 * Always: subtotal - discount + tax + (shipping ?? 0) = total, and the lines' subtotals + (fees ?? 0) = subtotal.
 */
export interface Totals {
  subtotal: number;
  discount: number;
  tax: number;
  shipping: number | null;
  total: number;
  /** Part of the subtotal that is in no line, such as a plugin's packing fee; absent when there is none. */
  fees?: number;
  /** Parts of `fees` that the shop names. */
  feeLines?: NamedAmount[];
  /** Parts of `discount` without a code that the shop names. */
  discountLines?: NamedAmount[];
  /** The shop's sentences about these sums. */
  warnings?: string[];
  /** True when lines and subtotal include the tax, which `tax` then does not repeat. Absent where unknown. */
  pricesIncludeTax?: boolean;
  /** Country whose buyers pay these prices, ISO 3166-1 alpha-2; absent where all pay the same. */
  pricedFor?: string;
  asOf?: Instant;
}

export function computeLineSubtotal(line: PricedLine): number {
  return line.subtotal ?? line.price * line.quantity;
}

export const REJECTION_REASONS = [
  'discount_code_expired',
  'discount_code_invalid',
  'discount_code_already_applied',
  'discount_code_combination_disallowed',
  'discount_code_user_not_logged_in',
  'discount_code_user_ineligible',
  'discount_code_minimum_not_met',
  'discount_code_usage_limit_reached',
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];

export interface RejectedCode {
  code: string;
  reason: RejectionReason;
  message: string;
}

/** `codes`: as the agent supplied them; each is in `applied` or in `rejected`. Amounts in minor units. */
export interface Discounts {
  codes: string[];
  applied: { code: string; amount: number }[];
  rejected: RejectedCode[];
}

/** A member of a request that was not taken as asked; `path` points into the answer. Kept until the next change. */
export interface Warning {
  code: string;
  content: string;
  path?: string;
}

/** Trims codes and collapses duplicates without case to the first spelling (docs/decisions/0003-discounts-carts-catalog-orders.md). */
export function normalizeCodes(codes: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const code of codes.map(trimText)) {
    const key = code.toLowerCase();
    if (code !== '' && !bySpelling.has(key)) bySpelling.set(key, code);
  }
  return [...bySpelling.values()];
}

export const NO_TOTALS: Totals = { subtotal: 0, discount: 0, tax: 0, shipping: null, total: 0 };

export type CartStatus = 'active' | 'canceled';

export type CartEvent = 'update' | 'cancel' | 'expire';

/** docs/decisions/0003-discounts-carts-catalog-orders.md. */
const MAX_LIFETIME_MS = 10 * DAY_MS;

/** Members that a cart and a checkout session share. */
export interface PricedContent {
  id: string;
  storeId: string;
  currency: string;
  lines: CartLine[];
  totals: Totals;
  /** Null when it holds no codes. */
  discounts: Discounts | null;
  warnings: Warning[];
  /** Name of the agent that created it (`agents.ts`); null when unknown. */
  agent: string | null;
  /** Proof of that agent's identity; null when it only named itself. */
  agentVerified: Verified | null;
  expiresAt: Instant;
  createdAt: Instant;
  updatedAt: Instant;
}

/** Order of a cart, by whatever way it was placed. */
export interface CartOrder {
  /** First order; null without one. It ends nothing: buyers and agents may go on. */
  orderedAt: Instant | null;
  /** That order. Null while the merchant did not offer orders. */
  platformOrderId: Gid | null;
}

export interface Cart extends PricedContent, CartOrder {
  status: CartStatus;
  /** A secret. */
  cartHandle: string;
  /** A secret in its query string. */
  continueUrl: string;
}

const canceled = {
  refused: 'conflict',
  because: 'The cart is canceled or has expired. Create a new cart to go on.',
} as const satisfies Refusal;

export interface Refusal {
  refused: ErrorKind;
  because: string;
}

export function requireStatus<Status extends string>(next: Status | Refusal): Status {
  if (typeof next === 'string') return next;
  throw new CommerceError(next.refused, next.because);
}

/** State × event, every cell decided; `nextCartStatus` is its only reader (docs/contract.md, Carts). */
const TRANSITIONS = {
  active: { update: 'active', cancel: 'canceled', expire: 'canceled' },
  canceled: { update: canceled, cancel: canceled, expire: 'canceled' },
} as const satisfies Record<CartStatus, Record<CartEvent, CartStatus | Refusal>>;

/** The status after an event. Throws the contract's refusal where the event is not allowed. */
export function nextCartStatus(status: CartStatus, event: CartEvent): CartStatus {
  return requireStatus<CartStatus>(TRANSITIONS[status][event]);
}

/** Status at `now`: an expired cart is canceled, swept or not. */
export function computeCartStatus(cart: Pick<Cart, 'status' | 'expiresAt'>, now: string): CartStatus {
  return cart.expiresAt <= now ? nextCartStatus(cart.status, 'expire') : cart.status;
}

export const CART_OUTCOMES = ['active', 'ordered', 'canceled', 'expired'] as const;
export type CartOutcome = (typeof CART_OUTCOMES)[number];

export type CartEnding = Pick<Cart, 'status' | 'orderedAt' | 'expiresAt' | 'updatedAt'>;

/** An order counts whatever followed it. A canceled cart changes no more: an expired cart was last changed at its expiry or later. */
export function toCartOutcome(cart: CartEnding): CartOutcome {
  if (cart.orderedAt !== null) return 'ordered';
  if (cart.status === 'active') return 'active';
  return cart.updatedAt < cart.expiresAt ? 'canceled' : 'expired';
}

/** Instant at which a cart expires that is changed at `now` (epoch milliseconds): the platform's, at most 10 days ahead. */
export function computeCartExpiry(platformExpiry: Instant | null, now: number): Instant {
  const latest = toIso(now + MAX_LIFETIME_MS);
  return platformExpiry !== null && platformExpiry < latest ? platformExpiry : latest;
}
