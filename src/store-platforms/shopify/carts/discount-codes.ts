import {
  type Discounts,
  normalizeCodes,
  type RejectedCode,
  type RejectionReason,
} from '../../../commerce/checkout/cart.ts';
import type { CartNode, CartWarning } from './answers.ts';
import { sumCodeAmount } from './totals.ts';

/** Above what Shopify lets a cart hold. */
const MAX_CODES = 100;

const SILENT: DiscountWarning = {
  code: 'DISCOUNT_CODE_NOT_HONOURED',
  message: 'The store does not honour this discount code.',
};

export function classifyDiscounts(
  cart: CartNode,
  warnings: readonly CartWarning[],
  requested: readonly string[] | undefined,
): Pick<Discounts, 'applied' | 'rejected'> {
  const codes = normalizeCodes(requested ?? cart.discountCodes.slice(0, MAX_CODES).map(({ code }) => code));
  const applicable = new Set(cart.discountCodes.flatMap((each) => (each.applicable ? toKey(each.code) : [])));
  const refused = codes.filter((code) => !applicable.has(toKey(code)));
  const isVerdict = (warning: CartWarning): warning is DiscountWarning => warning.code in VERDICTS;
  const discountWarnings = dropRepeatedWarnings(warnings.filter(isVerdict), refused.length);
  const reasons = pairWithWarnings(refused, discountWarnings);
  const discounts: Pick<Discounts, 'applied' | 'rejected'> = { applied: [], rejected: [] };
  for (const code of codes) {
    const isRefused = reasons.has(code);
    const rejection = isRefused ? toRejection(code, reasons.get(code), applicable.size > 0) : undefined;
    if (rejection) discounts.rejected.push(rejection);
    else discounts.applied.push({ code, amount: sumCodeAmount(cart, code) });
  }
  return discounts;
}

/** Undefined while awaiting an address. A refusal without a reason beside an applied code is one of their combination. */
function toRejection(code: string, warning = SILENT, besideAnother: boolean): RejectedCode | undefined {
  const verdict = VERDICTS[warning.code];
  if (verdict === 'pending') return undefined;
  const isCombination = warning.code === 'DISCOUNT_CODE_NOT_HONOURED' && besideAnother;
  const reason = isCombination ? 'discount_code_combination_disallowed' : verdict;
  return { code, reason, message: warning.message };
}

/** Pairs by the code in the message, the longest code first (BIG100 before BIG), then in order: no field of a warning names its code. */
function pairWithWarnings(codes: readonly string[], warnings: readonly DiscountWarning[]) {
  const left = warnings.map((warning) => ({ warning, words: toKey(warning.message) }));
  const warningsOfCodes = new Map<string, DiscountWarning>();
  for (const code of codes.length > 1 ? codes.toSorted((a, b) => b.length - a.length) : []) {
    const index = left.findIndex(({ words }) => words.includes(toKey(code)));
    const [match] = index < 0 ? [] : left.splice(index, 1);
    if (match) warningsOfCodes.set(code, match.warning);
  }
  return new Map(codes.map((code) => [code, warningsOfCodes.get(code) ?? left.shift()?.warning]));
}

/** Removes repeated warnings when there are more warnings than codes; two unknown codes make two equal ones. */
function dropRepeatedWarnings(warnings: readonly DiscountWarning[], codes: number) {
  if (warnings.length <= codes) return warnings;
  return [...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values()];
}

function toKey(text: string): string {
  return text.trim().toLowerCase();
}

/** `pending`: a free-shipping code applies once the buyer has typed an address. */
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
} as const satisfies Record<string, RejectionReason | 'pending'>;

type DiscountWarning = CartWarning & { code: keyof typeof VERDICTS };
