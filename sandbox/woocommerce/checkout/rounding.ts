import { exponentOf, toMinorUnits } from '../../../src/commerce/money.ts';
import type { CodeOutcome, Pricing } from '../../shop/pricing.ts';
import type { Site } from '../site.ts';

/**
 * The sums as the shop takes them, where prices include tax or it shows fewer decimals than its currency has: the total and
 * the tax are rounded, and the subtotal is what is left. So it may differ from the sum of the lines. Discounts are rounded to the
 * currency's unit only: the whole and each code by itself, so that the one may miss the sum of the others.
 */
export function asTaken(site: Site, pricing: Pricing): Pricing {
  const { includeTax, decimals } = site.prices;
  if (!includeTax && decimals === null) return pricing;
  const codes = pricing.codes.map((code) => codeAsTaken(site, code));
  const shipping = pricing.shipping ?? 0;
  const goods = pricing.subtotal - offGoods(pricing.codes);
  const tax = rounded(site, includeTax ? goods - withoutTax(site, goods) : pricing.tax);
  const discount = net(site, offGoods(pricing.codes)) + sumOf(codes.filter(isFreeShipping));
  const toPay = pricing.subtotal - sumOf(pricing.codes) + shipping;
  const total = rounded(site, includeTax ? toPay : toPay + tax);
  return { ...pricing, codes, discount, tax, total, subtotal: total + discount - tax - shipping };
}

/** For one piece, minor units. Not rounded to what the shop shows. */
export function priceWithoutTax(site: Site, price: string): number {
  const typed = toMinorUnits(price, site.settings.currency);
  return site.prices.includeTax ? withoutTax(site, typed) : typed;
}

export function isFreeShipping(code: CodeOutcome): boolean {
  return code.applied && code.coupon.kind === 'free_shipping';
}

function codeAsTaken(site: Site, code: CodeOutcome): CodeOutcome {
  if (!code.applied || isFreeShipping(code)) return code;
  const perLine = code.perLine.map((amount) => net(site, amount));
  return { ...code, amount: net(site, code.amount), perLine };
}

function net(site: Site, amount: number): number {
  return site.prices.includeTax ? withoutTax(site, amount) : amount;
}

function offGoods(codes: readonly CodeOutcome[]): number {
  return sumOf(codes.filter((code) => !isFreeShipping(code)));
}

function sumOf(codes: readonly CodeOutcome[]): number {
  return codes.reduce((sum, code) => sum + (code.applied ? code.amount : 0), 0);
}

function withoutTax({ settings }: Site, amount: number): number {
  const [whole = '0', fraction = ''] = settings.taxRate.split('.');
  const one = 10n ** BigInt(fraction.length);
  return halfUp(BigInt(amount) * one, one + BigInt(whole + fraction));
}

function rounded({ settings, prices }: Site, amount: number): number {
  const exponent = exponentOf(settings.currency);
  const unit = 10n ** BigInt(Math.max(0, exponent - (prices.decimals ?? exponent)));
  return halfUp(BigInt(amount), unit) * Number(unit);
}

function halfUp(amount: bigint, divisor: bigint): number {
  return Number((2n * amount + divisor) / (2n * divisor));
}
