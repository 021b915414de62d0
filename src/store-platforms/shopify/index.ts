import type { Caller } from '../../commerce/call/caller.ts';
import type { PlatformKind } from '../platform-kind.ts';
import type { OrderReference, PlatformCart, StorePlatform } from '../store-platform.ts';
import { checkAccess, describeStore } from './access.ts';
import { abandonCart, createCart, updateCart } from './carts.ts';
import { createCatalog, createProductReader } from './catalog.ts';
import { createAdminApi, createStorefrontApi } from './client.ts';
import {
  getWebhookSecret,
  hasStorefrontToken,
  type ShopifyCredentials,
  shopifyCredentials,
  toOrigin,
} from './credentials.ts';
import { readItemId, readNumber, resolveItems } from './items.ts';
import { fetchChangedOrders, fetchChangedProducts, listOrders } from './lists.ts';
import { findOrder, orderReader, readOrder, tagOrder } from './orders.ts';
import { quoteFulfillment } from './quotes.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';
import { readWebhook, WEBHOOK_HEADERS } from './webhooks.ts';

/** Shopify by its Storefront API for products and carts, and its Admin API for orders. */
export const shopify: PlatformKind<ShopifyCredentials> = {
  credentials: shopifyCredentials,
  toAddress: ({ domain }) => domain,

  connect(credentials, transport, description) {
    const storefront = createStorefrontApi(credentials, transport);
    const admin = createAdminApi(credentials, transport);
    const readProducts = createProductReader(hasStorefrontToken(credentials));
    const { pricesIncludeTax, country } = description ?? {};
    const basis = pricesIncludeTax === undefined ? {} : { pricesIncludeTax };
    const market = country ? { pricedFor: country } : {};
    const withBasis = (cart: PlatformCart) => ({ ...cart, totals: { ...basis, ...market, ...cart.totals } });
    const { domain } = credentials;
    const hosts = [domain, ...(description?.hosts ?? [])];
    // The first host of the description is the shop's primary domain.
    const shop = { address: toOrigin(description?.hosts[0] ?? domain), basis: { ...basis, ...market } };
    const openCatalog = (caller: Caller) => createCatalog(storefront(caller), readProducts, shop);
    const withAdmin = bindAdmin(admin, getWebhookSecret(credentials) !== undefined);
    const describe = (caller: Caller) => describeStore(domain, storefront(caller), admin?.(caller));
    return {
      searchProducts: (query, caller) => openCatalog(caller).searchProducts(query),
      lookupProducts: (ids, caller) => openCatalog(caller).lookupProducts(ids),
      listProducts: (after, caller) => openCatalog(caller).listProducts(after),
      readItemId: (text) => readItemId(text, hosts),
      readNumber,
      resolveItems: (references, caller) => resolveItems(storefront(caller), references),
      createCart: async (request, caller) => withBasis(await createCart(storefront(caller), request)),
      updateCart: async (handle, request, caller) => {
        const findOrder = (reference: OrderReference) => withAdmin.findOrder(reference, caller);
        return withBasis(await updateCart({ storefront: storefront(caller), findOrder }, handle, request));
      },
      abandonCart: (handle, _cartId, caller) => abandonCart(storefront(caller), handle),
      ...withAdmin,
      quoteFulfillment: async (request, caller) => ({
        ...(await quoteFulfillment(storefront(caller), request)),
        ...basis,
      }),
      checkAccess(caller) {
        const fresh = { ...caller, fresh: true };
        return checkAccess({ storefront: storefront(fresh), admin: admin?.(fresh), credentials });
      },
      readDescription: describe,
      describeStore: describe,
    };
  },

  webhookHeaders: WEBHOOK_HEADERS,
  readWebhook: (request, credentials) => readWebhook(request, credentials),
};

const NOTHING_CHANGED = { ids: [], next: null };

/** Functions of the Admin API, which do nothing without its token. Without the app's secret no event could be verified. */
function bindAdmin(admin: ReturnType<typeof createAdminApi>, canVerify: boolean) {
  const readOrders = orderReader();
  return {
    findOrder: async (reference, caller) => admin && findOrder(admin(caller), readOrders, reference),
    readOrder: async (id, caller) => admin && readOrder(admin(caller), readOrders, id),
    tagOrder: async (order, caller) => admin && tagOrder(admin(caller), order),
    changedProducts: async (since, after, caller) =>
      admin ? fetchChangedProducts(admin(caller), since, after) : NOTHING_CHANGED,
    changedOrders: async (since, after, caller) =>
      admin ? fetchChangedOrders(admin(caller), since, after) : NOTHING_CHANGED,
    listOrders: async (span, after, caller) => admin && listOrders(admin(caller), span, after),
    subscribe: async (subscription, caller) =>
      admin && canVerify ? subscribe(admin(caller), subscription) : { created: [], repaired: [], fine: [] },
    unsubscribe: async (subscription, caller) => (admin ? unsubscribe(admin(caller), subscription) : []),
  } satisfies Partial<StorePlatform>;
}
