import { setTimeout as delay } from 'node:timers/promises';
import { splitIdsByParcel } from '../../src/commerce/checkout/fulfillment.ts';
import { sum, toMinorUnits } from '../../src/commerce/money/money.ts';
import { type CodeProblem, checkCodes, couponCovers, type Verdict } from './coupons.ts';
import type { ShippingRate, ShopCoupon, ShopProduct, ShopSettings } from './types.ts';

interface PricedLine {
  /** Per piece, in minor units. */
  price: number;
  quantity: number;
  /** Tags of the product: some codes apply to certain products only. */
  tags?: readonly string[];
  /** Rate of its tax, where it is not the shop's usual one. */
  taxRate?: string;
}

/** `amount` in minor units. A free-shipping code counts the shipping that it saves, zero without an address. */
export type CodeOutcome =
  | { code: string; applied: true; coupon: ShopCoupon; amount: number; perLine: number[] }
  | { code: string; applied: false; reason: CodeProblem; coupon?: ShopCoupon };

/** Automatic discount in minor units. */
interface AutomaticOutcome {
  title: string;
  amount: number;
  perLine: number[];
}

/**
 * Minor units; subtotal - discount + tax + (shipping ?? 0) = total, tax excluded from the sum when prices contain it.
 * `discount` includes discounts on shipping.
 */
export interface Pricing {
  subtotal: number;
  discount: number;
  tax: number;
  shipping: number | null;
  total: number;
  automatic: AutomaticOutcome[];
  codes: CodeOutcome[];
  /** Charges of plugins in minor units, parts of the subtotal; those below zero take something off. */
  fees?: { name: string; amount: number }[];
  /** Set for a platform that stores tax by line. */
  taxed?: { lines: LineSums[]; shippingTax: number };
}

/** Cost and tax of a line in minor units with fractions, before and after its share of the discounts. */
export interface LineSums {
  subtotal: number;
  subtotalTax: number;
  total: number;
  totalTax: number;
}

export interface PricingRequest {
  settings: ShopSettings;
  lines: readonly PricedLine[];
  codes: readonly string[];
  /** Omitted until address and rate are known. Rates of several parcels are joined by `+`; one is for all of them. */
  shippingRateId?: string;
  /** The buyer's, when known: some codes are for certain buyers only. */
  email?: string | null;
  now?: Date;
}

/** Applies automatic discounts first, then codes in order, each to the rest. Tax is on the discounted amount. */
export function priceCart(request: PricingRequest): Pricing {
  const { settings, lines, email = null, now = new Date() } = request;
  const shipping = shippingOf(settings, request.shippingRateId, parcelsOf(lines).length);
  const left = lines.map((line) => line.price * line.quantity);
  const subtotal = sum(left);
  const automatic = takeAutomatic(settings, left);
  const purse: Purse = { left, shippingLeft: shipping ?? 0, currency: settings.currency, lines };
  const codes = checkCodes({ settings, subtotal, lines, email, now }, request.codes).map((verdict) =>
    redeem(verdict, purse),
  );
  const discount = sum([...automatic, ...codes.filter((code) => code.applied)].map(({ amount }) => amount));
  const { taxRate, taxesIncluded } = settings;
  const byRate = Map.groupBy(left.keys(), (index) => lines[index]?.taxRate ?? taxRate);
  const tax = sum(
    [...byRate].map(([rate, indexes]) => {
      const taxed = sum(indexes.map((index) => left[index] ?? 0));
      return taxesIncluded ? taxWithin(taxed, rate) : portion(taxed, rate);
    }),
  );
  const total = sum(left) + (taxesIncluded ? 0 : tax) + purse.shippingLeft;
  return { subtotal, discount, tax, shipping, total, automatic, codes };
}

interface Purse {
  left: number[];
  shippingLeft: number;
  currency: string;
  lines: readonly PricedLine[];
}

function takeAutomatic(settings: ShopSettings, left: number[]): AutomaticOutcome[] {
  return settings.automaticDiscounts
    .filter(({ minimum }) => sum(left) > 0 && sum(left) >= toMinorUnits(minimum ?? '0', settings.currency))
    .map((discount) => {
      const perLine = takeOff(left, share(amountOff(discount, sum(left), settings.currency), left));
      return { title: discount.title, amount: sum(perLine), perLine };
    });
}

