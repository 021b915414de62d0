import type { CapabilitySwitches } from './capabilities.ts';

export interface PolicyLink {
  rel: 'terms-of-service' | 'privacy-policy' | 'refund-policy' | 'shipping-policy';
  href: string;
}

/** What a platform says of a shop; asked when a store is connected and kept beside its credentials. */
export interface StoreDescription {
  name: string;
  /** ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2, where the platform tells. */
  country: string | null;
  /** Hosts (with a port where it is not the default) on which product URLs of this shop live, lower case. */
  hosts: string[];
  links: PolicyLink[];
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
  /** Changes with its credentials or description: a connection made before that is an old one. */
  connectedAt: string;
  /** The account it belongs to; null for a store that an operator connected for nobody yet. */
  ownerId: string | null;
  /** Set while its merchant has it off: agents find nothing there. */
  disconnectedAt: string | null;
  /** Null: as long as the installation keeps such things. */
  retentionDays: number | null;
}

const SLUG = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** decisions.md, Names. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}
