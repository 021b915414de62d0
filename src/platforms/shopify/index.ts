import type { StoreDescription } from '../../commerce/store.ts';
import type { PlatformKind } from '../platform-kind.ts';
import { abandonCart } from './abandon-cart.ts';
import { adminApi, storefrontApi } from './apis.ts';
import { catalog } from './catalog.ts';
import { createCart } from './create-cart.ts';
import { originOf, type ShopifyCredentials, shopifyCredentials } from './credentials.ts';
import { describeStore } from './describe-store.ts';
import { findOrder } from './find-order.ts';
import { readItemId } from './item-ids.ts';
import { resolveItems } from './resolve-items.ts';
import { updateCart } from './update-cart.ts';

/** Shopify, by its Storefront API for goods and carts and its Admin API for orders. */
export const shopify: PlatformKind<ShopifyCredentials> = {
  credentials: shopifyCredentials,

  connect(credentials, transport, description) {
    const storefront = storefrontApi(credentials, transport);
    const admin = adminApi(credentials, transport);
    const hosts = new Set([credentials.domain, ...(description?.hosts ?? [])]);
    return {
      ...catalog(storefront, shopAddress(credentials, description)),
      readItemId: (text) => readItemId(text, hosts),
      resolveItems: (references, caller) => resolveItems(storefront, references, caller),
      createCart: (request, caller) => createCart(storefront, request, caller),
      updateCart: (handle, request, caller) => updateCart(storefront, handle, request, caller),
      abandonCart: (handle, _cartId, caller) => abandonCart(storefront, handle, caller),
      findOrder: async (reference, caller) => admin && findOrder(admin, reference, caller),
      describeStore: (caller) => describeStore(storefront, admin, caller),
    };
  },
};

/** Where the shop shows its products: its primary domain, which `describeStore` names first. */
function shopAddress({ domain }: ShopifyCredentials, description?: StoreDescription): string {
  return originOf(description?.hosts[0] ?? domain);
}
