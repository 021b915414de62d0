import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CONNECTOR_NAMESPACE } from '../../src/store-platforms/woocommerce/connector-wire.ts';
import { seedProducts } from '../shop/catalog.ts';
import type { CatalogLine } from '../shop/catalog-file.ts';
import { addControlRoutes, createControl } from '../shop/control.ts';
import { createCallCounter, createFaultBoard, type FaultBoard } from '../shop/faults.ts';
import { keptState, keptStock, type StockChanges } from '../shop/kept-state.ts';
import { createOrderBook, type OrderBook, type ShopOrder } from '../shop/orders.ts';
import { ownProducts } from '../shop/own-catalog.ts';
import { createProductNews, type ProductNews } from '../shop/product-news.ts';
import { createShopServer, listen } from '../shop/server.ts';
import { shopSettings } from '../shop/settings.ts';
import { FAULTS, type RunningShop, SITE_FAULTS, type SiteWall } from '../shop/types.ts';
import { createWebhookPost } from '../shop/webhook-post.ts';
import { type ApiRoute, addRoutes, operationOf } from './api/api-routes.ts';
import { orderRoutes } from './api/order-routes.ts';
import { postRoutes, productRoutes } from './api/product-routes.ts';
import { systemRoutes } from './api/system-routes.ts';
import { webhookRoutes } from './api/webhook-routes.ts';
import { reportSteps } from './checkout/buyer-steps.ts';
import { type Cart, createCarts } from './checkout/carts.ts';
import { addCheckout } from './checkout/checkout.ts';
import { asEdited } from './checkout/edited-order.ts';
import { followOrders, type NewOrderStatus, type OrderLife } from './checkout/order-life.ts';
import type { UnplacedOrder } from './checkout/unplaced-orders.ts';
import { createVisitors } from './checkout/visitors.ts';
import { connectorRoutes } from './connector/connector-routes.ts';
import { createPlugin, type KeptPlugin, type Plugin } from './connector/plugin.ts';
import { awkwardGoods, traitsOf } from './goods/awkward-goods.ts';
import { addPages } from './pages/pages.ts';
import { addSettingsPage } from './pages/settings-page.ts';
import { addTrialPages } from './pages/trial-pages.ts';
import type { Site } from './site.ts';
import { addSiteFaults } from './site-faults.ts';
import { announceOrders, announceProducts, announceSettings } from './webhooks/announcements.ts';
import { announcer } from './webhooks/deliver.ts';
import { createWebhooks, type Webhook } from './webhooks/webhook-list.ts';
import { actLikeWordPress, throttle } from './wordpress.ts';

export interface WooCommerceShopOptions {
  /** A free port by default. */
  port?: number;
  /** ISO 4217; USD by default. */
  currency?: string;
  name?: string;
  /** Color of the brand; none by default, and no logo. */
  brandColor?: string;
  /** False when the plugin is not installed. */
  withConnector?: boolean;
  /** Service address proposed on the plugin's page. */
  serviceUrl?: () => string;
  /** Settings page of a site to be paired in a trial; its own by default. */
  pairAt?: string | undefined;
  /** True: stores of it are no test stores. */
  posesAsReal?: boolean;
  /** Seed of the keys. */
  keysOf?: string;
  /** Status of a paid order; `processing` by default. */
  newOrderStatus?: NewOrderStatus;
  pricesIncludeTax?: boolean;
  /** Price display for guests; as typed by default. */
  pricesShownWithTax?: boolean;
  taxRoundAtSubtotal?: boolean;
  /** True by default. */
  shippingTaxed?: boolean;
  /** The currency's own by default. */
  priceDecimals?: number;
  /** Kind of checkout page; the block checkout, as in new shops, by default. */
  checkout?: 'block' | 'classic';
  /** Page in place of all pages; none by default. */
  wall?: SiteWall;
  /** True by default: buyers need no account. */
  guestCheckout?: boolean;
  /** Folders of the active plugins; WooCommerce and the connector by default. */
  plugins?: readonly string[];
  /** Products to sell in place of the demo goods. */
  catalog?: readonly CatalogLine[] | undefined;
  /** Address that the site states as its own in `/store-info`; its origin by default. */
  statedUrl?: string;
  /** Public origin behind a proxy: `https://shop.localhost:8443`. */
  origin?: string;
  /** Keeps pairing, orders, carts and stock for the next start; nothing is kept without it. */
  stateFile?: string | undefined;
}

/** State that outlives the site's process. */
interface KeptSite {
  plugin: KeptPlugin;
  pluginKeys: [string, string][];
  webhooks: Webhook[];
  orders: ShopOrder[];
  unplaced: UnplacedOrder[];
  carts: Cart[];
  stock: StockChanges;
}

