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
