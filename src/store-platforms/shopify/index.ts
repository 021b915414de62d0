import type { StoreDescription } from '../../commerce/store.ts';
import type { PlatformKind } from '../platform-kind.ts';
import type { PlatformCart, StorePlatform } from '../store-platform.ts';
import { checkAccess } from './access.ts';
import { describeStore } from './access/describe-store.ts';
import { abandonCart, createCart, updateCart } from './carts.ts';
import { catalog } from './catalog.ts';
import { changedOrders, changedProducts } from './changes.ts';
import { adminApi, storefrontApi } from './client.ts';
import { originOf, type ShopifyCredentials, shopifyCredentials, webhookSecretOf } from './credentials.ts';
import { readItemId, resolveItems } from './items.ts';
import { askForOrders, findOrder, readOrder, tagOrder } from './orders.ts';
import { quoteFulfillment } from './quotes.ts';
import { listOrders } from './shop-orders.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';
import { readWebhook } from './webhooks.ts';

/** Shopify by its Storefront API for products and carts, and its Admin API for orders. */
export const shopify: PlatformKind<ShopifyCredentials> = {
  credentials: shopifyCredentials,

  connect(credentials, transport, description) {
    const storefront = storefrontApi(credentials, transport);
    const admin = adminApi(credentials, transport);
    const ordersOf = admin && askForOrders(admin);
    const { pricesIncludeTax } = description ?? {};
    const basis = pricesIncludeTax === undefined ? {} : { pricesIncludeTax };
    const based = (cart: PlatformCart) => ({ ...cart, totals: { ...cart.totals, ...basis } });
    const hosts = new Set([credentials.domain, ...(description?.hosts ?? [])]);
    const findPlaced: StorePlatform['findOrder'] = async (reference, caller) =>
      ordersOf && findOrder(ordersOf, reference, caller);
    return {
      ...catalog(storefront, { address: shopAddress(credentials, description), pricesIncludeTax }),
      readItemId: (text) => readItemId(text, hosts),
      resolveItems: (references, caller) => resolveItems(storefront, references, caller),
      createCart: async (request, caller) => based(await createCart(storefront, request, caller)),
      updateCart: async (handle, request, caller) =>
        based(await updateCart({ storefront, findOrder: findPlaced }, handle, request, caller)),
      abandonCart: (handle, _cartId, caller) => abandonCart(storefront, handle, caller),
      findOrder: findPlaced,
      readOrder: async (id, caller) => ordersOf && readOrder(ordersOf, id, caller),
      tagOrder: async (order, caller) => admin && tagOrder(admin, order, caller),
      quoteFulfillment: async (request, caller) => ({
        ...(await quoteFulfillment(storefront, request, caller)),
        ...basis,
      }),
      changedProducts: async (since, after, caller) =>
        admin ? changedProducts(admin, since, after, caller) : NOTHING_CHANGED,
      changedOrders: async (since, after, caller) =>
        admin ? changedOrders(admin, since, after, caller) : NOTHING_CHANGED,
      listOrders: async (span, after, caller) => admin && listOrders(admin, span, after, caller),
      // Without the app's secret no event could be verified.
      subscribe: async (wanted, caller) =>
        admin && webhookSecretOf(credentials) !== undefined
          ? subscribe(admin, wanted, caller)
          : { created: [], mended: [], fine: [] },
      unsubscribe: async (wanted, caller) => (admin ? unsubscribe(admin, wanted, caller) : []),
      checkAccess: (caller) => checkAccess({ storefront, admin, credentials }, caller),
      readDescription: (caller) => describeStore(storefront, admin, caller),
      describeStore: (caller) => describeStore(storefront, admin, caller),
    };
  },

  readWebhook: (request, credentials) => readWebhook(request, credentials),
};

/** Result without an Admin token. */
const NOTHING_CHANGED = { ids: [], next: null };

/** Origin of the shop's primary domain, the first host of its description. */
function shopAddress({ domain }: ShopifyCredentials, description?: StoreDescription): string {
  return originOf(description?.hosts[0] ?? domain);
}