/** Starts a WooCommerce site with the connector on 127.0.0.1. Its credentials are those that a merchant would type. */
export async function startWooCommerceShop(options: WooCommerceShopOptions = {}): Promise<RunningShop> {
  const faults = createFaultBoard();
  const calls = createCallCounter();
  const { posesAsReal } = options;
  const app = createShopServer({ faults, calls, operationOf, throttle, posesAsReal });
  const news = createProductNews();
  const state = keptState<KeptSite>(options.stateFile);
  const { before } = state;
  const site = createSite(options, news, faults);
  for (const [key, secret] of before?.pluginKeys ?? []) site.pluginKeys.set(key, secret);
  const stockOf = keptStock(site.products, before?.stock);
  const { newOrderStatus = 'processing' } = options;
  const isPaidAtOnce = () => newOrderStatus === 'processing' && !site.settings.paysByTransfer;
  const orders = createOrderBook(isPaidAtOnce, before?.orders, (order) => asEdited(order).pricing.total);
  const carts = createCarts(before?.carts);
  const unpaidStatus = newOrderStatus === 'processing' ? 'on-hold' : newOrderStatus;
  const life = followOrders(orders, unpaidStatus, before?.unplaced);
  const { products, settings } = site;
  const { webhooks, post, announceSettings } = announceChanges(
    site,
    { orders, life, news },
    before?.webhooks,
  );
  const parts = { products, settings, orders, faults, calls, news, announceSettings, webhooks: post };
  const plugin = createPlugin(site, webhooks, before?.plugin);
  const control = createControl({
    ...parts,
    carts: () => carts.all().map(summaryOf),
    expireCarts: carts.expire,
  });

  actLikeWordPress(app, site);
  addSiteFaults(app, site, faults);
  addRoutes(app, site, [
    ...productRoutes(site),
    ...orderRoutes(site, { orders, life, carts }),
    ...webhookRoutes(site, webhooks),
    ...systemRoutes(site),
  ]);
  addRoutes(app, site, postRoutes(site), 'wp/v2');
  if (site.withConnector) addConnector(app, site, connectorRoutes(site, carts, orders, plugin), plugin);
  const steps = reportSteps(plugin, orders, post);
  addCheckout(app, { site, carts, orders, life, visitors: createVisitors(), steps });
  addPages(app, site);
  addTrialPages(app, site, options.pairAt);
  state.follow(app, () => ({
    plugin: plugin.kept(),
    pluginKeys: [...site.pluginKeys],
    webhooks: webhooks.newestFirst().toReversed(),
    orders: orders.all(),
    unplaced: life.unplaced.kept(),
    carts: carts.all(),
    stock: stockOf(),
  }));
  addControlRoutes(app, control, [...FAULTS, ...SITE_FAULTS]);

  const url = await startListening(app, site, options);
  const credentials = { url, consumerKey: site.consumerKey, consumerSecret: site.consumerSecret };
  const close = () => {
    post.close();
    return app.close();
  };
  return { url, credentials, control, close };
}

function addConnector(app: FastifyInstance, site: Site, routes: ApiRoute[], plugin: Plugin): void {
  addRoutes(app, site, routes, CONNECTOR_NAMESPACE);
  addSettingsPage(app, site, plugin);
}

function announceChanges(
  site: Site,
  { orders, life, news }: { orders: OrderBook; life: OrderLife; news: ProductNews },
  before?: readonly Webhook[],
) {
  const webhooks = createWebhooks(before);
  const post = createWebhookPost({ retries: 0 });
  const announce = announcer(site, webhooks, post);
  announceOrders(site, orders, life, announce);
  announceProducts(site, news, announce);
  return { webhooks, post, announceSettings: () => announceSettings(announce) };
}

function createSite(
  options: WooCommerceShopOptions,
  { modifiedAt }: ProductNews,
  faults: Pick<FaultBoard, 'siteFault'>,
): Site {
  const currency = options.currency ?? 'USD';
  const keysOf = options.keysOf ?? currency;
  const products = options.catalog
    ? ownProducts(options.catalog, currency)
    : [...seedProducts(currency), ...awkwardGoods(currency)];
  return {
    modifiedAt,
    // WooCommerce has no automatic discounts.
    settings: {
      ...shopSettings({ currency, name: options.name ?? 'Sandbox Woo Store' }),
      automaticDiscounts: [],
      brandColor: options.brandColor ?? null,
      ...(options.wall ? { wall: options.wall } : {}),
    },
    products,
    traits: traitsOf(products),
    origin: () => '',
    statedUrl: options.statedUrl,
    consumerKey: `ck_${fixedKey(`key of ${keysOf}`)}`,
    consumerSecret: `cs_${fixedKey(`secret of ${keysOf}`)}`,
    pluginKeys: new Map(),
    withConnector: options.withConnector ?? true,
    checkout: options.checkout ?? 'block',
    prices: pricesOf(options),
    guestCheckout: options.guestCheckout ?? true,
    plugins: options.plugins ?? ['woocommerce', 'ucp-host'],
    get fault() {
      return faults.siteFault();
    },
    serviceUrl: options.serviceUrl ?? (() => 'http://127.0.0.1:8787'),
  };
}

function pricesOf(options: WooCommerceShopOptions): Site['prices'] {
  const includeTax = options.pricesIncludeTax ?? false;
  return {
    includeTax,
    showTax: options.pricesShownWithTax ?? includeTax,
    roundAtSubtotal: options.taxRoundAtSubtotal ?? false,
    taxesShipping: options.shippingTaxed ?? true,
    decimals: options.priceDecimals ?? null,
  };
}

/** Deterministic, so that stored connections work after a restart; hexadecimal, as real keys are. */
function fixedKey(text: string): string {
  return createHash('sha1').update(`sandbox ${text}`).digest('hex');
}

/** The site's address is known once it listens. */
async function startListening(
  app: FastifyInstance,
  site: Site,
  { port, origin }: WooCommerceShopOptions,
): Promise<string> {
  const url = await listen(app, port);
  site.origin = () => origin ?? url;
  return url;
}

function summaryOf({ items, sessionId }: Cart) {
  return { pieces: items.reduce((sum, { quantity }) => sum + quantity, 0), sessionId };
}
