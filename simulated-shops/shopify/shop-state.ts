import { randomBytes } from 'node:crypto';
import { seedProducts } from '../shop/catalog.ts';
import type { CatalogLine } from '../shop/catalog-file.ts';
import type { StockChanges } from '../shop/kept-state.ts';
import { createOrderBook, type OrderBook, type ShopOrder } from '../shop/orders.ts';
import { ownProducts } from '../shop/own-catalog.ts';
import { createProductNews, type ProductNews } from '../shop/product-news.ts';
import { shopSettings } from '../shop/settings.ts';
import { findVariant } from '../shop/stock.ts';
import type { ShopProduct, ShopSettings } from '../shop/types.ts';
import { type Cart, type CartStore, createCartStore } from './cart-store.ts';
import { createTokenGrants, type TokenGrants } from './token-grants.ts';
import { createWebhookList, type WebhookList, type WebhookSubscription } from './webhook-list.ts';

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
  /** State of an earlier run. */
  before?: KeptShop | undefined;
}

/** State that outlives the shop's process. */
export interface KeptShop {
  tokens: Tokens;
  grants: [string, number][];
  webhooks: WebhookSubscription[];
  orders: ShopOrder[];
  carts: Cart[];
  stock: StockChanges;
}

export function keptShop(
  { tokens, grants, webhooks, orders, carts }: ShopState,
  stock: StockChanges,
): KeptShop {
  return {
    tokens,
    grants: grants.all(),
    webhooks: webhooks.all(),
    orders: orders.all(),
    carts: carts.all(),
    stock,
  };
}

export function createShopState(shop: ShopBeginning): ShopState {
  const settings = shopSettings(shop);
  const { before } = shop;
  const products = shop.catalog ? ownProducts(shop.catalog, shop.currency) : seedProducts(shop.currency);
  return {
    settings,
    products,
    orders: createOrderBook(() => !settings.paysByTransfer, before?.orders),
    news: createProductNews(),
    carts: createCartStore(before?.carts.map((cart) => ofProducts(cart, products))),
    webhooks: createWebhookList(before?.webhooks),
    tokens: before?.tokens ?? {
      storefrontPrivate: `shpat_${randomBytes(16).toString('hex')}`,
      storefrontPublic: randomBytes(16).toString('hex'),
      admin: `shpat_${randomBytes(16).toString('hex')}`,
      clientId: randomBytes(16).toString('hex'),
      appSecret: `shpss_${randomBytes(16).toString('hex')}`,
    },
    grants: createTokenGrants(before?.grants),
    scopes: { admin: [...ADMIN_SCOPES], storefront: [...STOREFRONT_SCOPES] },
    origin: '',
    domain: '',
  };
}

/** Lets the lines of a kept cart refer to the products of this run. */
function ofProducts(cart: Cart, products: readonly ShopProduct[]): Cart {
  return {
    ...cart,
    lines: cart.lines.map((line) => ({ ...line, ...findVariant(products, line.variant.id) })),
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