function redeem(verdict: Verdict, purse: Purse): CodeOutcome {
  const { code, coupon } = verdict;
  if (verdict.problem) return { code, applied: false, reason: verdict.problem, ...(coupon && { coupon }) };
  if (verdict.coupon.kind === 'free_shipping') {
    const amount = purse.shippingLeft;
    purse.shippingLeft = 0;
    return { code, applied: true, coupon: verdict.coupon, amount, perLine: purse.left.map(() => 0) };
  }
  const covered = purse.left.map((rest, index) =>
    couponCovers(verdict.coupon, purse.lines[index]?.tags) ? rest : 0,
  );
  const amount = amountOff(verdict.coupon, sum(covered), purse.currency);
  const perLine = takeOff(purse.left, share(amount, covered));
  return { code, applied: true, coupon: verdict.coupon, amount: sum(perLine), perLine };
}

function takeOff(left: number[], perLine: number[]): number[] {
  perLine.forEach((amount, index) => {
    left[index] = (left[index] ?? 0) - amount;
  });
  return perLine;
}

/** Rates for this country, cheapest first, and what the buyer fetches last. */
export function shippingRatesTo(settings: ShopSettings, country: string): ShopSettings['shippingRates'] {
  return settings.shippingRates
    .filter((rate) => rate.countries === 'all' || rate.countries.includes(country))
    .toSorted(
      (a, b) =>
        Number(!!a.pickup) - Number(!!b.pickup) ||
        toMinorUnits(a.amount, settings.currency) - toMinorUnits(b.amount, settings.currency),
    );
}

/** Parcels of a cart: goods with the tag `separate` are sent apart from the others, and each parcel costs a rate. */
export function parcelsOf<Line extends Pick<PricedLine, 'quantity' | 'tags'>>(
  lines: readonly Line[],
): Line[][] {
  const { usual, separate } = Object.groupBy(
    lines.filter(({ quantity }) => quantity > 0),
    kindOf,
  );
  return [usual, separate].filter((parcel) => parcel !== undefined);
}

function kindOf({ tags = [] }: Pick<PricedLine, 'tags'>): 'separate' | 'usual' {
  return tags.includes('separate') ? 'separate' : 'usual';
}

/** Rates that the shop offers for a parcel. */
export function ratesFor(
  parcel: readonly Pick<PricedLine, 'tags'>[],
  rates: readonly ShippingRate[],
): ShippingRate[] {
  return rates.filter(
    ({ parcel: kind }) => kind === undefined || parcel.some((line) => kindOf(line) === kind),
  );
}

/** Waits for the slowest carrier of these rates; for ever where one never answers. */
export async function askCarriers(rates: readonly ShippingRate[]): Promise<void> {
  const waits = rates.flatMap(({ carrierMs }) => (carrierMs === undefined ? [] : [carrierMs]));
  if (waits.includes(null)) await new Promise(() => undefined);
  if (waits.length > 0) await delay(Math.max(...waits.map(Number)));
}

function shippingOf(settings: ShopSettings, joined: string | undefined, parcels: number): number | null {
  const ids = joined === undefined ? [] : (splitIdsByParcel(joined, parcels) ?? []);
  const rates = ids.flatMap((id) => settings.shippingRates.find((each) => each.id === id) ?? []);
  if (rates.length === 0) return null;
  return sum(rates.map(({ amount }) => toMinorUnits(amount, settings.currency)));
}

function amountOff(coupon: Pick<ShopCoupon, 'kind' | 'value'>, goods: number, currency: string): number {
  if (coupon.kind === 'fixed') return Math.min(goods, toMinorUnits(coupon.value, currency));
  return Math.min(goods, portion(goods, coupon.value, 2));
}

/** Multiplies the amount by a decimal string shifted `shift` places to the right; rounds half up, without floats. */
function portion(amount: number, rate: string, shift = 0): number {
  const [whole = '0', fraction = ''] = rate.split('.');
  const product = BigInt(amount) * BigInt(whole + fraction);
  const scale = 10n ** BigInt(fraction.length + shift);
  return Number((2n * product + scale) / (2n * scale));
}

/** Rate of a product's tax, a decimal string. */
export function taxRateOf({ taxRate, reducedTax }: ShopSettings, { id }: Pick<ShopProduct, 'id'>): string {
  return reducedTax?.products.includes(id) ? reducedTax.rate : taxRate;
}

/** Tax contained in an amount; rounds half up, without floats. */
function taxWithin(amount: number, rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.');
  const one = 10n ** BigInt(fraction.length);
  const [tax, gross] = [BigInt(whole + fraction), one + BigInt(whole + fraction)];
  return Number((2n * BigInt(amount) * tax + gross) / (2n * gross));
}

/** Splits the amount in proportion to the weights; the remainder of rounding goes to the first lines that can bear it. */
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
