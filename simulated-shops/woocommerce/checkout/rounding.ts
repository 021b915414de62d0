import { getExponent, sum, toDecimal, toMinorUnits } from '../../../src/commerce/money/money.ts';
import { type CodeOutcome, type LineSums, type Pricing, taxRateOf } from '../../shop/pricing.ts';
import type { ShopProduct } from '../../shop/types.ts';
import type { Site } from '../site.ts';

/**
 * Sums of a cart as `WC_Cart_Totals` computes them from prices as typed. The subtotal is derived from the total, so it may
 * differ from the sum of the lines.
 */
export function asTaken(site: Site, typed: Pricing, taxed: readonly TaxedLine[]): Pricing {
  const rates = taxed.map(({ taxRate }) => Number(taxRate));
  const lines = taxed.map(({ cost }, index) =>
    lineSums(site, cost, { off: offLine(typed, index), rate: rates[index] ?? 0 }),
  );
  const { roundAtSubtotal, taxesShipping } = site.prices;
  const goods = sum(lines.map(({ total }) => (roundAtSubtotal ? total : rounded(site, total))));
  const shipping = typed.shipping === null ? 0 : typed.shipping - sum(freeShipping(typed.codes));
  const shippingTax = taxesShipping ? roundedTax(site, shipping * usualRate(site)) : 0;
  const taxes = sum(lines.map(({ totalTax }) => totalTax)) + shippingTax;
  const codes = typed.codes.map((code) => codeAsTaken(site, code, rates));
  const off = sum(rates.map((rate, index) => net(site, offLine(typed, index), rate)));
  const discount = atUnit(off) + sum(freeShipping(codes));
  const tax = rounded(site, taxes);
  const total = rounded(site, goods + shipping + taxes);
  const subtotal = total + discount - tax - (typed.shipping ?? 0);
  const amounts = { lines, shippingTax: atUnit(shippingTax) };
  return { ...typed, codes, discount, tax, total, subtotal, taxed: amounts };
}

interface TaxedLine {
  cost: number;
  taxRate: string;
}

function lineSums(site: Site, cost: number, { off, rate }: { off: number; rate: number }): LineSums {
  return {
    subtotal: net(site, cost, rate),
    subtotalTax: roundedTax(site, taxOn(site, cost, rate)),
    total: net(site, cost - off, rate),
    totalTax: roundedTax(site, taxOn(site, cost - off, rate)),
  };
}

/** Per piece in minor units, not rounded to displayed decimals. */
export function priceWithoutTax(site: Site, price: string, product: Pick<ShopProduct, 'id'>): number {
  return atUnit(net(site, toMinorUnits(price, site.settings.currency), rateOf(site, product)));
}

/** Per piece in minor units; with tax added WooCommerce rounds to displayed decimals. */
export function priceWithTax(site: Site, price: string, product: Pick<ShopProduct, 'id'>): number {
  const typed = toMinorUnits(price, site.settings.currency);
  if (site.prices.includeTax) return typed;
  return rounded(site, typed + roundedTax(site, taxOn(site, typed, rateOf(site, product))));
}

/** Price as guests see it, as a decimal string; empty without a price. */
export function shownPrice(site: Site, price: string, product: Pick<ShopProduct, 'id'>): string {
  if (price === '') return '';
  const amount = site.prices.showTax
    ? priceWithTax(site, price, product)
    : priceWithoutTax(site, price, product);
  return toDecimal(amount, site.settings.currency);
}

/** Price of a rate for the buyer, in minor units, rounded to displayed decimals. */
export function shippingCost(site: Site, amount: number): { amount: number; tax: number } {
  const tax = site.prices.taxesShipping ? roundedTax(site, amount * usualRate(site)) : 0;
  return { amount: rounded(site, amount), tax: rounded(site, tax) };
}

export function isFreeShipping(code: CodeOutcome): boolean {
  return code.applied && code.coupon.kind === 'free_shipping';
}

function codeAsTaken(site: Site, code: CodeOutcome, rates: readonly number[]): CodeOutcome {
  if (!code.applied || isFreeShipping(code)) return code;
  const perLine = code.perLine.map((amount, index) => net(site, amount, rates[index] ?? 0));
  return { ...code, amount: atUnit(sum(perLine)), perLine: perLine.map(atUnit) };
}

function freeShipping(codes: readonly CodeOutcome[]): number[] {
  return codes.filter(isFreeShipping).map(amountOf);
}

function offLine({ codes, automatic }: Pricing, index: number): number {
  const applied = [...automatic, ...codes.filter((code) => code.applied)];
  return sum(applied.map(({ perLine }) => perLine[index] ?? 0));
}

function amountOf(code: CodeOutcome): number {
  return code.applied ? code.amount : 0;
}

function rateOf({ settings }: Site, product: Pick<ShopProduct, 'id'>): number {
  return Number(taxRateOf(settings, product));
}

/** Rate of what is no product, such as shipping. */
function usualRate({ settings }: Site): number {
  return Number(settings.taxRate);
}

/** Minor units with fractions, as WooCommerce keeps the amounts of a line. */
function net(site: Site, typed: number, rate: number): number {
  return site.prices.includeTax ? typed / (1 + rate) : typed;
}

function taxOn(site: Site, typed: number, rate: number): number {
  return site.prices.includeTax ? typed - net(site, typed, rate) : typed * rate;
}

/** Rounds half up to displayed decimals. */
function rounded(site: Site, amount: number): number {
  const unit = unitOf(site);
  return atUnit(amount / unit) * unit;
}

/** Rounds a line's tax, unless the shop rounds at the subtotal; half goes down where the price holds the tax. */
function roundedTax(site: Site, tax: number): number {
  if (site.prices.roundAtSubtotal) return tax;
  const unit = unitOf(site);
  return site.prices.includeTax ? -atUnit(-tax / unit) * unit : rounded(site, tax);
}

/** Smallest displayed amount, in minor units. */
function unitOf({ settings, prices }: Site): number {
  const exponent = getExponent(settings.currency);
  return 10 ** Math.max(0, exponent - (prices.decimals ?? exponent));
}

/** Rounds half up, ignoring fractions below a millionth. */
function atUnit(amount: number): number {
  return Math.floor(Math.round(amount * 1e6) / 1e6 + 0.5) + 0;
}
