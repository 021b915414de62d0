/** A line as the platform prices it; `price` is for one piece, in minor units, before discounts. */
export interface CartLine {
  variantId: string;
  title: string;
  price: number;
  imageUrl: string | null;
  quantity: number;
}

/**
 * Minor units. `subtotal` is before discounts and tax; `shipping` is null until the platform has priced it.
 * Always: subtotal - discount + tax + (shipping ?? 0) = total.
 */
export interface Totals {
  subtotal: number;
  discount: number;
  tax: number;
  shipping: number | null;
  total: number;
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

/** Codes are trimmed and compared without case; duplicates collapse to the first spelling (decisions.md, Discounts). */
export function normalizeCodes(codes: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const code of codes.map((each) => each.trim())) {
    const key = code.toLowerCase();
    if (code !== '' && !bySpelling.has(key)) bySpelling.set(key, code);
  }
  return [...bySpelling.values()];
}

export const NO_TOTALS: Totals = { subtotal: 0, discount: 0, tax: 0, shipping: null, total: 0 };
