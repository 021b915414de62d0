import { toMinorUnits } from '../../src/commerce/money.ts';
import type { ShopCoupon, ShopSettings } from './types.ts';

interface PricedLine {
  /** For one piece, minor units. */
  price: number;
  quantity: number;
}

/** `amount` in minor units. A free-shipping code is applied with what it takes off the shipping, zero before there is any. */
export type CodeOutcome =
  | { code: string; applied: true; coupon: ShopCoupon; amount: number; perLine: number[] }
  | { code: string; applied: false; reason: CodeProblem; coupon?: ShopCoupon };

type CodeProblem = 'unknown' | 'expired' | 'minimum' | 'empty_cart';

/** Minor units; always subtotal - discount + tax + (shipping ?? 0) = total. `discount` includes what is off the shipping. */
export interface Pricing {
  subtotal: number;
  discount: number;
  tax: number;
  shipping: number | null;
  total: number;
  codes: CodeOutcome[];
}

export interface PricingRequest {
  settings: ShopSettings;
  lines: readonly PricedLine[];
  codes: readonly string[];
  /** Left out while no address and rate are known. */
  shippingRateId?: string;
  now?: Date;
}

/** Codes take turns in their order, each from what the earlier ones left. Tax is on the goods after discounts. */
export function priceCart(request: PricingRequest): Pricing {
  const { settings, lines } = request;
  const shipping = shippingOf(settings, request.shippingRateId);
  const left = lines.map((line) => line.price * line.quantity);
  const subtotal = sum(left);
  let shippingLeft = shipping ?? 0;
  const codes = distinct(request.codes).map((code): CodeOutcome => {
    const coupon = findCoupon(settings, code);
    const problem = problemOf(coupon, { settings, subtotal, now: request.now ?? new Date() });
    if (!coupon || problem)
      return { code, applied: false, reason: problem ?? 'unknown', ...(coupon && { coupon }) };
    if (coupon.kind === 'free_shipping') {
      const amount = shippingLeft;
      shippingLeft = 0;
      return { code, applied: true, coupon, amount, perLine: left.map(() => 0) };
    }
    const perLine = share(amountOff(coupon, sum(left), settings.currency), left);
    perLine.forEach((amount, index) => {
      left[index] = (left[index] ?? 0) - amount;
    });
    return { code, applied: true, coupon, amount: sum(perLine), perLine };
  });
  const discount = sum(codes.map((code) => (code.applied ? code.amount : 0)));
  const tax = portion(sum(left), settings.taxRate);
  return { subtotal, discount, tax, shipping, total: sum(left) + tax + shippingLeft, codes };
}

export function findCoupon(settings: ShopSettings, code: string): ShopCoupon | undefined {
  return settings.coupons.find((each) => each.code.toLowerCase() === code.trim().toLowerCase());
}

/** The rates with which something can be sent to this country, cheapest first. */
export function shippingRatesTo(settings: ShopSettings, country: string): ShopSettings['shippingRates'] {
  return settings.shippingRates
    .filter((rate) => rate.countries === 'all' || rate.countries.includes(country))
    .toSorted(
      (a, b) => toMinorUnits(a.amount, settings.currency) - toMinorUnits(b.amount, settings.currency),
    );
}

function problemOf(
  coupon: ShopCoupon | undefined,
  cart: { settings: ShopSettings; subtotal: number; now: Date },
): CodeProblem | undefined {
  if (cart.subtotal === 0) return 'empty_cart';
  if (!coupon) return 'unknown';
  if (coupon.expiresAt !== undefined && new Date(coupon.expiresAt) <= cart.now) return 'expired';
  const minimum = toMinorUnits(coupon.minimum ?? '0', cart.settings.currency);
  return cart.subtotal < minimum ? 'minimum' : undefined;
}

function shippingOf(settings: ShopSettings, rateId: string | undefined): number | null {
  const rate = settings.shippingRates.find((each) => each.id === rateId);
  return rate ? toMinorUnits(rate.amount, settings.currency) : null;
}

function amountOff(coupon: ShopCoupon, goods: number, currency: string): number {
  if (coupon.kind === 'fixed') return Math.min(goods, toMinorUnits(coupon.value, currency));
  return Math.min(goods, portion(goods, coupon.value, 2));
}

/** `rate` of the amount, as a decimal string moved `shift` places to the right; rounds half up, without a float. */
function portion(amount: number, rate: string, shift = 0): number {
  const [whole = '0', fraction = ''] = rate.split('.');
  const product = BigInt(amount) * BigInt(whole + fraction);
  const scale = 10n ** BigInt(fraction.length + shift);
  return Number((2n * product + scale) / (2n * scale));
}

/** Splits the amount in proportion to the weights; what rounding leaves goes to the first lines that can bear it. */
function share(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / BigInt(whole)));
  let rest = amount - sum(parts);
  return parts.map((part, index) => {
    if (rest === 0 || part >= (weights[index] ?? 0)) return part;
    rest -= 1;
    return part + 1;
  });
}

function distinct(codes: readonly string[]): string[] {
  return codes.filter((code, index) => codes.findIndex((each) => sameCode(each, code)) === index);
}

function sameCode(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
