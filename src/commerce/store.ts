import type { CapabilitySwitches } from './capabilities.ts';

export interface PolicyLink {
  rel: 'terms-of-service' | 'privacy-policy' | 'refund-policy' | 'shipping-policy';
  href: string;
}

/** A platform's description of a shop; asked when a store is connected, and again whenever the shop may have changed. */
export interface StoreDescription {
  name: string;
  /** ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2, where the platform tells. */
  country: string | null;
  /** Hosts (with a port where it is not the default) on which product URLs of this shop live, lower case. */
  hosts: string[];
  /** Path below the host at which the shop lives (`/shop`, or empty), where one host may have several. */
  folder?: string;
  links: PolicyLink[];
  /** Whether the merchant types prices with the tax in them, where the platform tells. */
  pricesIncludeTax?: boolean;
  /** For example `{ shopify: '2026-07' }` or `{ woocommerce: '10.5.0', connector: '1.0.0' }`. */
  versions: Record<string, string>;
}

/** A merchant's store as the service knows it. Its credentials stay in storage, sealed. */
export interface Store {
  id: string;
  /** 3 to 63 lower-case letters, digits and hyphens; never reused. */
  slug: string;
  platform: string;
  description: StoreDescription;
  switches: CapabilitySwitches;
  /** True for a store of the simulated shops. */
  sandbox: boolean;
  /** Changes with its credentials, and `describedAt` with its description: a connection made before either is an old one. */
  connectedAt: string;
  /** When the shop was last asked for the description that stands here (ISO). */
  describedAt: string;
  /** The account it belongs to; null for a store that an operator connected for nobody yet. */
  ownerId: string | null;
  /** Set while its merchant has it off: agents find nothing there. */
  disconnectedAt: string | null;
  /** Null: as long as the installation keeps such things; 0: for ever. */
  retentionDays: number | null;
  /** What its merchant calls it; null: as the platform does. */
  displayName: string | null;
}

/** What people call the store. */
export function nameOf({ displayName, description }: Pick<Store, 'displayName' | 'description'>): string {
  return displayName ?? description.name;
}

/** True when two descriptions are of one shop. Where the folder is not known, the host decides. */
export function isSameShop(one: StoreDescription, other: StoreDescription): boolean {
  const sharesHost = one.hosts.some((host) => other.hosts.includes(host));
  const unknown = one.folder === undefined || other.folder === undefined;
  return sharesHost && (unknown || one.folder === other.folder);
}

const SLUG = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** docs/decisions/0001-names-and-identifiers.md. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}
