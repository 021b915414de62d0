import type { Store } from '../../commerce/store.ts';
import type { ExpectedManifest } from '../../commerce/published-manifest.ts';
import { readManifest } from '../contract/read-manifest.ts';
import { PERMALINK_PATH, PROFILE_PATH, type StoreAddresses } from './links.ts';
import { renderProfile } from './profile.ts';
import { CURRENT_VERSION } from './versions.ts';

/** The service's own address with another host in it: `https://agents.shop.example`, with its scheme and port. */
export function originOn(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.origin;
}

/** On a host of the store's own: the profile at its root, endpoints beside. */
export function addressesOn(origin: string): StoreAddresses {
  return {
    endpoint: `${origin}/ucp`,
    profile: origin + PROFILE_PATH,
    permalink: origin + PERMALINK_PATH,
  };
}

/** What a check should find at the profile's address. `keys`: those that the service publishes now. */
export function expectedProfile(
  at: { store: Store; addresses: StoreAddresses },
  keys: readonly { kid: string }[],
): ExpectedManifest {
  const { version, capabilities } = readManifest(renderProfile(at, CURRENT_VERSION, keys));
  return {
    manifestUrl: at.addresses.profile,
    storeUrls: [at.addresses.endpoint],
    version: version ?? CURRENT_VERSION,
    capabilities,
    keyIds: keys.map(({ kid }) => kid),
  };
}
