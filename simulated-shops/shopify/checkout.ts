import { joinIds } from '../../src/commerce/checkout/fulfillment.ts';
import { readCheckoutForm } from '../shop/checkout-form.ts';
import type { CheckoutView } from '../shop/checkout-page.ts';
import type { Buyer, OrderedLine, Purchase, ShopOrder } from '../shop/orders.ts';
import { priceCart, taxRateOf } from '../shop/pricing.ts';
import { takeStock, variantTitle } from '../shop/stock.ts';
import { needsShipping, selectedRates, unitPrice } from './cart-pricing.ts';
import type { AddressFields, Cart } from './cart-store.ts';
import { isListed } from './catalog-view.ts';
import type { ShopState } from './shop-state.ts';

export type Payment = { order: ShopOrder } | { problem: string };

/** Checkout of a cart with the input so far; undefined for an empty cart. */
export function checkoutOf(shop: ShopState, cart: Cart, body: unknown): CheckoutView | undefined {
  const purchase = purchaseOf(shop, cart, body);
  if (purchase.lines.length === 0) return undefined;
  return {
    settings: shop.settings,
    lines: purchase.lines,
    pricing: purchase.pricing,
    form: { buyer: purchase.buyer, shippingRateId: purchase.shippingRateId },
    action: `/cart/c/${cart.token}?key=${cart.key}`,
    refreshable: true,
  };
}

/** Creates the order, takes the stock and removes the cart. */
export function pay(shop: ShopState, cart: Cart, body: unknown): Payment {
  const purchase = purchaseOf(shop, cart, body);
  if (purchase.shippingRateId === null && needsShipping(cart))
    return { problem: 'We do not deliver to this country.' };
  const unlisted = cart.lines.filter((line) => !isListed(shop, line.product));
  if (unlisted.length > 0) return { problem: gone(unlisted.map((line) => line.product.title)) };
  const stock = purchase.placedAt ? { taken: true as const } : takeStock(shop.products, purchase.lines);
  if (!stock.taken) {
    const missing = purchase.lines.filter((line) => stock.missing.includes(line.variantId));
    return { problem: gone(missing.map((line) => line.title)) };
  }
  const order = shop.orders.place(purchase);
  shop.carts.sell(cart);
  return { order };
}

function gone(titles: readonly string[]): string {
  return `Some items are no longer available: ${titles.join(', ')}`;
}

function purchaseOf(shop: ShopState, cart: Cart, body: unknown): Purchase {
  const rateIds = selectedRates(shop, cart).map(({ id }) => id);
  const form = readCheckoutForm(body, shop.settings, knownBuyer(cart), joinIds(rateIds));
  const shippingRateId = needsShipping(cart) ? form.shippingRateId : null;
  const lines = orderedLines(shop, cart);
  const pricing = priceCart({
    settings: shop.settings,
    lines: lines.map((line) => ({
      ...line,
      tags: tagsOf(cart, line),
      taxRate: taxRateOf(shop.settings, { id: line.productId }),
    })),
    codes: cart.codes,
    email: form.buyer.email,
    ...(shippingRateId === null ? {} : { shippingRateId }),
  });
  return {
    sessionId: cart.attributes.find(({ key }) => key === 'service_session_id')?.value ?? null,
    cartKey: cart.token,
    attributes: cart.attributes,
    buyer: form.buyer,
    lines,
    pricing,
    shippingRateId,
    ...(form.placedAt ? { placedAt: form.placedAt, createdAt: form.placedAt } : {}),
  };
}

function tagsOf(cart: Cart, { variantId }: OrderedLine): string[] {
  return cart.lines.find(({ variant }) => variant.id === variantId)?.product.tags ?? [];
}

function knownBuyer(cart: Cart): Partial<Buyer> {
  const { email, countryCode } = cart.buyer;
  return {
    ...(email ? { email } : {}),
    ...(countryCode ? { country: countryCode } : {}),
    ...addressOf(cart.addresses.find(({ selected }) => selected)?.fields ?? {}),
  };
}

function addressOf(fields: AddressFields): Partial<Buyer> {
  const { address1: line1, city, zip: postalCode, provinceCode: region, countryCode: country } = fields;
  const name = [fields.firstName, fields.lastName].filter((part) => part).join(' ');
  const parts = Object.entries({ name, line1, city, region, postalCode, country });
  return Object.fromEntries(parts.filter(([, value]) => value));
}

function orderedLines(shop: ShopState, cart: Cart): OrderedLine[] {
  const lines = cart.lines.filter((line) => line.quantity > 0);
  return lines.map((line) => ({
    productId: line.product.id,
    variantId: line.variant.id,
    title: line.product.title,
    variantTitle: variantTitle(line.variant),
    sku: line.variant.sku,
    quantity: line.quantity,
    price: unitPrice(shop, line),
    imageUrl: (line.variant.image ?? line.product.images[0])?.url ?? null,
  }));
}
