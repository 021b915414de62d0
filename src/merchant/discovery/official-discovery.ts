import { z } from 'zod';
import type { ExpectedManifest } from '../../commerce/store/published-manifest.ts';
import type { Store } from '../../commerce/store/store.ts';
import {
  buildAddressesOn,
  getUcpUrl,
  PERMALINK_PATH,
  PROFILE_PATH,
  type StoreAddresses,
} from '../../protocols/ucp/profile/links.ts';
import { buildExpectedProfile, renderProfile } from '../../protocols/ucp/profile/profile.ts';
import { CURRENT_VERSION, UCP_VERSIONS } from '../../protocols/ucp/profile/versions.ts';
import { type AtStore, getNow, type MerchantContext } from '../visit.ts';
import { checkManifestAt } from './check-discovery.ts';

/** Dependencies of the manifests and profiles of one store, and of their checks. */
export interface ManifestSource {
  context: Pick<MerchantContext, 'baseUrl' | 'tenantHosts' | 'signingKeys' | 'probe' | 'now'>;
  store: Store;
}

export const officialWire = z.object({
  profile_url: z.url().describe('URL by which agent platforms know the store; order events name it.'),
  on_own_host: z
    .boolean()
    .describe(
      'True when the profile is at the root of a host of the store’s own, where every agent finds it.',
    ),
  addresses: z.array(z.url()).describe('All addresses of the profile; they lead to the same store.'),
  profiles: z
    .array(z.object({ version: z.string(), url: z.url(), profile: z.record(z.string(), z.unknown()) }))
    .describe('The profile as served at `profile_url`, newest version first.'),
});

/** Returns the store's official profiles and all their addresses. */
export async function findOfficialDiscovery(visit: AtStore): Promise<z.output<typeof officialWire>> {
  const { store } = visit;
  const own = await listPlaces(visit);
  const [addresses = buildServiceAddresses(visit)] = own;
  const keys = await listPublishedKeys(visit);
  return {
    profile_url: addresses.profile,
    on_own_host: own.length > 0,
    addresses: [...own, buildServiceAddresses(visit)].map(({ profile }) => profile),
    profiles: UCP_VERSIONS.map((version) => ({
      version,
      url: version === CURRENT_VERSION ? addresses.profile : `${addresses.profile}/${version}`,
      profile: { ...renderProfile({ store, addresses }, version, keys) },
    })),
  };
}

/** Returns the URLs of the shopping endpoint, the one to hand out first. */
export async function listShoppingUrls({ context, store }: AtStore): Promise<string[]> {
  const hosts = await context.tenantHosts.listHosts(store);
  const own = hosts.map((host) => `${context.tenantHosts.originOf(host)}/mcp`);
  return [...own, `${context.baseUrl()}/mcp/${store.slug}/mcp`];
}

/** Expects endpoints on any of the store's hosts: a profile on the shop's domain may name each of them. */
export async function findExpectedAnywhere(visit: ManifestSource): Promise<ExpectedManifest> {
  const { store } = visit;
  const addresses = buildServiceAddresses(visit);
  const storeUrls = [addresses, ...(await listPlaces(visit))].map(({ endpoint }) => endpoint);
  return { ...buildExpectedProfile({ store, addresses }, await listPublishedKeys(visit)), storeUrls };
}

/** Checks the profile at these addresses as agents do. */
export async function checkProfileAt(source: ManifestSource, addresses: StoreAddresses) {
  const official = buildExpectedProfile({ store: source.store, addresses }, await listPublishedKeys(source));
  return checkManifestAt({ ...pickCheckContext(source), expected: { official } }, addresses.profile);
}

export function pickCheckContext({ context, store }: ManifestSource) {
  return { probe: context.probe, platform: store.platform };
}

/** Returns the addresses by which agent platforms know the store. */
export async function findOwnAddresses(source: ManifestSource): Promise<StoreAddresses> {
  const [addresses = buildServiceAddresses(source)] = await listPlaces(source);
  return addresses;
}

async function listPlaces({ context, store }: ManifestSource) {
  const hosts = await context.tenantHosts.listHosts(store);
  return hosts.map((host) => buildAddressesOn(context.tenantHosts.originOf(host)));
}

/** Addresses to which a shop's own server proxies, whatever hosts the store has. */
export function buildServiceAddresses({ context, store }: ManifestSource) {
  const endpoint = getUcpUrl({ store, baseUrl: context.baseUrl() });
  return { endpoint, profile: endpoint + PROFILE_PATH, permalink: endpoint + PERMALINK_PATH };
}

function listPublishedKeys(visit: ManifestSource) {
  return visit.context.signingKeys.listPublished(getNow(visit));
}
