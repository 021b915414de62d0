import type { EventType } from '../order/events.ts';
import type { StorePolicy } from '../policy/store-policy.ts';
import type { Brand } from '../product/brand.ts';
import type { Instant } from '../time/time.ts';
import type { CapabilitySwitches } from './capabilities.ts';
import type { CheckoutWall } from './checkout-wall.ts';
import type { FeedRules } from './feed-rules.ts';

export interface PolicyLink {
  rel: 'terms-of-service' | 'privacy-policy' | 'refund-policy' | 'shipping-policy';
  href: string;
}

export interface StorePlace {
  id: string;
  name: string;
}

/** A shop as its platform describes it; read when a store is connected, and again whenever the shop may have changed. */
export interface StoreDescription {
  name: string;
  /** ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2; null where unknown. */
  country: string | null;
  /**
   * Hosts of the shop's product URLs in lower case, with a port that is not the default. The first one is where the shop is called
   * (WooCommerce), or its primary domain (Shopify); the others are what the shop says of itself.
   */
  hosts: string[];
  /** Path of the shop below its host (`/shop`, or empty), where one host may have several shops. */
  folder?: string;
  links: PolicyLink[];
  /** Absent where the platform shows neither a logo nor a color. */
  brand?: Brand;
  /** Whether the merchant enters prices with tax; absent where unknown. */
  pricesIncludeTax?: boolean;
  /** IANA name or offset; absent where unknown. */
  timeZone?: string;
  /** ISO 3166-1 alpha-2 codes of the countries that the shop delivers to; absent where unknown. */
  deliversTo?: readonly string[];
  /** Places of pickup whose ids checkouts take as well; absent where the platform lists none outside a cart. */
  pickupPlaces?: readonly StorePlace[];
  /** True when buyers must sign in or register to pay; absent where unknown. */
  requiresAccount?: boolean;
  /** For example `{ shopify: '2026-07' }` or `{ woocommerce: '10.5.0', connector: '1.0.0' }`. */
  versions: Record<string, string>;
}

export interface StoreSettings {
  /** Null: the setting of the installation; 0: for ever. */
  retentionDays: number | null;
  /** The merchant's name for it; null: the platform's. */
  displayName: string | null;
  /** Time zone that the merchant has chosen; null: the platform's. Calls that are counted by day already stay on their days. */
  timeZone: string | null;
  mailAlerts: boolean;
  stockFigures: boolean;
  /** Seconds for which a product is shown without asking the shop (`product/freshness.ts`); null: the default, 0: never. */
  freshnessSeconds: number | null;
  productFeeds: boolean;
}

/** A merchant's store. Its credentials stay in storage, sealed. */
export interface Store extends StoreSettings {
  id: string;
  /** 3 to 63 lower-case letters, digits and hyphens; never reused. */
  slug: string;
  platform: string;
  description: StoreDescription;
  switches: CapabilitySwitches;
  /** True for a store of the simulated shops. */
  sandbox: boolean;
  /** Changes with the credentials, as `describedAt` with the description: connections opened before either are stale. */
  connectedAt: string;
  /** Time at which the shop was asked for this description. */
  describedAt: Instant;
  /** Organization of the merchant; null for a store that an operator connected and has not given to one. */
  organizationId: string | null;
  /** Set while the merchant has disconnected it: agents get `not_found`. */
  disconnectedAt: string | null;
  /** Set while the merchant has paused it: agents can finish what they began, and get `store_closed` otherwise. */
  pausedAt: string | null;
  /** Page before its checkout by the last check of the access; null without one, and before the first check. */
  checkoutWall: CheckoutWall | null;
  /** Types that its event endpoints ask for. */
  eventTypes: readonly EventType[];
  /** Null without rules for agents. */
  policy: StorePolicy | null;
  /** Words by which its team finds and groups it, sorted. */
  labels: readonly string[];
  /** Null: its feeds have the catalog as it is. */
  feedRules: FeedRules | null;
}

export function nameOf({ displayName, description }: Pick<Store, 'displayName' | 'description'>): string {
  return displayName ?? description.name;
}

export function timeZoneOf({ timeZone, description }: Pick<Store, 'timeZone' | 'description'>): string {
  return timeZone ?? description.timeZone ?? 'UTC';
}

export function hasFeeds({ productFeeds }: Pick<Store, 'productFeeds'>): boolean {
  return productFeeds;
}

export function getStorefrontUrl({ sandbox, description }: Pick<Store, 'sandbox' | 'description'>): string {
  const scheme = sandbox ? 'http' : 'https';
  return `${scheme}://${description.hosts[0] ?? ''}${description.folder ?? ''}/`;
}

/** Compares hosts, and folders where both are known. */
export function isSameShop(one: StoreDescription, other: StoreDescription): boolean {
  const sharesHost = one.hosts.some((host) => other.hosts.includes(host));
  const unknown = one.folder === undefined || other.folder === undefined;
  return sharesHost && (unknown || one.folder === other.folder);
}

/** Compares addresses that are called, without `www.`. What a shop says of itself counts for nothing: a stranger's may say the same. */
export function isSameAddress(one: string, other: string): boolean {
  const stripWww = (address: string) => address.replace(/^www\./, '');
  return stripWww(one) === stripWww(other);
}

/** docs/decisions/0001-names-and-identifiers.md. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(text);
}

const MAX_SLUGS = 200;
const MAX_SLUG_LENGTH = 63;

/** Lists slugs to take instead of a used one: `mugs-2`, `mugs-3` and so on. */
export function suggestSlugs(usedSlug: string): string[] {
  const base = usedSlug.replace(/-\d{1,3}$/, '').slice(0, MAX_SLUG_LENGTH - 4);
  return Array.from({ length: MAX_SLUGS }, (_, index) => `${base}-${index + 2}`);
}
