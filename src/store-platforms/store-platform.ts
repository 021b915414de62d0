import type { Caller } from '../commerce/call/caller.ts';
import type { CartLine, Discounts, Totals } from '../commerce/checkout/cart.ts';
import type { CheckoutProblem } from '../commerce/checkout/checkout-problem.ts';
import type {
  CartFulfillment,
  Destination,
  FulfillmentOption,
  FulfillmentRequest,
} from '../commerce/checkout/fulfillment.ts';
import type { PlatformOrder } from '../commerce/order/order.ts';
import type {
  Gid,
  ItemReference,
  NumberedItem,
  Product,
  ProductPage,
  ResolvedItem,
} from '../commerce/product/products.ts';
import type { CheckoutWall } from '../commerce/store/checkout-wall.ts';
import type { DiagnosticLevel } from '../commerce/store/health.ts';
import type { StoreDescription } from '../commerce/store/store.ts';
import type { Instant } from '../commerce/time/time.ts';

export interface ProductQuery {
  text: string;
  /** 1 to 100. */
  first: number;
  after?: string | undefined;
}

/** Prefills the checkout page; passed on to the platform, never stored. */
export interface Buyer {
  email?: string | undefined;
  name?: string | undefined;
}

/** Wanted content of a platform cart. Omitted codes stay; an empty list clears them. */
export interface CartRequest {
  /** Id of the session or cart: a platform that can makes one cart of it. The order of a cart without a session carries it. */
  cartId: string;
  /** Stored with the cart and on the order as `service_session_id`. */
  sessionId?: string | undefined;
  /** One line per variant. A known title saves a call. */
  lines: { variantId: string; quantity: number; knownTitle?: string }[];
  discountCodes?: string[] | undefined;
  buyer?: Buyer | undefined;
  /** Omitted: as it was; null removes it. */
  fulfillment?: FulfillmentRequest | null | undefined;
}

export interface PlatformCart {
  /** Secret reference by which the adapter finds the cart; opaque to its callers. */
  handle: string;
  /** Checkout address for the buyer. Its query string may hold a secret: never logged. */
  continueUrl: string;
  currency: string;
  /** In the order of the request. */
  lines: CartLine[];
  totals: Totals;
  discounts: Pick<Discounts, 'applied' | 'rejected'>;
  /** Present when the request had one and some line needs delivery. The cheapest option is selected where the wanted one is not offered. */
  fulfillment?: CartFulfillment;
  /** Null when the platform does not state it. */
  expiresAt: Instant | null;
}

export interface OrderReference {
  sessionId: string;
  cartHandle: string;
  /** Called where the shop says, beside that it has no order, why the buyer cannot pay the cart. */
  onUnpayable?(problem: CheckoutProblem): void;
}

export interface QuoteRequest {
  /** UUID, new for each quote: any cart made for it is discarded. */
  quoteId: string;
  lines: { variantId: string; quantity: number }[];
  destination: Destination;
}

export type FulfillmentQuote = Omit<FulfillmentOption, 'pickup'>;

export interface FulfillmentQuotes {
  currency: string;
  /** True when amounts contain the tax; omitted when the platform does not state it. */
  pricesIncludeTax?: boolean;
  /** Cheapest first; empty when nothing is delivered there. */
  quotes: FulfillmentQuote[];
}

interface Page {
  /** Start of the next page; null after the last. */
  next: string | null;
}

export interface CatalogPage extends Page {
  products: Product[];
  /** Number of all products; null when the platform does not state it. */
  total: number | null;
  /** Absent when every listed product was read. */
  leftOut?: LeftOutProduct[];
}

/** Listed product that cannot be read, in words for the merchant; `reason` continues "because". */
export type LeftOutProduct = Record<'name' | 'reason', string>;

export interface ChangedPage extends Page {
  ids: Gid[];
}

/** From `since` on, before `until`. */
export type Span = Record<'since' | 'until', Instant>;

/** Order of the shop as far as sums need it. */
export interface ShopOrder {
  at: Instant;
  currency: string;
  /** Minor units, without what was refunded. */
  total: number;
}

export interface ShopOrderPage extends Page {
  orders: ShopOrder[];
  /** Days for which the platform shows orders, and why older ones are absent; null where all are shown. */
  history: { days: number; reason: string } | null;
}

/** `secret`: for platforms that sign with one of the subscriber. */
export type Subscription = Record<'address' | 'secret', string>;

/** Topics in the platform's words; `fine` ones are unchanged. */
export type SubscriptionReport = Record<'created' | 'repaired' | 'fine', string[]>;

