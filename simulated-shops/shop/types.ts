import type { Instant } from '../../src/commerce/time/time.ts';

/** Shop behind both simulated platforms: products, codes, taxes and rates in neutral shapes. */
export interface ShopSettings {
  name: string;
  /** ISO 4217; prices of the seed catalog are converted to natural amounts. */
  currency: string;
  country: string;
  /** IANA name; a site may have an offset such as `+02:00`. */
  timeZone: string;
  /** A decimal string, for example `0.08`. */
  taxRate: string;
  /** Lower rate of some products, by their ids. */
  reducedTax?: { rate: string; products: number[] };
  /** True: prices hold the tax already. */
  taxesIncluded: boolean;
  shippingRates: ShippingRate[];
  coupons: ShopCoupon[];
  automaticDiscounts: AutomaticDiscount[];
  /** Policies that the merchant has not written (`terms-of-service`). */
  missingPolicies: string[];
  /** Prefix of the numbers that a plugin gives orders, on WooCommerce only. */
  orderPrefix?: string;
  /** True: buyers choose a bank transfer, so orders are placed unpaid; the step `paid` is its arrival. */
  paysByTransfer: boolean;
  /** `#rrggbb`; the logo is drawn in it. Null: the merchant has set neither. */
  brandColor: string | null;
  /** Address of the merchant's analytics, which the checkout and its thank-you page report to. Null: the theme has no such snippet. */
  pixelUrl: string | null;
  /** Changes that other plugins make to carts, on WooCommerce only. */
  cartPlugins?: CartPlugins;
  /** Page in place of all pages, on WooCommerce only. */
  wall?: SiteWall;
}

/** Log-in to WordPress, the shop's account page, maintenance (503, or a plugin's page with 200), an age gate, or a firewall (403). */
export type SiteWall = 'log_in' | 'register' | 'maintenance' | 'maintenance_page' | 'age_gate' | 'firewall';

/** Amounts are decimal strings without tax. */
interface CartPlugins {
  /** Buyers of one variant get as many of another one, at its price or free. */
  gives?: { bought: number; given: number; isFree: boolean };
  /** Charges; those below zero take something off. */
  fees?: { name: string; amount: string }[];
  /** Refuses carts whose goods cost less. */
  minimumOrder?: { amount: string; sentence: string };
  /** Sentence with which a plugin refuses every order at the button of the block checkout. */
  refusesOrders?: string;
  /** Sentences of the plugin about the sums. */
  warnings?: string[];
}

export interface ShippingRate {
  id: string;
  title: string;
  amount: string;
  countries: string[] | 'all';
  /** Place where the buyer fetches the goods. */
  pickup?: { name: string; address: string };
  /** Offered for the parcel of goods that are sent apart only, or for the other one only. */
  parcel?: 'separate' | 'usual';
  /** A carrier's plugin that throws, on WooCommerce only. */
  throws?: true;
  /** A carrier says the rate this late, in milliseconds; never where null. Shopify answers it in a deferred part only. */
  carrierMs?: number | null;
}

/** Automatic discounts, each from a minimum subtotal on. */
interface AutomaticDiscount {
  title: string;
  kind: 'percent' | 'fixed';
  value: string;
  minimum?: string;
}

export interface ShopCoupon {
  code: string;
  kind: 'percent' | 'fixed' | 'free_shipping';
  /** `10` for ten percent, or an amount as a decimal string. */
  value: string;
  expiresAt?: Instant;
  /** Bounds of the subtotal, as decimal strings. */
  minimum?: string;
  maximum?: string;
  /** Usage limit and usage so far. */
  usageLimit?: number;
  used?: number;
  /** Only for goods with this tag. */
  onlyTagged?: string;
  /** Only for these buyers, in lower case. */
  onlyEmails?: string[];
  /** True when it cannot be combined with other codes. */
  individualUse?: boolean;
}

