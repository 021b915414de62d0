import { toMinorUnits } from '../../src/commerce/money/money.ts';
import type { ShopCoupon, ShopSettings } from './types.ts';

/** Reason of a refused code. `combination`: another code must stand alone. */
export type CodeProblem =
  | 'unknown'
  | 'expired'
  | 'minimum'
  | 'maximum'
  | 'used_up'
  | 'not_applicable'
  | 'email_missing'
  | 'email_refused'
  | 'combination'
  | 'empty_cart';

export interface CouponedCart {
  settings: ShopSettings;
  /** Before codes, minor units. */
  subtotal: number;
  lines: readonly { tags?: readonly string[] }[];
  /** The buyer's, when known. */
  email: string | null;
  now: Date;
}

export type Verdict =
  | { code: string; coupon: ShopCoupon; problem?: undefined }
  | { code: string; coupon?: ShopCoupon; problem: CodeProblem };

function findCoupon(settings: ShopSettings, code: string): ShopCoupon | undefined {
  return settings.coupons.find((each) => sameCode(each.code, code));
}

/** Applies each code once, in order. The first valid code that must stand alone excludes the others. */
export function checkCodes(cart: CouponedCart, codes: readonly string[]): Verdict[] {
  const verdicts = distinct(codes).map((code) => checkCode(cart, code));
  const alone = verdicts.find((verdict) => !verdict.problem && verdict.coupon.individualUse);
  if (!alone) return verdicts;
  return verdicts.map((verdict) =>
    verdict === alone || verdict.problem ? verdict : { ...verdict, problem: 'combination' },
  );
}

/** True when the coupon applies to products with these tags. */
export function couponCovers(coupon: ShopCoupon, tags: readonly string[] = []): boolean {
  return coupon.onlyTagged === undefined || tags.includes(coupon.onlyTagged);
}

function checkCode(cart: CouponedCart, code: string): Verdict {
  const coupon = findCoupon(cart.settings, code);
  if (cart.subtotal === 0) return { code, problem: 'empty_cart', ...(coupon && { coupon }) };
  if (!coupon) return { code, problem: 'unknown' };
  const problem = problemOf(coupon, cart);
  return problem ? { code, coupon, problem } : { code, coupon };
}

function problemOf(coupon: ShopCoupon, cart: CouponedCart): CodeProblem | undefined {
  if (coupon.expiresAt !== undefined && new Date(coupon.expiresAt) <= cart.now) return 'expired';
  if (coupon.usageLimit !== undefined && (coupon.used ?? 0) >= coupon.usageLimit) return 'used_up';
  return problemOfSpend(coupon, cart) ?? problemOfBuyer(coupon, cart.email) ?? problemOfGoods(coupon, cart);
}

function problemOfSpend(coupon: ShopCoupon, { settings, subtotal }: CouponedCart): CodeProblem | undefined {
  if (coupon.minimum !== undefined && subtotal < toMinorUnits(coupon.minimum, settings.currency)) {
    return 'minimum';
  }
  const tooMuch = coupon.maximum !== undefined && subtotal > toMinorUnits(coupon.maximum, settings.currency);
  return tooMuch ? 'maximum' : undefined;
}

function problemOfBuyer({ onlyEmails }: ShopCoupon, email: string | null): CodeProblem | undefined {
  if (!onlyEmails) return undefined;
  if (email === null) return 'email_missing';
  return onlyEmails.includes(email.toLowerCase()) ? undefined : 'email_refused';
}

function problemOfGoods(coupon: ShopCoupon, { lines }: CouponedCart): CodeProblem | undefined {
  return lines.some(({ tags }) => couponCovers(coupon, tags)) ? undefined : 'not_applicable';
}

function distinct(codes: readonly string[]): string[] {
  return codes.filter((code, index) => codes.findIndex((each) => sameCode(each, code)) === index);
}

function sameCode(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
