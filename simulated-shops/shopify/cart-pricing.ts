import { joinIds } from '../../src/commerce/checkout/fulfillment.ts';
import { toMinorUnits } from '../../src/commerce/money/money.ts';
import {
  type CodeOutcome,
  type Pricing,
  parcelsOf,
  priceCart,
  ratesFor,
  shippingRatesTo,
} from '../shop/pricing.ts';
import { findVariant } from '../shop/stock.ts';
import type { ShippingRate } from '../shop/types.ts';
import type { Cart, CartLine } from './cart-store.ts';
import { requiresShipping } from './catalog-view.ts';
import { gid } from './gid.ts';
import type { ShopState } from './shop-state.ts';

/** Excludes tax, which only the checkout knows; includes shipping once an address is selected. */
export function priceOf(shop: ShopState, cart: Cart): Pricing {
  const rateIds = selectedRates(shop, cart).map(({ id }) => id);
  return priceCart({
    settings: { ...shop.settings, taxRate: '0' },
    lines: cart.lines.map((line) => ({
      price: unitPrice(shop, line),
      quantity: line.quantity,
      tags: line.quantity > 0 ? line.product.tags : [],
    })),
    codes: cart.codes,
    email: cart.buyer.email,
    ...(rateIds.length > 0 ? { shippingRateId: joinIds(rateIds) } : {}),
  });
}

/** Minor units, as the goods cost now. */
export function unitPrice(shop: ShopState, line: CartLine): number {
  return toMinorUnits(currentVariant(shop, line).price, shop.settings.currency);
}

/** Current product, or its last state when it was deleted. */
function currentVariant(shop: ShopState, line: CartLine): CartLine['variant'] {
  return findVariant(shop.products, line.variant.id)?.variant ?? line.variant;
}

interface DeliveryGroup {
  id: string;
  lines: CartLine[];
  rates: ShippingRate[];
}

/** Parcels of the cart, with the rates of each. */
export function deliveryGroupsOf(shop: ShopState, cart: Cart): DeliveryGroup[] {
  const rates = shippingRates(shop, cart);
  const lines = cart.lines.map((line) => ({ line, quantity: line.quantity, tags: line.product.tags }));
  return parcelsOf(lines).map((parcel, index) => ({
    id: gid('CartDeliveryGroup', `${cart.token}-${index + 1}`),
    lines: parcel.map(({ line }) => line),
    rates: ratesFor(parcel, rates),
  }));
}

export function needsShipping({ lines }: Cart): boolean {
  return lines.some(({ product, quantity }) => quantity > 0 && requiresShipping(product));
}

/** Options, cheapest first; none without a selected address or anything to ship. */
export function shippingRates(shop: ShopState, cart: Cart): ShippingRate[] {
  const country = cart.addresses.find((address) => address.selected)?.fields.countryCode;
  return country && needsShipping(cart) ? shippingRatesTo(shop.settings, country) : [];
}

/** True for a rate that the shop asks a carrier for. */
export function isOfCarrier({ carrierMs }: ShippingRate): boolean {
  return carrierMs !== undefined;
}

/** The selected option of each group, else the cheapest of the shop's own, pickup included; none where one has none. */
export function selectedRates(shop: ShopState, cart: Cart): ShippingRate[] {
  const cost = ({ amount }: ShippingRate) => toMinorUnits(amount, shop.settings.currency);
  const groups = deliveryGroupsOf(shop, cart);
  const selected = groups.flatMap(({ rates }, index) => {
    const own = rates.filter((rate) => !isOfCarrier(rate));
    const [cheapest] = own.toSorted((one, other) => cost(one) - cost(other));
    return rates.find(({ id }) => id === cart.rateIds[index]) ?? cheapest ?? [];
  });
  return selected.length === groups.length ? selected : [];
}

/** Handle of an option, which changes with the cart's content. */
export function handleOf(cart: Cart, { id }: ShippingRate): string {
  const pieces = cart.lines.map(({ variant, quantity }) => `${variant.id}x${quantity}`).join('-');
  return `${cart.token.slice(0, 12)}-${id}-${pieces}`;
}

/** Applies percentages to each line and fixed amounts to the order, which Shopify reports differently. */
export function isLineLevel(outcome: CodeOutcome): boolean {
  return outcome.applied && outcome.coupon.kind === 'percent';
}

/** Line-level discounts in minor units; of one line when an index is given. */
export function lineLevelDiscount(pricing: Pricing, index?: number): number {
  return pricing.codes.reduce((sum, outcome) => {
    if (!outcome.applied || !isLineLevel(outcome)) return sum;
    return sum + (index === undefined ? outcome.amount : (outcome.perLine[index] ?? 0));
  }, 0);
}
