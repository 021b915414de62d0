import type { CartLine, Discounts, Totals } from '../commerce/cart.ts';
import type { PlatformOrder } from '../commerce/order.ts';
import type { ItemReference, Product, ProductPage, ResolvedItem } from '../commerce/products.ts';
import type { StoreDescription } from '../commerce/store.ts';

/** On whose behalf a platform is asked: the request id reaches the platform's calls, the IP its buyer limits. */
export interface Caller {
  requestId: string;
  buyerIp?: string;
  /** Which agent it is (`commerce/agents.ts`); absent for work that no agent asked for. */
  agent?: string;
  /** Address of the profile of the agent's platform, in a dialect that knows platforms. */
  agentProfile?: string;
  /** On the clock of `performance.now()`. Nobody waits after it: nothing is read any more then, and nothing tried again. */
  deadline?: number;
  /** Is aborted when who asked has hung up: reads stop then, changes that have begun go on. */
  gone?: () => AbortSignal;
  /** Id of the session that failed in this call, whose answer is an error and cannot name it; for the log. */
  failedSessionId?: string;
  /** Gathers the calls that the platform was asked for, retries included; a call that another caller had begun is in that one's. */
  calls?: UpstreamCall[];
  /** True for who was told that something has changed: an answer to a question of before would be out of date. */
  fresh?: boolean;
}

/** One call to a platform, as it ended. */
export interface UpstreamCall {
  /** In the platform's words: `SearchProducts`, `GET /products`. */
  operation: string;
  /** HTTP's; null when no answer came. */
  status: number | null;
  durationMs: number;
}

export interface ProductQuery {
  text: string;
  /** 1 to 100. */
  first: number;
  after?: string;
}

/** What a platform cart shall hold. Codes that are left out stay as they are; an empty list clears them. */
export interface CartRequest {
  /** The service's own id of the session or cart: a platform that can, makes one cart per id however often it is asked. */
  cartId: string;
  /** Travels with the cart and ends on the order as `service_session_id`. */
  sessionId?: string;
  /** One line per variant. A title that the service already knows spares the platform a question. */
  lines: { variantId: string; quantity: number; knownTitle?: string }[];
  discountCodes?: string[];
  buyer?: { email?: string; name?: string };
}

export interface PlatformCart {
  /** What the adapter needs to find the cart again; opaque to everybody else, and a secret. */
  handle: string;
  /** Where the buyer pays. May hold a secret in its query string: never logged. */
  continueUrl: string;
  currency: string;
  /** In the order of the request. */
  lines: CartLine[];
  totals: Totals;
  discounts: Pick<Discounts, 'applied' | 'rejected'>;
  /** ISO instant, when the platform says how long it keeps the cart. */
  expiresAt: string | null;
}

/** Where an order of ours may be found. */
export interface OrderReference {
  sessionId: string;
  /** The handle of the session's platform cart. */
  cartHandle: string;
}

export interface Destination {
  /** ISO 3166-1 alpha-2. */
  country: string;
  region?: string;
  postalCode?: string;
  city?: string;
  line1?: string;
}

export interface QuoteRequest {
  /** A fresh UUID for each quote: what a platform must make for it is thrown away. */
  quoteId: string;
  lines: { variantId: string; quantity: number }[];
  destination: Destination;
}

/** `amount` in minor units. Delivery dates are ISO dates, where the platform tells. */
export interface FulfillmentQuote {
  id: string;
  title: string;
  amount: number;
  /** The part of `amount` that is tax; null where the platform does not tell. */
  tax: number | null;
  description: string | null;
  earliestDelivery: string | null;
  latestDelivery: string | null;
}

export interface FulfillmentQuotes {
  /** ISO 4217; amounts are in its minor units. */
  currency: string;
  /** Whether amounts hold the tax; left out where the platform does not tell. */
  pricesIncludeTax?: boolean;
  /** Cheapest first; empty when nothing is delivered there. */
  quotes: FulfillmentQuote[];
}

/** One page of the whole catalog, for keeping a copy of it. */
export interface CatalogPage {
  products: Product[];
  /** Start of the next page; null after the last. */
  next: string | null;
  /** How many products there are in all, where the platform tells. */
  total: number | null;
}

/** One page of GIDs of what has changed. */
export interface ChangedPage {
  ids: string[];
  /** Start of the next page; null after the last. */
  next: string | null;
}

