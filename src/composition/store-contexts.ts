import { withPlatforms } from '../agent-platforms/index.ts';
import type { Config } from '../config.ts';
import { lookAtDomain } from '../merchants/discovery/check-custom-domain.ts';
import type { Opened } from './infrastructure.ts';
import type { ServiceLog } from './overrides.ts';
import { ownHosts } from './tenant-hosts.ts';
import type { Reach } from './outbound-clients.ts';
import { storeContexts } from './open-stores.ts';

interface Surroundings {
  config: Config;
  opened: Opened;
  reach: Reach;
  log: ServiceLog;
  baseUrl: () => string;
}

export type StoresAndPlatforms = ReturnType<typeof storesAndPlatforms>;

/** How a store is opened, on which hosts it stands, and what agents' platforms are told of it. */
export function storesAndPlatforms({ config, opened, reach, log, baseUrl }: Surroundings) {
  const { remembered, now, newId } = opened;
  const { names, probe, shops, agentPlatforms } = reach;
  const hosts = ownHosts({ remembered, probe, hostDomain: config.hostDomain, baseUrl, now });
  const { trust, tellPlatform } = withPlatforms({
    outgoing: agentPlatforms,
    signingKeys: remembered.signingKeys,
    platformsFile: config.ucpPlatforms,
    allowLoopback: config.allowPrivateAddresses,
    rateLimit: config.rateLimit,
    profileOf: hosts.profileOf,
    now,
  });
  const contexts = storeContexts({
    config,
    remembered,
    shops,
    tellPlatform,
    async lookAtDomain(store, id) {
      const claim = await remembered.storeDomains.findById(id);
      if (claim?.storeId !== store.id) return undefined;
      return (await lookAtDomain({ ...remembered, names, ownHosts: hosts, now }, store, claim))?.domain;
    },
    log: log.info,
    now,
    newId,
    baseUrl,
  });
  return { ...contexts, hosts, trust };
}
