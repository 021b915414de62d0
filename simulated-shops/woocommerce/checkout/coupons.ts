import type { CartCreateResponse } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import type { CodeProblem } from '../../shop/coupons.ts';
import type { CodeOutcome } from '../../shop/pricing.ts';
import type { ShopSettings } from '../../shop/types.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { plainAmount } from '../render/price-html.ts';

type Coupons = CartCreateResponse['coupons'];
type Rejected = Extract<CodeOutcome, { applied: false }>;

/** Codes as WooCommerce stores them: in lower case, and escaped as titles are. */
export function couponCode(code: string): string {
  return code.trim().toLowerCase().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Outcome of each code; messages are HTML-escaped as in WooCommerce. */
export function couponResults(
  settings: ShopSettings,
  codes: readonly string[],
  outcomes: readonly CodeOutcome[],
): Coupons {
  const results: Coupons = { applied: [], rejected: [] };
  const alone = outcomes.find((outcome) => outcome.applied && outcome.coupon.individualUse);
  for (const outcome of outcomes) {
    const code = couponCode(outcome.code);
    const rejection = outcome.applied ? undefined : rejectionOf(outcome);
    // A free-shipping coupon makes a rate free and discounts no product.
    if (!rejection) results.applied.push({ code, amount: amountOffGoods(outcome) });
    else
      results.rejected.push({
        code,
        error_code: rejection.number,
        message: rejection.words(wordsOf(settings, outcome, alone)),
      });
  }
  for (const code of repeated(codes.map(couponCode))) {
    const message = `Coupon code ${quote(code)} has already been applied.`;
    results.rejected.push({ code, error_code: ALREADY_APPLIED, message });
  }
  return results;
}

export function amountOffGoods(outcome: CodeOutcome): number {
  return outcome.applied && outcome.coupon.kind !== 'free_shipping' ? outcome.amount : 0;
}

interface Words {
  code: string;
  alone: string;
  minimum: string;
  maximum: string;
}

interface Rejection {
  /** WooCommerce's own (`WC_Coupon::E_WC_COUPON_…`). */
  number: number;
  words(values: Words): string;
}

const ALREADY_APPLIED = 103;

const needsEmail: Rejection = {
  number: 102,
  words: ({ code }) => `Please enter a valid email at checkout to use coupon code ${code}.`,
};

const REJECTIONS: Record<Exclude<CodeProblem, 'empty_cart'>, Rejection> = {
  unknown: {
    number: 105,
    words: ({ code }) => `Coupon ${code} cannot be applied because it does not exist.`,
  },
  expired: { number: 107, words: ({ code }) => `Coupon ${code} has expired.` },
  minimum: {
    number: 108,
    words: ({ code, minimum }) => `The minimum spend for coupon ${code} is ${minimum}.`,
  },
  maximum: {
    number: 112,
    words: ({ code, maximum }) => `The maximum spend for coupon ${code} is ${maximum}.`,
  },
  used_up: {
    number: 116,
    words: ({ code }) =>
      `Usage limit for coupon ${code} has been reached. Please try again after some time, or contact us for help.`,
  },
  not_applicable: {
    number: 109,
    words: ({ code }) => `Sorry, coupon ${code} is not applicable to selected products.`,
  },
  email_missing: needsEmail,
  email_refused: needsEmail,
  combination: {
    number: 104,
    words: ({ alone }) =>
      `Sorry, coupon ${alone} has already been applied and cannot be used in conjunction with other coupons.`,
  },
};

/** An empty cart accepts a valid coupon, worth zero. */
function rejectionOf({ reason, coupon }: Rejected): Rejection | undefined {
  if (reason !== 'empty_cart') return REJECTIONS[reason];
  if (!coupon) return REJECTIONS.unknown;
  if (coupon.expiresAt !== undefined && new Date(coupon.expiresAt) <= new Date()) return REJECTIONS.expired;
  if (coupon.usageLimit !== undefined && (coupon.used ?? 0) >= coupon.usageLimit) return REJECTIONS.used_up;
  return coupon.minimum === undefined ? undefined : REJECTIONS.minimum;
}

function wordsOf(settings: ShopSettings, { code, coupon }: CodeOutcome, alone?: CodeOutcome): Words {
  return {
    code: quote(couponCode(code)),
    alone: quote(couponCode(alone?.code ?? '')),
    minimum: amountText(settings, coupon?.minimum),
    maximum: amountText(settings, coupon?.maximum),
  };
}

function amountText(settings: ShopSettings, amount = '0'): string {
  return plainAmount(settings, amount).replace('&#36;', '&#036;');
}

/** Escapes nothing twice, as WordPress does not. */
function quote(code: string): string {
  return escapeHtml(`"${code}"`).replace(/&amp;(?=amp;|lt;)/g, '&');
}

function repeated(codes: readonly string[]): string[] {
  return codes.filter((code, index) => codes.indexOf(code) !== index);
}
