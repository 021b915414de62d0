import type { Store } from '../commerce/store/store.ts';
import type { TenantHosts } from '../merchant/discovery/tenant-hosts.ts';
import { PROFILE_PATH, ucpUrl } from '../protocols/ucp/links.ts';
import { originOn } from '../protocols/ucp/tenant-host.ts';
import type { Repositories } from '../storage/repositories/index.ts';

interface TenantHostsParts extends Pick<Repositories, 'customDomains'> {
  hostDomain: string | undefined;
  baseUrl: () => string;
}

/** Hosts of stores: custom domains and tenant hosts. */
export function tenantHosts({
  customDomains,
  hostDomain,
  baseUrl,
}: TenantHostsParts): TenantHosts & { profileOf(store: Store): Promise<string> } {
  const originOf = (host: string) => originOn(baseUrl(), host);
  const of = async (store: Store) => {
    const primary = await customDomains.primaryOf(store.id);
    return [primary ?? [], hostDomain === undefined ? [] : `${store.slug}.${hostDomain}`].flat();
  };
  return {
    of,
    /** Profile URL on the store's primary host, or else on the service's. */
    async profileOf(store) {
      const [host] = await of(store);
      return (host === undefined ? ucpUrl({ store, baseUrl: baseUrl() }) : originOf(host)) + PROFILE_PATH;
    },
    names: () => ({ service: new URL(baseUrl()).hostname, stores: hostDomain }),
    originOf,
  };
}