export interface ShopProduct {
  id: number;
  title: string;
  handle: string;
  /** HTML with tags, entities and accents, as merchants write it. */
  descriptionHtml: string;
  tags: string[];
  /** Paths: `[['Home & Kitchen', 'Lamps']]`. */
  categories?: string[][];
  brand?: string;
  /** Average of five stars as a decimal string. */
  rating?: { average: string; count: number };
  /** Properties without a choice, by name. */
  attributes?: Record<string, string[]>;
  images: ShopImage[];
  /** False for a draft, which no agent may see. */
  published: boolean;
  /** Pieces of each variant in one order at most; WooCommerce has the bound 1 alone. */
  maxPerOrder?: number;
  /** Places that show it, on WooCommerce only; absent for all of them. */
  visibility?: 'search' | 'catalog' | 'hidden';
  /** Sold by a selling plan of an app, on Shopify only. */
  isBySubscription?: true;
  /** Type of a WooCommerce plugin that extends the variable product. */
  pluginType?: string;
  /** A plugin breaks the answers about it, on WooCommerce only: by a member of another type, or by an error of PHP. */
  broken?: 'member' | 'error';
  /** `['Size', 'Color']`; empty for a product without a choice. */
  optionNames: string[];
  variants: ShopVariant[];
}

export interface ShopImage {
  url: string;
  alt: string | null;
}

/** Amount with one of Shopify's units: `[250, 'G']`. */
export type ShopMeasure = [amount: number, unit: 'G' | 'KG' | 'ML' | 'L'];

export interface ShopVariant {
  id: number;
  /** `['M', 'Red']`, in the order of `optionNames`. */
  options: string[];
  sku: string;
  /** Decimal string with the currency's exponent. */
  price: string;
  /** Null when not tracked, which is always in stock. */
  stock: number | null;
  /** Price before a discount, as `price` is written. */
  listPrice?: string;
  /** Sale with dates, on WooCommerce only: `ShopControl.applySales` begins and ends it. */
  sale?: { price: string; from?: Instant; until?: Instant };
  barcode?: string;
  /** Weight, on Shopify only. */
  grams?: number;
  /** Picture of its own. */
  image?: ShopImage;
  measure?: { content: ShopMeasure; reference: ShopMeasure };
  /** Effects of WooCommerce's plugins; absent on Shopify. */
  byPlugins?: PluginEffects;
}

export interface PluginEffects {
  /** Text behind the price on the page: ` / month`. */
  priceSuffix?: string;
  /** Step of the quantity on the page, in parts of a piece: `0.5`. */
  quantityStep?: string;
  /** Discounted price on the page, as `price` is written. */
  discountedPrice?: string;
  /** True when guests read "Log in to see prices". */
  hidesPrice?: boolean;
  /** True when no guest can buy it: catalog mode. */
  sellsToMembers?: boolean;
  /** True when the buyer chooses on the product's page: bundles, add-ons. */
  hasOptionsOnPage?: boolean;
}

/** Running shop as tests, the demo and the service's start see it. */
export interface RunningShop {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** Credentials for connecting, in the adapter's shape. */
  credentials: Record<string, string>;
  control: ShopControl;
  close(): Promise<void>;
}

export const FAULTS = [
  /** Closes the socket before anything is read. */
  'down',
  /** Answers after `delayMs`. */
  'slow',
  /** Throttles as the platform does; `variant` picks a form (Shopify: `429`, `430`, `graphql`). */
  'throttled',
  /** Executes the request, then drops the connection. */
  'dropped_answer',
  /** HTTP 200 with JSON cut in half; `variant` `php_notices` puts PHP messages before it. */
  'malformed',
  /** HTTP 500 with an HTML page; `variant`: `502` (a proxy's page), `database` (WordPress without its database), `graphql` (a 200 that is an error). */
  'server_error',
  /** HTTP 200 with a web page where JSON should be. */
  'web_page',
  /** HTTP 401: the merchant has revoked the keys. */
  'revoked',
  /** Prints PHP messages before the answer; `variant` `headers_sent` so early that status and headers are lost, `behind` after it. */
  'php_notices',
  /** HTTP 101, after which the connection stays open and silent. */
  'switched_protocols',
] as const;

/** Faults of a whole WooCommerce site, one at a time and until cleared. */
export const SITE_FAULTS = [
  /** WordPress gives its own address with http, and as another host. */
  'plain_http',
  /** "Plain" permalinks, so that /wp-json/ does not exist. */
  'plain_permalinks',
  'no_woocommerce',
  /** Version 8.1, on which the plugin registers no routes. */
  'old_woocommerce',
  /** A security plugin answers /wp-json/ with a page. */
  'rest_blocked',
  /** Visitors must log in first. */
  'login_wall',
  /** WooCommerce's switch, which leaves the REST API open. */
  'coming_soon',
  /** The REST API is closed to guests, but not to keys. */
  'rest_closed',
  /** Every address redirects to another host. */
  'moved',
  /** WooCommerce knows none of the service's keys. */
  'key_revoked',
  /** The plugin is deactivated: its keys work nowhere. */
  'plugin_inactive',
  /** A maintenance plugin answers everything with 503. */
  'maintenance',
  /** The server drops every header with a key before PHP. */
  'keys_dropped',
  /** The server drops the Authorization header before PHP. */
  'authorization_dropped',
  /** A copy of the site answers in its place, without its secret. */
  'copy',
] as const;

