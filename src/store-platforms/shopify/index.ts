import type { StoreDescription } from '../../commerce/store.ts';
import type { PlatformKind } from '../platform-kind.ts';
import type { PlatformCart, StorePlatform } from '../store-platform.ts';
import { abandonCart } from './abandon-cart.ts';
import { adminApi, storefrontApi } from './apis.ts';
import { askForOrders } from './query-orders.ts';
import { catalog } from './catalog.ts';
import { changedOrders, changedProducts } from './changed-since.ts';
import { checkAccess } from './check-access.ts';
import { createCart } from './create-cart.ts';
import { originOf, type ShopifyCredentials, shopifyCredentials, webhookSecretOf } from './credentials.ts';
import { describeStore } from './describe-store.ts';
import { findOrder } from './find-order.ts';
import { readItemId } from './item-ids.ts';
import { quoteFulfillment } from './quote-fulfillment.ts';
import { readOrder } from './read-order.ts';
import { resolveItems } from './resolve-items.ts';
import { subscribe, unsubscribe } from './subscribe.ts';
import { tagOrder } from './tag-order.ts';
import { updateCart } from './update-cart.ts';
import { readWebhook } from './webhooks.ts';

/** Shopify, by its Storefront API for goods and carts and its Admin API for orders. */
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
      // Without the app's secret no event could be believed, so none is asked for.
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

/** Without an Admin token nothing is known of changes. */
const NOTHING_CHANGED = { ids: [], next: null };

/** Where the shop shows its products: its primary domain, which `describeStore` names first. */
function shopAddress({ domain }: ShopifyCredentials, description?: StoreDescription): string {
  return originOf(description?.hosts[0] ?? domain);
}
