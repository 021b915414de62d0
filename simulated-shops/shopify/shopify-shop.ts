import type { CatalogLine } from '../shop/catalog-file.ts';
import { addControlRoutes, createControl } from '../shop/control.ts';
import { addCredentialsPage } from '../shop/credentials-page.ts';
import { createCallCounter, createFaultBoard } from '../shop/faults.ts';
import { keptState, keptStock } from '../shop/kept-state.ts';
import { createShopServer, listen } from '../shop/server.ts';
import type { RunningShop } from '../shop/types.ts';
import { createWebhookPost } from '../shop/webhook-post.ts';
import { addApiRoutes, operationOf } from './api-routes.ts';
import { type Cart, lastOfEachKey } from './cart-store.ts';
import { addPageRoutes } from './page-routes.ts';
import { createShopState, type KeptShop, keptShop, type ShopState } from './shop-state.ts';
import { throttle } from './throttling.ts';
import type { TokenGrants } from './token-grants.ts';
import { addTokenRoute } from './token-route.ts';
import { announceShop, checkoutNews, deliverWebhooks, WEBHOOK_RETRIES } from './webhook-delivery.ts';

export interface ShopifyShop extends RunningShop {
  credentials: { domain: string; storefrontPrivateToken: string; adminToken: string; appSecret: string };
  /** Access by the app's id and secret in place of a permanent token. */
  clientCredentials: {
    domain: string;
    storefrontPrivateToken: string;
    clientId: string;
    clientSecret: string;
  };
  /** The Admin tokens that the app has made for itself. */
  grants: TokenGrants;
  /** The public kind of Storefront token, for browsers. */
  storefrontPublicToken: string;
  /** Granted scopes; remove some to see the shop refuse. */
  scopes: { admin: string[]; storefront: string[] };
}

export interface ShopifyShopOptions {
  /** A free port when 0 or omitted. */
  port?: number;
  /** USD by default. */
  currency?: string;
  name?: string;
  /** Color of the brand; none by default, and no logo. */
  brandColor?: string;
  /** False by default. */
  taxesIncluded?: boolean;
  /** Products to sell in place of the demo goods. */
  catalog?: readonly CatalogLine[] | undefined;
  /** Public origin behind a proxy: `https://shop.localhost:8443`. */
  origin?: string;
  /** Keeps credentials, orders, carts and stock for the next start; nothing is kept without it. */
  stateFile?: string | undefined;
}

/** A shop that speaks Shopify's Storefront and Admin APIs and has a hosted checkout, on a port of this machine. */
export async function startShopifyShop(options: ShopifyShopOptions = {}): Promise<ShopifyShop> {
  const state = keptState<KeptShop>(options.stateFile);
  const shop = createShopState({
    before: state.before,
    currency: options.currency ?? 'USD',
    name: options.name ?? 'Maple & Co.',
    catalog: options.catalog,
  });
  shop.settings.brandColor = options.brandColor ?? null;
  shop.settings.taxesIncluded = options.taxesIncluded ?? false;
  const stockOf = keptStock(shop.products, state.before?.stock);
  const [faults, calls] = [createFaultBoard(), createCallCounter()];
  const post = createWebhookPost({ retries: WEBHOOK_RETRIES });
  const control = createControl({
    products: shop.products,
    settings: shop.settings,
    orders: shop.orders,
    faults,
    calls,
    carts: () => shop.carts.all().map(summaryOf),
    expireCarts: shop.carts.clear,
    news: shop.news,
    announceSettings: () => announceShop(shop, post),
    webhooks: post,
  });
  const app = createShopServer({ faults, calls, operationOf, throttle });
  deliverWebhooks(shop, post);
  addApiRoutes(app, shop);
  addTokenRoute(app, shop);
  addPageRoutes(app, shop, checkoutNews(shop, post));
  addControlRoutes(app, control);
  addCredentialsPage(app, {
    shopName: shop.settings.name,
    place: 'Shopify',
    credentials: () => credentialsOf(shop),
  });
  state.follow(app, () => keptShop(shop, stockOf()));
  const url = await listen(app, options.port);
  const domain = new URL(url).host;
  Object.assign(shop, { origin: options.origin ?? url, domain });
  return {
    url,
    credentials: {
      domain,
      storefrontPrivateToken: shop.tokens.storefrontPrivate,
      adminToken: shop.tokens.admin,
      appSecret: shop.tokens.appSecret,
    },
    clientCredentials: {
      domain,
      storefrontPrivateToken: shop.tokens.storefrontPrivate,
      clientId: shop.tokens.clientId,
      clientSecret: shop.tokens.appSecret,
    },
    grants: shop.grants,
    storefrontPublicToken: shop.tokens.storefrontPublic,
    scopes: shop.scopes,
    control,
    close: () => {
      post.close();
      return app.close();
    },
  };
}

function summaryOf({ lines, attributes }: Cart) {
  const session = lastOfEachKey(attributes).find(({ key }) => key === 'service_session_id');
  return {
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    sessionId: session?.value ?? null,
  };
}

/** Credentials that a merchant copies from the Shopify admin. */
function credentialsOf({ domain, tokens }: ShopState): [string, string][] {
  return [
    ['Shop domain', domain],
    ['Client id', tokens.clientId],
    ['Client secret', tokens.appSecret],
    ['Storefront private token', tokens.storefrontPrivate],
    ['Storefront public token', tokens.storefrontPublic],
    ['Admin API access token', tokens.admin],
    ['API secret key', tokens.appSecret],
  ];
}
