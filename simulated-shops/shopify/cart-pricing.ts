import { toMinorUnits } from '../../src/commerce/money.ts';
import { type CodeOutcome, type Pricing, parcelsOf, priceCart, shippingRatesTo } from '../shop/pricing.ts';
import { findVariant } from '../shop/stock.ts';
import type { ShippingRate } from '../shop/types.ts';
import type { Cart, CartLine } from './cart-store.ts';
import { requiresShipping } from './catalog-view.ts';
import { gid } from './gid.ts';
import type { ShopState } from './shop-state.ts';

/** Excludes tax, which only the checkout knows; includes shipping once an address is selected. */
export function priceOf(shop: ShopState, cart: Cart): Pricing {
  const rate = selectedRate(shop, cart);
  return priceCart({
    settings: { ...shop.settings, taxRate: '0' },
    lines: cart.lines.map((line) => ({
      price: unitPrice(shop, line),
      quantity: line.quantity,
      tags: line.quantity > 0 ? line.product.tags : [],
    })),
    codes: cart.codes,
    email: cart.buyer.email,
    ...(rate ? { shippingRateId: rate.id } : {}),
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

/** Ids of the cart's delivery groups. */
export function deliveryGroupGids({ token, lines }: Cart): string[] {
  const parcels = parcelsOf(lines.map(({ product: { tags }, quantity }) => ({ tags, quantity })));
  return Array.from({ length: parcels }, (_, index) => gid('CartDeliveryGroup', `${token}-${index + 1}`));
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

/** The selected option, else the cheapest of the shop's own, pickup included. */
export function selectedRate(shop: ShopState, cart: Cart): ShippingRate | undefined {
  const rates = shippingRates(shop, cart);
  const cost = ({ amount }: ShippingRate) => toMinorUnits(amount, shop.settings.currency);
  const own = rates.filter((rate) => !isOfCarrier(rate));
  const [cheapest] = own.toSorted((one, other) => cost(one) - cost(other));
  return rates.find(({ id }) => id === cart.rateId) ?? cheapest;
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