/** Where a shop shall send its events. */
export interface Subscription {
  address: string;
  /** For platforms that sign with a secret of ours. */
  secret: string;
}

/** By topic, in the platform's own words: what was made, what had to be mended, and what was fine. */
export interface SubscriptionReport {
  created: string[];
  mended: string[];
  fine: string[];
}

/** What a live check has found of one part of the access. The words are the merchant's to act on, and hold no secret. */
export interface AccessDiagnostic {
  /** With a problem the store cannot be connected; a warning costs something, which `title` says. */
  level: 'ok' | 'warning' | 'problem';
  title: string;
  /** What the merchant can do about it. */
  remedy?: string;
}

/**
 * The port: everything that the service asks of a shop. Money is in minor units, ids are GIDs.
 * Failures are `CommerceError`s: `platform_unavailable` (down, throttling, circuit open), `platform_timeout`,
 * `platform_error` (nonsense), `unknown_item` and `item_unavailable` with a refusal for each variant concerned.
 */
export interface StorePlatform {
  /** Reads a GID of this platform or a product URL of this shop; undefined when it is neither. Asks nobody. */
  readItemId(text: string): ItemReference | undefined;
  /** One upstream call, two at most. Published products only. */
  searchProducts(query: ProductQuery, caller: Caller): Promise<ProductPage>;
  /** Products of the given Product and ProductVariant GIDs, in that order, each product once; unknown ids are left out. */
  lookupProducts(ids: readonly string[], caller: Caller): Promise<Product[]>;
  /** One upstream call. In the order given; undefined for what the shop does not know. */
  resolveItems(references: readonly ItemReference[], caller: Caller): Promise<(ResolvedItem | undefined)[]>;
  /** One upstream call. Either the whole request is in the cart, or an error says which items are not. */
  createCart(request: CartRequest, caller: Caller): Promise<PlatformCart>;
  /** Replaces what the cart holds; on an error it holds what it held. A vanished cart is made anew, under another handle. */
  updateCart(handle: string, request: CartRequest, caller: Caller): Promise<PlatformCart>;
  /** Empties the cart as far as the platform allows. Safe to repeat; a vanished cart is no error. */
  abandonCart(handle: string, cartId: string, caller: Caller): Promise<void>;
  /** One upstream call, two for an order of which something was given back. Only ever an order that carries this session's id. */
  findOrder(reference: OrderReference, caller: Caller): Promise<PlatformOrder | undefined>;
  /** As many calls. An order by its GID or plain number; undefined when there is none. Its `sessionId` says whether it is ours. */
  readOrder(id: string, caller: Caller): Promise<PlatformOrder | undefined>;
  /** Marks an order of ours for the merchant's eyes, where the platform's cart did not do so. Safe to repeat. */
  tagOrder(order: PlatformOrder, caller: Caller): Promise<void>;
  /**
   * Shipping options for a destination, cheapest first; empty when nothing is delivered there, a free one when nothing has
   * to be sent. Leaves nothing behind.
   */
  quoteFulfillment(request: QuoteRequest, caller: Caller): Promise<FulfillmentQuotes>;
  /** Published products, page after page in a stable order. `after` is the `next` of the page before. */
  listProducts(after: string | undefined, caller: Caller): Promise<CatalogPage>;
  /** GIDs of products that changed since an ISO instant, page after page; those among them that are not public any more. */
  changedProducts(since: string, after: string | undefined, caller: Caller): Promise<ChangedPage>;
  /** GIDs of orders that changed since an ISO instant and carry a session's id, page after page. */
  changedOrders(since: string, after: string | undefined, caller: Caller): Promise<ChangedPage>;
  /** Makes the shop send every event that is listened to here, and mends what it has dropped or disabled. Safe to repeat. */
  subscribe(wanted: Subscription, caller: Caller): Promise<SubscriptionReport>;
  /** Removes what `subscribe` has made for this address, and nothing of anybody else's. Safe to repeat. Answers the topics. */
  unsubscribe(wanted: Subscription, caller: Caller): Promise<string[]>;
  /** Tries each part of the access by itself, and leaves nothing behind. What fails is a finding, never an error. */
  checkAccess(caller: Caller): Promise<AccessDiagnostic[]>;
  /** The shop's description as of now. Two upstream calls at most; proves nothing of the access. */
  readDescription(caller: Caller): Promise<StoreDescription>;
  /** The live check of a connection, and what the store's responses need to know of the shop. */
  describeStore(caller: Caller): Promise<StoreDescription>;
}
