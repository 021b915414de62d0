import type { Store } from '../../commerce/store/store.ts';
import { toOriginOn } from '../../protocols/ucp/profile/profile.ts';
import type { Repositories } from '../../storage/repositories/index.ts';

interface TenantHostsParts extends Pick<Repositories, 'customDomains'> {
  /** `HOST_DOMAIN`. */
  hostDomain: string | undefined;
  baseUrl: () => string;
}

export type TenantHosts = ReturnType<typeof createTenantHosts>;

/** Hosts that serve a store's official profile at the root. */
export function createTenantHosts({ customDomains, hostDomain, baseUrl }: TenantHostsParts) {
  return {
    /** Returns the hosts of the store, the primary one first: its live custom domain, then its tenant host. */
    async listHosts(store: Store): Promise<string[]> {
      const primary = await customDomains.findPrimary(store.id);
      return [primary ?? [], hostDomain === undefined ? [] : `${store.slug}.${hostDomain}`].flat();
    },

    /** Hostname of the service, and `HOST_DOMAIN`. */
    names: () => ({ service: new URL(baseUrl()).hostname, stores: hostDomain }),

    /** Origin such as `https://agents.shop.example`, with the service's scheme and port. */
    originOf: (host: string) => toOriginOn(baseUrl(), host),
  };
}
