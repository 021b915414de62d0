import { toMinorUnits } from '../../../src/commerce/money.ts';
import { type Pricing, priceCart, shippingRatesTo, taxRateOf } from '../../shop/pricing.ts';
import type { ShippingRate, ShopSettings } from '../../shop/types.ts';
import type { Site } from '../site.ts';
import type { CartItem } from './cart-items.ts';
import { asTaken, isFreeShipping } from './rounding.ts';

export interface PricedCart {
  pricing: Pricing;
  /** Rates for the destination, cheapest first; none when nothing needs shipping. */
  rates: ShippingRate[];
  /** The one in the totals. */
  rate: ShippingRate | undefined;
}

interface Buying {
  country?: string;
  rateId?: string | null;
  email?: string;
}

/** Tax is as at the base address; shipping needs a destination and uses the chosen or the cheapest rate. */
export function priceItems(
  site: Site,
  items: readonly CartItem[],
  coupons: readonly string[],
  buying: Buying = {},
): PricedCart {
  const { settings } = site;
  const lines = items.map(({ product, variant, quantity }) => ({
    price: toMinorUnits(variant.price, settings.currency),
    quantity,
    tags: product.tags,
  }));
  const { country, email = null } = buying;
  const rates =
    country === undefined || !needsShipping(site, items) ? [] : shippingRatesTo(settings, country);
  const rate = rates.find(({ id }) => id === buying.rateId) ?? rates[0];
  const request = { settings: { ...settings, taxRate: '0' }, lines, codes: coupons, email };
  const pricing = priceCart(rate === undefined ? request : { ...request, shippingRateId: rate.id });
  const taxed = items.map(({ product }, index) => {
    const { price = 0, quantity = 0 } = lines[index] ?? {};
    return { cost: price * quantity, taxRate: taxRateOf(settings, product) };
  });
  return { pricing: asTaken(site, pricing, taxed), rates, rate };
}

/** Id of a rate as WooCommerce has it, by its method. */
export function rateId({ id, pickup }: ShippingRate): string {
  return `${pickup ? 'pickup_location' : 'flat_rate'}:${id}`;
}

/** Setting's id of a wanted rate; `pickup` is the cheapest place. */
export function wantedRate({ shippingRates }: ShopSettings, choice: string | undefined): string | null {
  const match = shippingRates.find((rate) =>
    choice === 'pickup' ? rate.pickup !== undefined : rateId(rate) === choice,
  );
  return match?.id ?? null;
}

export function needsShipping(site: Site, items: readonly Pick<CartItem, 'product'>[]): boolean {
  return items.some(({ product }) => !site.traits.virtual.has(product.id));
}

/** A free-shipping coupon lowers the shipping, not the products, as in WooCommerce. */
export function wooTotals({ subtotal, discount, tax, shipping, total, codes }: Pricing) {
  const offShipping = codes
    .filter(isFreeShipping)
    .reduce((sum, code) => sum + (code.applied ? code.amount : 0), 0);
  if (shipping === null) return { subtotal, discount, tax, shipping, total };
  return { subtotal, discount: discount - offShipping, tax, shipping: shipping - offShipping, total };
}
