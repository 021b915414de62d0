import type { BuyerStep } from '../checkout/buyer-steps.ts';
import type { CartOutcome } from '../checkout/cart.ts';

/** `…_forgotten`: rows that retention deleted. `catalog_read`: answered searches and look-ups; `catalog_call`: calls for them. */
export type CountKind =
  | 'request'
  | 'verified_request'
  | 'search'
  | 'catalog_read'
  | 'catalog_call'
  | 'empty_search'
  | 'rejected_code'
  | 'policy_refused'
  | 'policy_shadow'
  | 'session_forgotten'
  | 'handoff_forgotten'
  | `${BuyerStep}_forgotten`
  | 'cart_forgotten'
  | `cart_${CartOutcome}_forgotten`
  | ProductCountKind;

/** Counts of products that searches showed, and of products in carts and sessions that retention has deleted. */
export const PRODUCT_COUNT_KINDS = [
  'product_found',
  'cart_product_forgotten',
  'session_product_forgotten',
] as const;
export type ProductCountKind = (typeof PRODUCT_COUNT_KINDS)[number];

export interface Count {
  storeId: string;
  kind: CountKind;
  /** ISO date in the store's time zone. */
  day: string;
  agent: string;
  subject: string;
  detail: string;
  count: number;
  lastAt: string;
}
