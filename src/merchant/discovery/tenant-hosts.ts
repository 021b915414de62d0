import type { Store } from '../../commerce/store/store.ts';

/** Hosts that serve a store's official profile at the root. */
export interface TenantHosts {
  /** Hostname of the service, and `HOST_DOMAIN`. */
  names(): { service: string; stores: string | undefined };
  /** Hosts of the store, the primary one first: its live custom domain, then its tenant host. */
  of(store: Store): Promise<string[]>;
  /** Origin such as `https://agents.shop.example`, with the service's scheme and port. */
  originOf(host: string): string;
}
