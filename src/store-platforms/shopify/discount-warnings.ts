import type { RejectionReason } from '../../commerce/cart.ts';

/** Every DISCOUNT_… of the published CartWarningCode. */
export const DISCOUNT_WARNING_CODES = [
  'DISCOUNT_CODE_NOT_HONOURED',
  'DISCOUNT_CURRENTLY_INACTIVE',
  'DISCOUNT_CUSTOMER_NOT_ELIGIBLE',
  'DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED',
  'DISCOUNT_ELIGIBLE_CUSTOMER_MISSING',
  'DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE',
  'DISCOUNT_NOT_FOUND',
  'DISCOUNT_NO_ENTITLED_LINE_ITEMS',
  'DISCOUNT_NO_ENTITLED_SHIPPING_LINES',
  'DISCOUNT_PURCHASE_NOT_IN_RANGE',
  'DISCOUNT_QUANTITY_NOT_IN_RANGE',
  'DISCOUNT_USAGE_LIMIT_REACHED',
] as const;

export type DiscountWarningCode = (typeof DISCOUNT_WARNING_CODES)[number];

/** `pending`: a free-shipping code is honoured once the buyer has typed an address, which a cart does not have yet. */
export const VERDICTS = {
  DISCOUNT_CODE_NOT_HONOURED: 'discount_code_invalid',
  DISCOUNT_CURRENTLY_INACTIVE: 'discount_code_expired',
  DISCOUNT_CUSTOMER_NOT_ELIGIBLE: 'discount_code_user_ineligible',
  DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED: 'discount_code_usage_limit_reached',
  DISCOUNT_ELIGIBLE_CUSTOMER_MISSING: 'discount_code_user_not_logged_in',
  DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE: 'discount_code_invalid',
  DISCOUNT_NOT_FOUND: 'discount_code_invalid',
  DISCOUNT_NO_ENTITLED_LINE_ITEMS: 'discount_code_invalid',
  DISCOUNT_NO_ENTITLED_SHIPPING_LINES: 'pending',
  DISCOUNT_PURCHASE_NOT_IN_RANGE: 'discount_code_minimum_not_met',
  DISCOUNT_QUANTITY_NOT_IN_RANGE: 'discount_code_minimum_not_met',
  DISCOUNT_USAGE_LIMIT_REACHED: 'discount_code_usage_limit_reached',
} as const satisfies Record<DiscountWarningCode, RejectionReason | 'pending'>;

export interface DiscountWarning {
  code: DiscountWarningCode;
  message: string;
}

export function isDiscountWarning(warning: { code: string; message: string }): warning is DiscountWarning {
  return warning.code in VERDICTS;
}
