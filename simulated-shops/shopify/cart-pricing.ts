import { toMinorUnits } from '../../src/commerce/money.ts';
import { type CodeOutcome, type Pricing, priceCart, shippingRatesTo } from '../shop/pricing.ts';
import { findVariant } from '../shop/stock.ts';
import type { ShopSettings } from '../shop/types.ts';
import type { Cart, CartLine } from './cart-shelf.ts';
import { requiresShipping } from './catalog-view.ts';
import type { ShopState } from './shop-state.ts';

/** Without tax, which only the checkout knows; with shipping from the moment that an address is selected. */
export function priceOf(shop: ShopState, cart: Cart): Pricing {
  const rate = shippingRates(shop, cart)[0];
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

/** As the shop has it now; as it was when it has been deleted since. */
function currentVariant(shop: ShopState, line: CartLine): CartLine['variant'] {
  return findVariant(shop.products, line.variant.id)?.variant ?? line.variant;
}

export function needsShipping({ lines }: Cart): boolean {
  return lines.some(({ product, quantity }) => quantity > 0 && requiresShipping(product));
}

/** Cheapest first; none without a selected address or without anything to send. */
export function shippingRates(shop: ShopState, cart: Cart): ShopSettings['shippingRates'] {
  const country = cart.addresses.find((address) => address.selected)?.fields.countryCode;
  return country && needsShipping(cart) ? shippingRatesTo(shop.settings, country) : [];
}

/** Percentages are taken off each line, fixed amounts off the order as a whole: Shopify tells the two apart. */
export function isLineLevel(outcome: CodeOutcome): boolean {
  return outcome.applied && outcome.coupon.kind === 'percent';
}

/** What the lines are reduced by themselves, in minor units; one line when an index is given. */
export function lineLevelDiscount(pricing: Pricing, index?: number): number {
  return pricing.codes.reduce((sum, outcome) => {
    if (!outcome.applied || !isLineLevel(outcome)) return sum;
    return sum + (index === undefined ? outcome.amount : (outcome.perLine[index] ?? 0));
  }, 0);
}
