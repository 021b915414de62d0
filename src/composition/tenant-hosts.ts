import type { Store } from '../commerce/store/store.ts';
import { checkManifestAt } from '../merchant/discovery/check-discovery.ts';
import type { TenantHosts } from '../merchant/discovery/tenant-hosts.ts';
import type { Probe } from '../outbound/guarded-fetch/probe.ts';
import { readManifest } from '../protocols/contract/read-manifest.ts';
import { addressesOn, PROFILE_PATH, ucpUrl } from '../protocols/ucp/links.ts';
import { expectedProfile, originOn } from '../protocols/ucp/tenant-host.ts';
import type { Repositories } from '../storage/repositories/index.ts';

interface TenantHostsParts {
  repositories: Pick<Repositories, 'customDomains' | 'signingKeys'>;
  probe: Probe;
  hostDomain: string | undefined;
  baseUrl: () => string;
  now: () => number;
}

/** Hosts of stores: custom domains and tenant hosts. */
export function tenantHosts(
  parts: TenantHostsParts,
): TenantHosts & { profileOf(store: Store): Promise<string> } {
  const { repositories, probe, hostDomain, baseUrl, now } = parts;
  const originOf = (host: string) => originOn(baseUrl(), host);
  const of = async (store: Store) => {
    const primary = await repositories.customDomains.primaryOf(store.id);
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
    async check(store, host) {
      const addresses = addressesOn(originOf(host));
      const keys = await repositories.signingKeys.published(new Date(now()).toISOString());
      const official = expectedProfile({ store, addresses }, keys);
      const check = { probe, readManifest, expected: { official }, platform: store.platform };
      return checkManifestAt(check, originOf(host) + PROFILE_PATH);
    },
  };
}