/** Result of a live check of one part of the access. The texts are for the merchant and hold no secret. */
export interface AccessDiagnostic {
  /** `problem` prevents connecting; `warning` costs something that `title` names. */
  level: DiagnosticLevel;
  title: string;
  remedy?: string;
  /** Names of the credentials that are wrong. */
  fields?: readonly string[];
  /** Obstruction of the checkout that the title names. */
  wall?: CheckoutWall;
}

/**
 * Port to a shop. Money is in minor units, ids are GIDs. Failures are `CommerceError`s: `platform_unavailable` (down,
 * throttling, circuit open), `platform_timeout`, `platform_error` (unexpected answer), `unknown_item` and `item_unavailable`
 * with a refusal per variant.
 */
export interface StorePlatform {
  /** Parses a GID of this platform, a product URL of this shop or a feed's id that holds a variant; undefined otherwise. Makes no call. */
  readItemId(text: string): ItemReference | undefined;
  /** Parses a number, alone or as the shop's product feeds write it; undefined otherwise. Makes no call. */
  readNumber(text: string): NumberedItem | undefined;
  /** True while reads of agents wait for the shop, or have used up their part of its time; absent where that is not known. */
  isBusy?(): boolean;
  /** One upstream call, two at most. Published products only. */
  searchProducts(query: ProductQuery, caller: Caller): Promise<ProductPage>;
  /** Returns the products of these products and variants, in that order, each once; unknown ids are omitted. */
  lookupProducts(ids: readonly Gid[], caller: Caller): Promise<Product[]>;
  /** One upstream call. Results in the order given; undefined for an unknown item. */
  resolveItems(references: readonly ItemReference[], caller: Caller): Promise<(ResolvedItem | undefined)[]>;
  /** One upstream call, one more to select an option. The cart holds the whole request, or an error names the refused items. */
  createCart(request: CartRequest, caller: Caller): Promise<PlatformCart>;
  /** Replaces the content; after an error the cart is unchanged. A vanished cart is recreated under another handle. */
  updateCart(handle: string, request: CartRequest, caller: Caller): Promise<PlatformCart>;
  /** Empties the cart as far as the platform allows. Safe to repeat; a vanished cart is no error. */
  abandonCart(handle: string, cartId: string, caller: Caller): Promise<void>;
  /** One upstream call, two for an order with refunds. Returns only an order that carries the session's id. */
  findOrder(reference: OrderReference, caller: Caller): Promise<PlatformOrder | undefined>;
  /** Reads an order by GID or plain number, in as many calls; undefined when unknown. `sessionId` is null for orders of others. */
  readOrder(id: string, caller: Caller): Promise<PlatformOrder | undefined>;
  /** Makes the session visible to the merchant on the order, if the platform's cart did not. Safe to repeat. */
  tagOrder(order: PlatformOrder, caller: Caller): Promise<void>;
  /** Returns an empty list when nothing is delivered there, a free option when nothing needs shipping. Leaves nothing behind. */
  quoteFulfillment(request: QuoteRequest, caller: Caller): Promise<FulfillmentQuotes>;
  /** Lists published products in a stable order. `after` is the `next` of the page before. */
  listProducts(after: string | undefined, caller: Caller): Promise<CatalogPage>;
  /** Lists products that changed, unpublished ones included. */
  changedProducts(since: Instant, after: string | undefined, caller: Caller): Promise<ChangedPage>;
  /** Lists orders that changed and carry the id of a session or cart. */
  changedOrders(since: Instant, after: string | undefined, caller: Caller): Promise<ChangedPage>;
  /** Lists the orders placed in a span, each once, without canceled and refunded ones; undefined without access to orders. */
  listOrders(span: Span, after: string | undefined, caller: Caller): Promise<ShopOrderPage | undefined>;
  /** Subscribes to all events that the service uses, and repairs dropped or disabled subscriptions. Safe to repeat. */
  subscribe(subscription: Subscription, caller: Caller): Promise<SubscriptionReport>;
  /** Removes the subscriptions for this address and no others; returns their topics. Safe to repeat. */
  unsubscribe(subscription: Subscription, caller: Caller): Promise<string[]>;
  /** Tries each part of the access by itself and leaves nothing behind. Failures are diagnostics, never thrown. */
  checkAccess(caller: Caller): Promise<AccessDiagnostic[]>;
  /** Reads the shop's current description in at most two upstream calls; proves nothing of the access. */
  readDescription(caller: Caller): Promise<StoreDescription>;
  /** Checks the connection live and returns the description that responses need. */
  describeStore(caller: Caller): Promise<StoreDescription>;
}
