import type { Store } from '../../commerce/store.ts';
import type { DiscoveryReport } from './check-discovery.ts';

/** Hosts on which a store has its official profile at the root; `composition/own-hosts.ts` makes it. */
export interface TenantHosts {
  /** The service's own name, and that below which each store has a host; undefined where there is none. */
  names(): { service: string; stores: string | undefined };
  /** Names, the one that stands for the store first: its own domains that lead here, then that below `HOST_DOMAIN`. */
  of(store: Store): Promise<string[]>;
  /** `https://agents.shop.example`: with scheme and port as the service itself is reached. */
  originOf(host: string): string;
  /** Asks the host itself, as agents do. */
  check(store: Store, host: string): Promise<DiscoveryReport>;
}
