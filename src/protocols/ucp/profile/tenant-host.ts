import type { ExpectedManifest } from '../../../commerce/store/published-manifest.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { readManifest } from '../../contract/read-manifest.ts';
import type { StoreAddresses } from './links.ts';
import { renderProfile } from './profile.ts';
import { CURRENT_VERSION } from './versions.ts';

/** Replaces the host of the service's URL: `https://agents.shop.example`. */
export function toOriginOn(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.origin;
}

/** Content expected at the profile's URL; `keys` are the currently published keys. */
export function buildExpectedProfile(
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
