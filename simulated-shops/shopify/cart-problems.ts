import type { CodeOutcome } from '../shop/pricing.ts';
import { type Cart, cartGid } from './cart-store.ts';

/** `CartUserError`. */
export interface CartProblem {
  code: string;
  field: string[];
  message: string;
}

/** `CartWarning`. */
export interface CartNotice {
  code: string;
  message: string;
  target: string;
}

export function problem(code: string, message: string, field: string[]): CartProblem {
  return { code, field, message };
}

export const NO_SUCH_CART = problem('INVALID', 'The specified cart does not exist.', ['cartId']);

/**
 * Warnings of refused codes. All target the cart, two do not name their code, and an empty cart reorders them, as in the real
 * API.
 */
export function discountWarnings(
  cart: Cart,
  outcomes: readonly CodeOutcome[],
  hasShipping: boolean,
): CartNotice[] {
  const warnings = outcomes.flatMap((outcome) => {
    const notice = discountNotice(outcome, hasShipping);
    return notice ? [{ ...notice, target: cartGid(cart) }] : [];
  });
  const isEmpty = outcomes.some((outcome) => !outcome.applied && outcome.reason === 'empty_cart');
  return isEmpty ? warnings.toReversed() : warnings;
}

function discountNotice(outcome: CodeOutcome, hasShipping: boolean): Omit<CartNotice, 'target'> | undefined {
  if (outcome.applied) return isPending(outcome, hasShipping) ? NO_SHIPPING_YET : undefined;
  return PHP_MESSAGES[outcome.reason](outcome.code);
}

/** A free-shipping code without shipping is not applicable, though the checkout will accept it. */
export function isPending(outcome: CodeOutcome, hasShipping: boolean): boolean {
  return outcome.applied && outcome.coupon.kind === 'free_shipping' && !hasShipping;
}

const NO_SHIPPING_YET = {
  code: 'DISCOUNT_NO_ENTITLED_SHIPPING_LINES',
  message: "The discount code isn't valid for the shipping method or address of your cart",
};

type Reason = Extract<CodeOutcome, { applied: false }>['reason'];

/** Shopify has no reason for a maximum or an exclusive code: such a code is reported as not honoured. */
const PHP_MESSAGES: Readonly<Record<Reason, (code: string) => Omit<CartNotice, 'target'>>> = {
  unknown: () => ({ code: 'DISCOUNT_NOT_FOUND', message: 'Enter a valid discount code' }),
  expired: () => ({ code: 'DISCOUNT_CURRENTLY_INACTIVE', message: 'This discount is not valid anymore' }),
  minimum: (code) => ({
    code: 'DISCOUNT_PURCHASE_NOT_IN_RANGE',
    message: `The ${code} discount code is not valid for the items in your cart`,
  }),
  maximum: notHonoured,
  used_up: () => ({
    code: 'DISCOUNT_USAGE_LIMIT_REACHED',
    message: 'This discount has reached its usage limit',
  }),
  not_applicable: (code) => ({
    code: 'DISCOUNT_NO_ENTITLED_LINE_ITEMS',
    message: `The ${code} discount code is not valid for the items in your cart`,
  }),
  email_missing: () => ({
    code: 'DISCOUNT_ELIGIBLE_CUSTOMER_MISSING',
    message: 'Enter your contact details to use this discount',
  }),
  email_refused: () => ({
    code: 'DISCOUNT_CUSTOMER_NOT_ELIGIBLE',
    message: 'This discount is not available to you',
  }),
  combination: notHonoured,
  empty_cart: notHonoured,
};

function notHonoured(code: string): Omit<CartNotice, 'target'> {
  return { code: 'DISCOUNT_CODE_NOT_HONOURED', message: `The ${code} discount code could not be honoured` };
}
