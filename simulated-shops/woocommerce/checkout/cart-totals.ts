import { joinIds, splitIdsByParcel } from '../../../src/commerce/checkout/fulfillment.ts';
import { toMinorUnits } from '../../../src/commerce/money/money.ts';
import {
  type Pricing,
  parcelsOf,
  priceCart,
  ratesFor,
  shippingRatesTo,
  taxRateOf,
} from '../../shop/pricing.ts';
import type { ShippingRate, ShopSettings } from '../../shop/types.ts';
import type { Site } from '../site.ts';
import { type CartItem, withFees } from './cart-plugins.ts';
import { asTaken, isFreeShipping } from './rounding.ts';

export interface PricedCart {
  pricing: Pricing;
  /** Parcels, each with its rates for the destination, cheapest first; none when nothing needs shipping, or one has no rates. */
  parcels: { items: CartItem[]; rates: ShippingRate[] }[];
  /** Rate of each parcel in the totals. */
  rates: ShippingRate[];
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
  const parcels = country === undefined ? [] : parcelsTo(site, items, country);
  const rates = ratesIn(parcels, buying.rateId ?? '');
  const shippingRateId = joinIds(rates.map(({ id }) => id));
  const request = { settings: { ...settings, taxRate: '0' }, lines, codes: coupons, email };
  const pricing = priceCart(rates.length === 0 ? request : { ...request, shippingRateId });
  const taxed = items.map(({ product }, index) => {
    const { price = 0, quantity = 0 } = lines[index] ?? {};
    return { cost: price * quantity, taxRate: taxRateOf(settings, product) };
  });
  return { pricing: withFees(site, asTaken(site, pricing, taxed)), parcels, rates };
}

function parcelsTo(site: Site, items: readonly CartItem[], country: string): PricedCart['parcels'] {
  if (!needsShipping(site, items)) return [];
  const all = shippingRatesTo(site.settings, country);
  const lines = items.map((item) => ({ item, quantity: item.quantity, tags: item.product.tags }));
  const parcels = parcelsOf(lines).map((parcel) => ({
    items: parcel.map(({ item }) => item),
    rates: ratesFor(parcel, all),
  }));
  return parcels.some(({ rates }) => rates.length === 0) ? [] : parcels;
}

/** The wanted rate of each parcel; the cheapest of each where one lacks it. */
function ratesIn(parcels: PricedCart['parcels'], joined: string): ShippingRate[] {
  const ids = splitIdsByParcel(joined, parcels.length) ?? [];
  const matches = parcels.flatMap(({ rates }, index) => {
    return (ids[index] === '' ? rates[0] : rates.find(({ id }) => id === ids[index])) ?? [];
  });
  return matches.length === parcels.length ? matches : parcels.flatMap(({ rates }) => rates.slice(0, 1));
}

/** Id of a rate as WooCommerce has it, by its method. */
export function rateId({ id, pickup }: ShippingRate): string {
  return `${pickup ? 'pickup_location' : 'flat_rate'}:${id}`;
}

/** Setting's ids of the wanted rates; `pickup` is the cheapest place. */
export function wantedRate({ shippingRates }: ShopSettings, choice: string | undefined): string | null {
  const pickup = shippingRates.find((rate) => rate.pickup !== undefined);
  if (choice === undefined || choice === 'pickup') return (choice && pickup?.id) || null;
  const ids = choice.split('+').map((id) => {
    return id === '' ? '' : (shippingRates.find((rate) => rateId(rate) === id)?.id ?? id);
  });
  return joinIds(ids);
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
