import { randomBytes } from 'node:crypto';
import { seedProducts } from '../shop/catalog.ts';
import type { CatalogLine } from '../shop/catalog-file.ts';
import { ownProducts } from '../shop/own-catalog.ts';
import { createOrderBook, type OrderBook } from '../shop/orders.ts';
import { createProductNews, type ProductNews } from '../shop/product-news.ts';
import { shopSettings } from '../shop/settings.ts';
import type { ShopProduct, ShopSettings } from '../shop/types.ts';
import { type CartStore, createCartStore } from './cart-store.ts';
import { createTokenGrants, type TokenGrants } from './token-grants.ts';
import { createWebhookList, type WebhookList } from './webhook-list.ts';

interface Tokens {
  storefrontPrivate: string;
  storefrontPublic: string;
  admin: string;
  /** Credentials of the installed app. */
  clientId: string;
  /** The app's client secret: signs webhooks, and is given for an Admin token that lives for a day. */
  appSecret: string;
}

/** State of one shop. */
export interface ShopState {
  settings: ShopSettings;
  products: ShopProduct[];
  orders: OrderBook;
  /** Announces changes of products. */
  news: ProductNews;
  carts: CartStore;
  webhooks: WebhookList;
  tokens: Tokens;
  /** Admin tokens that the app has made for itself. */
  grants: TokenGrants;
  /** Scopes of the Admin token and of the Storefront tokens. */
  scopes: { admin: string[]; storefront: string[] };
  /** Public origin. Known once the shop listens, as the next is. */
  origin: string;
  /** Domain of its APIs; the real one is <shop>.myshopify.com. */
  domain: string;
}

interface ShopBeginning {
  currency: string;
  name: string;
  /** Products to sell in place of the demo goods. */
  catalog?: readonly CatalogLine[] | undefined;
}

export function createShopState(shop: ShopBeginning): ShopState {
  const settings = shopSettings(shop);
  return {
    settings,
    products: shop.catalog ? ownProducts(shop.catalog, shop.currency) : seedProducts(shop.currency),
    orders: createOrderBook(() => !settings.paysByTransfer),
    news: createProductNews(),
    carts: createCartStore(),
    webhooks: createWebhookList(),
    tokens: {
      storefrontPrivate: `shpat_${randomBytes(16).toString('hex')}`,
      storefrontPublic: randomBytes(16).toString('hex'),
      admin: `shpat_${randomBytes(16).toString('hex')}`,
      clientId: randomBytes(16).toString('hex'),
      appSecret: `shpss_${randomBytes(16).toString('hex')}`,
    },
    grants: createTokenGrants(),
    scopes: { admin: [...ADMIN_SCOPES], storefront: [...STOREFRONT_SCOPES] },
    origin: '',
    domain: '',
  };
}

const ADMIN_SCOPES = [
  'read_fulfillments',
  'read_legal_policies',
  'read_orders',
  'read_products',
  'write_orders',
];

const STOREFRONT_SCOPES = [
  'unauthenticated_read_checkouts',
  'unauthenticated_read_product_inventory',
  'unauthenticated_read_product_listings',
  'unauthenticated_read_product_tags',
  'unauthenticated_write_checkouts',
];