export type SiteFaultKind = (typeof SITE_FAULTS)[number];

/** Fault of the platform's calls. */
export interface Fault {
  kind: (typeof FAULTS)[number];
  /** Operation as counted; all when omitted. */
  operation?: string;
  /** Number of calls; unlimited when omitted. */
  times?: number;
  delayMs?: number;
  variant?: string;
}

/** Faults of webhook delivery; all off at first. */
export interface WebhookFaults {
  /** Sends each delivery twice with the same delivery id. */
  duplicated: boolean;
  /** Delivers events of one moment newest first. */
  reordered: boolean;
  /** Delay of each delivery. */
  lateMs: number;
  /** Fails every delivery, as if answered with an error. */
  lost: boolean;
}

/** New product; omitted members get defaults. */
export type NewProduct = Partial<Omit<ShopProduct, 'id' | 'variants'>> & {
  title: string;
  /** Decimal string; price of its one variant. */
  price: string;
  stock?: number | null;
};

export interface PlacedOrder {
  at: Instant;
  /** Minor units. */
  total: number;
  /** Marks of an agent. */
  sessionId?: string;
  cartId?: string;
  lines?: number;
  /** An order of the past sends no webhook. */
  isPast?: boolean;
}

/** Control of a shop, also over HTTP at `/_sandbox/…`. */
export interface ShopControl {
  /** Calls received since the last reset, by operation: `SearchProducts`, `GET /products`, … */
  calls(): Record<string, number>;
  resetCalls(): void;
  /** A site's fault has no other members than its kind. */
  inject(fault: Fault | { kind: SiteFaultKind }): void;
  clearFaults(): void;
  /** Products, which tests may change: stock, price, publication, deletion. */
  products: ShopProduct[];
  settings: ShopSettings;
  /** Changes settings as the merchant does; `silently` suppresses the platform's event. */
  saveSettings(change: Partial<ShopSettings>, how?: { silently?: boolean }): void;
  /** Orders, newest last. */
  orders(): { id: number; sessionId: string | null; total: string }[];
  /** Places an order of one piece of the first product, or of so many lines of it. */
  placeOrder(order: PlacedOrder): number;
  /** Moves an order through its life; an unknown id throws. */
  moveOrder(id: number, to: 'paid' | 'shipped' | 'delivered' | 'canceled' | 'refunded', at?: string): void;
  /** Ships pieces by line, in the order of the lines. Throws a RangeError for pieces that the order does not have. */
  shipPart(id: number, pieces: number[]): void;
  /** `amount` is a decimal string; without pieces only money is refunded. */
  refundPart(id: number, amount: string, pieces?: number[]): void;
  /** Removes pieces as a merchant does by editing the order. */
  removePart(id: number, pieces: number[]): void;
  /** Deletes an order for ever; an unknown id throws. */
  deleteOrder(id: number): void;
  /** Agents' carts, oldest first, with their pieces and session. */
  carts(): { pieces: number; sessionId: string | null }[];
  /** Expires all carts. */
  expireCarts(): void;
  /** Adds a product and announces it as the platform does. */
  createProduct(product: NewProduct): ShopProduct;
  /** Announces an edit that a test has made in `products`; an unknown id throws. */
  touchProduct(id: number): void;
  /** Begins and ends the sales with dates that are due, as the shop's schedule does; returns the products whose prices have changed. */
  applySales(now: Instant): ShopProduct[];
  /** Deletes a product; `silently` suppresses the platform's event. An unknown id throws. */
  deleteProduct(id: number, how?: { silently?: boolean }): void;
  injectWebhookFaults(faults: Partial<WebhookFaults>): void;
  /** Waits until every webhook has arrived or was given up. */
  webhooksSettled(): Promise<void>;
}
