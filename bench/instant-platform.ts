import { z } from 'zod';
import { CommerceError } from '../src/commerce/errors.ts';
import type { ItemReference, Product } from '../src/commerce/product/products.ts';
import type { StoreDescription } from '../src/commerce/store/store.ts';
import type { PlatformKind } from '../src/store-platforms/platform-kind.ts';
import type { CartRequest, PlatformCart, StorePlatform } from '../src/store-platforms/store-platform.ts';

const HOST = 'instant.example';
const PRICES = [1999, 2499, 4999];
const TAX_PER_CENT = 8;

export const INSTANT_STORE: StoreDescription = {
  name: 'Instant Goods',
  currency: 'USD',
  country: 'US',
  hosts: [HOST],
  links: [
    { rel: 'terms-of-service', href: `https://${HOST}/policies/terms` },
    { rel: 'privacy-policy', href: `https://${HOST}/policies/privacy` },
    { rel: 'refund-policy', href: `https://${HOST}/policies/refunds` },
  ],
  versions: { instant: '1' },
};

export const INSTANT_PRODUCT = 'gid://instant/Product/1';
export const INSTANT_VARIANT = 'gid://instant/ProductVariant/1';

/** Shop in this process that answers from memory, so that only the service is measured. */
export const instant: PlatformKind<object> = {
  credentials: z.object({}),
  connect: () => instantPlatform(),
  toAddress: () => 'shop.example',
  webhookHeaders: { signature: '', topic: '' },
  readWebhook: () => 'bad_signature',
};

/** Waits for `answer` before it returns a cart, and adds its result to the checkout URL. */
export function instantPlatform(answer?: () => Promise<string>): StorePlatform {
  const fillCart = async (request: CartRequest) => toCart(request, answer ? await answer() : '');
  return {
    readItemId,
    readNumber: () => undefined,
    searchProducts: async () => ({ products: [PRODUCT], hasNextPage: false, endCursor: null }),
    lookupProducts: async () => [PRODUCT],
    resolveItems: async (references) => references.map(() => RESOLVED),
    createCart: fillCart,
    updateCart: async (_handle, request) => fillCart(request),
    abandonCart: async () => undefined,
    findOrder: async () => undefined,
    readOrder: async () => undefined,
    tagOrder: async () => undefined,
    quoteFulfillment: async () => ({ currency: 'USD', quotes: [] }),
    listProducts: async () => ({ products: [PRODUCT], next: null, total: 1 }),
    changedProducts: async () => ({ ids: [], next: null }),
    changedOrders: async () => ({ ids: [], next: null }),
    listOrders: async () => undefined,
    subscribe: async () => ({ created: [], repaired: [], fine: [] }),
    unsubscribe: async () => [],
    checkAccess: async () => [],
    describeStore: async () => INSTANT_STORE,
    readDescription: async () => INSTANT_STORE,
  };
}

const GID = /^gid:\/\/instant\/(Product|ProductVariant)\/[1-9]\d*$/;

function readItemId(text: string): ItemReference | undefined {
  const kind = GID.exec(text)?.[1];
  if (kind === undefined) return undefined;
  return { kind: kind === 'Product' ? 'product' : 'variant', id: text };
}

function toCart(request: CartRequest, extra: string): PlatformCart {
  const lines = request.lines.map(({ variantId, quantity }) => ({
    variantId,
    quantity,
    title: `${PRODUCT.title} - ${variantOf(variantId).title}`,
    price: variantOf(variantId).price,
    imageUrl: `https://${HOST}/images/mug-${variantId.slice(-1)}.jpg`,
  }));
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const tax = Math.round((subtotal * TAX_PER_CENT) / 100);
  return {
    handle: `cart/${request.cartId}?key=0123456789abcdef0123456789abcdef`,
    continueUrl: `https://${HOST}/checkouts/${request.cartId}?key=0123456789abcdef0123456789abcdef${extra}`,
    currency: 'USD',
    lines,
    totals: { subtotal, discount: 0, tax, shipping: null, total: subtotal + tax },
    discounts: { applied: [], rejected: [] },
    expiresAt: null,
  };
}

function variantOf(id: string) {
  const variant = PRODUCT.variants.find((each) => each.id === id);
  if (variant) return variant;
  const refusal = { variantId: id, reason: 'unknown' as const, message: 'There is no such variant.' };
  throw new CommerceError('unknown_item', refusal.message, { refusals: [refusal] });
}

export const PRODUCT: Product = {
  id: INSTANT_PRODUCT,
  title: 'Stoneware Mug',
  description: 'Thrown by hand and glazed twice: it keeps coffee warm and survives the dishwasher. '.repeat(
    5,
  ),
  handle: 'stoneware-mug',
  url: `https://${HOST}/products/stoneware-mug`,
  priceRange: { min: Math.min(...PRICES), max: Math.max(...PRICES), currency: 'USD' },
  variants: PRICES.map((price, index) => ({
    id: `gid://instant/ProductVariant/${index + 1}`,
    title: ['Small', 'Medium', 'Large'][index] ?? '',
    price,
    currency: 'USD',
    available: true,
  })),
  media: [
    { url: `https://${HOST}/images/mug-1.jpg`, alt: 'The mug from its side' },
    { url: `https://${HOST}/images/mug-2.jpg`, alt: null },
  ],
  availability: 'in_stock',
  tags: ['kitchen', 'stoneware', 'gift'],
};

const RESOLVED = {
  productId: PRODUCT.id,
  handle: PRODUCT.handle,
  variantId: INSTANT_VARIANT,
  title: PRODUCT.title,
  available: true,
};
