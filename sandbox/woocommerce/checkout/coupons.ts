import type { CartCreateResponse } from '../../../src/platforms/woocommerce/connector-wire.ts';
import { findCoupon } from '../../shop/coupons.ts';
import type { CodeOutcome } from '../../shop/pricing.ts';
import type { ShopSettings } from '../../shop/types.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { plainAmount } from '../render/price-html.ts';

/** WooCommerce's own numbers (`WC_Coupon::E_WC_COUPON_…`). */
const UNKNOWN = 105;
const EXPIRED = 107;
const MINIMUM = 108;
const ALREADY_APPLIED = 103;

type Coupons = CartCreateResponse['coupons'];

/** Codes as WooCommerce stores them: lower case. */
export function couponCode(code: string): string {
  return code.trim().toLowerCase();
}

/** What became of each code; messages are escaped for HTML, as WooCommerce's notices are. */
export function couponResults(
  settings: ShopSettings,
  asked: readonly string[],
  outcomes: readonly CodeOutcome[],
): Coupons {
  const results: Coupons = { applied: [], rejected: [] };
  for (const outcome of outcomes) {
    const code = couponCode(outcome.code);
    const rejection = outcome.applied ? undefined : rejectionOf(settings, code, outcome.reason);
    if (rejection !== undefined) results.rejected.push({ code, ...rejection });
    // A free-shipping coupon takes nothing off the goods: it makes a rate free.
    else results.applied.push({ code, amount: amountOffGoods(outcome) });
  }
  for (const code of repeated(asked.map(couponCode))) {
    const message = `Coupon code ${quote(code)} has already been applied.`;
    results.rejected.push({ code, error_code: ALREADY_APPLIED, message });
  }
  return results;
}

export function amountOffGoods(outcome: CodeOutcome): number {
  return outcome.applied && outcome.coupon.kind !== 'free_shipping' ? outcome.amount : 0;
}

interface Rejection {
  error_code: number;
  message: string;
}

function rejectionOf(
  settings: ShopSettings,
  code: string,
  reason: Extract<CodeOutcome, { applied: false }>['reason'],
): Rejection | undefined {
  const coupon = findCoupon(settings, code);
  const quoted = quote(code);
  if (coupon === undefined) {
    const message = `Coupon ${quoted} cannot be applied because it does not exist.`;
    return { error_code: UNKNOWN, message };
  }
  if (coupon.expiresAt !== undefined && new Date(coupon.expiresAt) <= new Date()) {
    return { error_code: EXPIRED, message: `Coupon ${quoted} has expired.` };
  }
  if (coupon.minimum !== undefined) {
    const amount = plainAmount(settings, coupon.minimum).replace('&#36;', '&#036;');
    return { error_code: MINIMUM, message: `The minimum spend for coupon ${quoted} is ${amount}.` };
  }
  // An empty cart takes a valid coupon; it is worth nothing until there are goods.
  return reason === 'empty_cart' ? undefined : { error_code: 100, message: 'Coupon is not valid.' };
}

function quote(code: string): string {
  return escapeHtml(`"${code}"`);
}

function repeated(codes: readonly string[]): string[] {
  return codes.filter((code, index) => codes.indexOf(code) !== index);
}
