import type { PlatformKind } from '../platform-kind.ts';
import { describeStore, readDescription } from './access/describe-store.ts';
import { createVisitor } from './access/hand-off.ts';
import { checkAccess } from './access.ts';
import { abandonCart, putCart } from './carts.ts';
import {
  createCatalogReader,
  listProducts,
  lookupProducts,
  resolveItems,
  searchProducts,
} from './catalog.ts';
import { createClient } from './client.ts';
import { type WooCommerceCredentials, wooCommerceCredentials } from './credentials.ts';
import { readItemId, readNumber } from './items.ts';
import { fetchChangedOrders, fetchChangedProducts, listOrders } from './lists.ts';
import { findOrder, readOrder } from './orders.ts';
import { createSitePairing } from './pairing.ts';
import { quoteFulfillment } from './quotes.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';
import { readWebhook, WEBHOOK_HEADERS } from './webhooks.ts';

/** WooCommerce through its REST API v3 and the connector plugin (docs/connector-protocol.md). */
export const woocommerce: PlatformKind<WooCommerceCredentials> = {
  credentials: wooCommerceCredentials,
  toAddress({ url }) {
    const { host, pathname } = new URL(url);
    return host + pathname.replace(/\/$/, '');
  },
  connect(credentials, transport, description) {
    const ask = createClient(credentials, transport);
    const site = new URL(credentials.url);
    const basePath = site.pathname.replace(/\/$/, '');
    const hosts = [site.host, ...(description?.hosts ?? [])];
    const catalog = createCatalogReader(ask, description);
    return {
      searchProducts: (query, caller) => searchProducts(catalog(caller), query),
      lookupProducts: (ids, caller) => lookupProducts(catalog(caller), ids),
      listProducts: (after, caller) => listProducts(catalog(caller), after),
      readItemId: (text) => readItemId(text, hosts, basePath),
      readNumber,
      resolveItems: (references, caller) => resolveItems(catalog(caller), references),
      createCart: (request, caller) => putCart(ask(caller), request.cartId, request),
      updateCart: (handle, request, caller) => putCart(ask(caller), handle, request),
      abandonCart: (handle, cartId, caller) => abandonCart(ask(caller), handle, cartId),
      findOrder: (reference, caller) => findOrder(ask(caller), reference),
      readOrder: (id, caller) => readOrder(ask(caller), id),
      /** The connector has stored the session's id in the order's meta. */
      tagOrder: async () => {},
      quoteFulfillment: (request, caller) => quoteFulfillment(ask(caller), request),
      changedProducts: (since, after, caller) => fetchChangedProducts(ask(caller), since, after),
      changedOrders: (since, after, caller) => fetchChangedOrders(ask(caller), since, after),
      listOrders: (span, after, caller) => listOrders(ask(caller), span, after),
      subscribe: (subscription, caller) => subscribe(ask(caller), subscription),
      unsubscribe: (subscription, caller) => unsubscribe(ask(caller), subscription),
      checkAccess: (caller) =>
        checkAccess(ask({ ...caller, fresh: true }), credentials.url, (shopHosts) =>
          createVisitor(transport, shopHosts, caller),
        ),
      readDescription: (caller) => readDescription(ask(caller), credentials.url),
      describeStore: (caller) => describeStore(ask(caller), credentials.url),
    };
  },
  webhookHeaders: WEBHOOK_HEADERS,
  readWebhook: (request, _credentials, secret) => readWebhook(request, secret),
  pairing: createSitePairing,
};
