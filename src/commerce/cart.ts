import { CommerceError, type ErrorKind } from './errors.ts';

/** What one discount takes off a line, in minor units. `code` is null for a discount that needs none. */
export interface LineDiscount {
  code: string | null;
  title: string;
  amount: number;
}

/** A line as the platform prices it; `price` is for one piece, in minor units, before discounts, in the basis of its totals. */
export interface CartLine {
  variantId: string;
  title: string;
  price: number;
  imageUrl: string | null;
  quantity: number;
  /** For all pieces, before discounts, where rounding makes it another amount than `price` times `quantity`. */
  subtotal?: number;
  /** For one piece with tax, where the platform tells both. */
  priceWithTax?: number;
  /** What discounts take off all of its pieces; left out where the platform does not tell it by line. */
  discount?: number;
  /** The same by discount, and as much; left out where the platform tells the sum only. */
  allocations?: LineDiscount[];
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
  /** A part of the subtotal that is in no line, such as what plugins charge for packing; left out when there is none. */
  fees?: number;
  /** Whether lines and subtotal hold the tax already, which `tax` then does not repeat. Left out where nobody told. */
  pricesIncludeTax?: boolean;
  /** When the platform priced it (ISO). */
  asOf?: string;
}

/** Price of all pieces of a line before discounts. */
export function lineSubtotal(line: { price: number; quantity: number; subtotal?: number }): number {
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

/** `codes` are those that the agent supplied: each stands in `applied` or in `rejected`. Amounts in minor units. */
export interface Discounts {
  codes: string[];
  applied: { code: string; amount: number }[];
  rejected: RejectedCode[];
}

/** What was not taken as it was asked, in the words in which the agent was told; `path` into the answer. Holds until the next change. */
export interface Warning {
  code: string;
  content: string;
  path?: string;
}

/** Codes are trimmed and compared without case; duplicates collapse to the first spelling (docs/decisions/0003-discounts-carts-catalog-orders.md). */
export function normalizeCodes(codes: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const code of codes.map((each) => each.trim())) {
    const key = code.toLowerCase();
    if (code !== '' && !bySpelling.has(key)) bySpelling.set(key, code);
  }
  return [...bySpelling.values()];
}

export const NO_TOTALS: Totals = { subtotal: 0, discount: 0, tax: 0, shipping: null, total: 0 };

export type CartStatus = 'active' | 'canceled';

export type CartEvent = 'update' | 'cancel' | 'expire';

/** docs/decisions/0003-discounts-carts-catalog-orders.md: the platform's lifetime, at most 10 days. */
const MAX_LIFETIME_MS = 10 * 24 * 60 * 60 * 1000;

export interface Cart {
  id: string;
  storeId: string;
  status: CartStatus;
  currency: string;
  lines: CartLine[];
  totals: Totals;
  /** Null when the cart holds no codes. */
  discounts: Discounts | null;
  warnings: Warning[];
  /** A secret. */
  cartHandle: string;
  /** A secret in its query string. */
  continueUrl: string;
  /** Which agent made it (`agents.ts`); null when that was not noted. */
  agent: string | null;
  /** ISO instants, UTC. */
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

const canceled = {
  refused: 'conflict',
  because: 'The cart is canceled or has expired. Create a new cart to go on.',
} as const satisfies Refusal;

interface Refusal {
  refused: ErrorKind;
  because: string;
}

/** State × event, every cell decided; `nextCartStatus` is its only reader (docs/contract.md, Carts). */
const TRANSITIONS = {
  active: { update: 'active', cancel: 'canceled', expire: 'canceled' },
  canceled: { update: canceled, cancel: canceled, expire: 'canceled' },
} as const satisfies Record<CartStatus, Record<CartEvent, CartStatus | Refusal>>;

/** The status after an event. Throws the contract's refusal where the event is not allowed. */
export function nextCartStatus(status: CartStatus, event: CartEvent): CartStatus {
  const next: CartStatus | Refusal = TRANSITIONS[status][event];
  if (typeof next === 'string') return next;
  throw new CommerceError(next.refused, next.because);
}

/** A cart ends when its platform forgets it, and after 10 days at the latest: canceled from then on, swept or not. */
export function cartStatusAt(cart: Pick<Cart, 'status' | 'expiresAt'>, now: string): CartStatus {
  return cart.expiresAt <= now ? nextCartStatus(cart.status, 'expire') : cart.status;
}

/** When a cart ends that was changed just now. `now` in epoch milliseconds, the platform's word as an ISO instant. */
export function cartExpiry(platformsWord: string | null, now: number): string {
  const latest = new Date(now + MAX_LIFETIME_MS).toISOString();
  return platformsWord !== null && platformsWord < latest ? platformsWord : latest;
}
