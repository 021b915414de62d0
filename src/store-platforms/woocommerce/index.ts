import type { StoreDescription } from '../../commerce/store.ts';
import type { PlatformKind } from '../platform-kind.ts';
import type { Caller, StorePlatform } from '../store-platform.ts';
import type { Transport } from '../transport/transport.ts';
import { checkAccess } from './access.ts';
import { describeStore, readDescription, readStoreInfo } from './access/describe-store.ts';
import { cartsOf } from './carts.ts';
import { catalogOf, listProducts } from './catalog.ts';
import { type ConvertPage, toProducts } from './catalog/convert-products.ts';
import { changedOrders, changedProducts } from './changes.ts';
import { createClient } from './client.ts';
import { type WooCommerceCredentials, wooCommerceCredentials } from './credentials.ts';
import { readItemId } from './items.ts';
import { findOrder, readOrder } from './orders.ts';
import { checkPairing, provePairing, unpair } from './pairing.ts';
import { quoteFulfillment } from './quotes.ts';
import { listOrders } from './shop-orders.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';
import { readWebhook } from './webhooks.ts';

/** WooCommerce through its REST API v3 and the connector plugin (docs/connector-protocol.md). */
export const woocommerce: PlatformKind<WooCommerceCredentials> = {
  credentials: wooCommerceCredentials,
  connect,
  readWebhook: (request, _credentials, secret) => readWebhook(request, secret),
  pairing: {
    prove: provePairing,
    check: checkPairing,
    unpair: (credentials, transport, caller) => unpair(createClient(credentials, transport), caller),
  },
};

function connect(
  credentials: WooCommerceCredentials,
  transport: Transport,
  description?: StoreDescription,
): StorePlatform {
  const ask = createClient(credentials, transport);
  const site = new URL(credentials.url);
  const basePath = site.pathname.replace(/\/$/, '');
  const hosts = [site.host, ...(description?.hosts ?? [])];
  let currency = description?.currency;

  /** Reads the currency once when the description is absent: product prices carry none. */
  async function currencyOf(caller: Caller): Promise<string> {
    currency ??= (await readStoreInfo(ask, caller)).currency.toUpperCase();
    return currency;
  }

  // Without the connector prices are as the merchant typed them.
  const typed = description?.pricesIncludeTax;
  const convert: ConvertPage = (entries, currency) => {
    const based = entries.map((entry) => ({ ...entry, pricesIncludeTax: entry.pricesIncludeTax ?? typed }));
    return toProducts(credentials.url, based, currency);
  };

  return {
    ...catalogOf(ask, currencyOf, convert),
    ...cartsOf(ask),
    readItemId: (text) => readItemId(text, hosts, basePath),
    findOrder: (reference, caller) => findOrder(ask, reference, caller),
    readOrder: (id, caller) => readOrder(ask, id, caller),
    /** The connector has stored the session's id in the order's meta. */
    tagOrder: async () => {},
    quoteFulfillment: (request, caller) => quoteFulfillment(ask, request, caller),
    listProducts: (after, caller) => listProducts({ ask, currencyOf, convert }, after, caller),
    changedProducts: (since, after, caller) => changedProducts(ask, since, after, caller),
    changedOrders: (since, after, caller) => changedOrders(ask, since, after, caller),
    listOrders: (span, after, caller) => listOrders(ask, span, after, caller),
    subscribe: (wanted, caller) => subscribe(ask, wanted, caller),
    unsubscribe: (wanted, caller) => unsubscribe(ask, wanted, caller),
    checkAccess: (caller) => checkAccess(ask, credentials.url, caller),
    readDescription: (caller) => readDescription(ask, credentials.url, caller),
    describeStore: (caller) => describeStore(ask, credentials.url, caller),
  };
}
