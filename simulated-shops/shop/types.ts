/** The shop that both simulated platforms sell from: goods, codes, taxes and rates, with no platform's shapes. */
export interface ShopSettings {
  name: string;
  /** ISO 4217; prices of the seed catalog are converted so that JPY and KWD shops look natural. */
  currency: string;
  country: string;
  /** A decimal string, for example `0.08`. */
  taxRate: string;
  /** True: prices hold the tax already. */
  taxesIncluded: boolean;
  shippingRates: { id: string; title: string; amount: string; countries: string[] | 'all' }[];
  coupons: ShopCoupon[];
  automaticDiscounts: AutomaticDiscount[];
  /** Policies that the merchant has not written (`terms-of-service`). */
  missingPolicies: string[];
}

/** Taken off without any code, from this subtotal on. */
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
  /** ISO instant. */
  expiresAt?: string;
  /** Of the subtotal, as decimal strings. */
  minimum?: string;
  maximum?: string;
  /** How often it may be used in all, and how often it has been. */
  usageLimit?: number;
  used?: number;
  /** Only for goods with this tag. */
  onlyTagged?: string;
  /** Only for these buyers, in lower case. */
  onlyEmails?: string[];
  /** Must stand alone: beside it no other code counts. */
  individualUse?: boolean;
}

export interface ShopProduct {
  id: number;
  title: string;
  handle: string;
  /** With tags, entities and accents, as merchants write it. */
  descriptionHtml: string;
  tags: string[];
  images: { url: string; alt: string | null }[];
  /** False: a draft, which no agent may ever see. */
  published: boolean;
  /** `['Size', 'Color']`; empty for a product without a choice. */
  optionNames: string[];
  variants: ShopVariant[];
}

export interface ShopVariant {
  id: number;
  /** `['M', 'Red']`, in the order of `optionNames`. */
  options: string[];
  sku: string;
  /** A decimal string with the currency's own exponent. */
  price: string;
  /** Null: not counted, always in stock. */
  stock: number | null;
}

/** What a test, the demo and the service's start need of a running shop. */
export interface RunningShop {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** Typed at connecting, in the adapter's own words. */
  credentials: Record<string, string>;
  control: ShopControl;
  close(): Promise<void>;
}

export const FAULTS = [
  /** Connections are refused answers: the socket is closed before anything is read. */
  'down',
  /** Answers after `delayMs`. */
  'slow',
  /** The platform's own way of throttling; `variant` picks one (Shopify: `429`, `430`, `graphql`). */
  'throttled',
  /** Does what was asked, then drops the connection without an answer. */
  'dropped_answer',
  /** HTTP 200 with a body that is not what it should be (cut JSON; `variant` `php_notices`: after those). */
  'malformed',
  /** HTTP 500 with an HTML page; `variant`: `502` (a proxy's page), `database` (WordPress without its database), `graphql` (a 200 that is an error). */
  'server_error',
  /** HTTP 200 with a web page where JSON should be. */
  'web_page',
  /** HTTP 401: the merchant has revoked the keys. */
  'revoked',
  /** PHP's notices are printed before the answer; `variant` `headers_sent`: so early that status and headers are lost. */
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
  /** The plugin is deactivated, which suspends its keys. */
  'plugin_inactive',
  /** A maintenance plugin answers everything with 503. */
  'maintenance',
  /** The server drops the Authorization header before PHP. */
  'keys_dropped',
  /** A copy of the site answers in its place, without its secret. */
  'copy',
] as const;

export type SiteFaultKind = (typeof SITE_FAULTS)[number];

/** Fault of the platform's calls. */
export interface Fault {
  kind: (typeof FAULTS)[number];
  /** Only this operation (as counted); all when left out. */
  operation?: string;
  /** How many calls it hits; for ever when left out. */
  times?: number;
  delayMs?: number;
  variant?: string;
}

/** What befalls webhooks on their way; everything off at first. */
export interface WebhookFaults {
  /** Each delivery comes twice, with one and the same delivery id. */
  duplicated: boolean;
  /** What is sent within a moment arrives the newest first. */
  reordered: boolean;
  /** How much later everything arrives. */
  lateMs: number;
  /** Nothing arrives: each delivery has failed, as it has for a platform that is answered by an error. */
  lost: boolean;
}

/** What a product may say of itself when it is made; the rest is filled in. */
export type NewProduct = Partial<Omit<ShopProduct, 'id' | 'variants'>> & {
  title: string;
  /** Of its one variant: a decimal string. */
  price: string;
  stock?: number | null;
};

/** Also over HTTP at `/_sandbox/…` of the shop, off the platform's own paths. */
export interface ShopControl {
  /** Calls received since the last reset, by operation: `SearchProducts`, `GET /products`, … */
  calls(): Record<string, number>;
  resetCalls(): void;
  /** A site's fault has no other members than its kind. */
  inject(fault: Fault | { kind: SiteFaultKind }): void;
  clearFaults(): void;
  /** The goods, to be changed by tests: stock, price, publication, deletion. */
  products: ShopProduct[];
  settings: ShopSettings;
  /** Changes settings as the merchant does, and says so as the platform does; `silently` without the platform's saying so. */
  saveSettings(change: Partial<ShopSettings>, how?: { silently?: boolean }): void;
  /** What was bought here, newest last. */
  orders(): { id: number; sessionId: string | null; total: string }[];
  /** Moves an order through its life; an unknown id throws. */
  moveOrder(id: number, to: 'paid' | 'shipped' | 'delivered' | 'canceled' | 'refunded'): void;
  /** A part of an order, by line: its pieces in the order of the lines. Throws a RangeError for what the order does not have. */
  shipPart(id: number, pieces: number[]): void;
  /** `amount` as a decimal string; without pieces money only goes back. */
  refundPart(id: number, amount: string, pieces?: number[]): void;
  /** As the merchant does who edits the order. */
  removePart(id: number, pieces: number[]): void;
  /** The carts that the platform keeps for agents, oldest first; how many pieces are in each, and whose session it carries. */
  carts(): { pieces: number; sessionId: string | null }[];
  /** Makes a cart vanish as if it had expired. */
  expireCarts(): void;
  /** Puts a new product into the shop, and says so as the platform does. */
  createProduct(product: NewProduct): ShopProduct;
  /** Says that a product was edited, after a test has changed it in `products`; an unknown id throws. */
  touchProduct(id: number): void;
  /** Deletes a product; `silently` without the platform's saying so. An unknown id throws. */
  deleteProduct(id: number, how?: { silently?: boolean }): void;
  injectWebhookFaults(faults: Partial<WebhookFaults>): void;
  /** Waits until every webhook has arrived or has been given up. */
  webhooksSettled(): Promise<void>;
}
