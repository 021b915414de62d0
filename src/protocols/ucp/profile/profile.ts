import type { ExpectedManifest } from '../../../commerce/store/published-manifest.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { readManifest } from '../../contract/read-manifest.ts';
import { declarePermalinkCapability, getCapabilities, SERVICE } from './capabilities.ts';
import type { StoreAddresses } from './links.ts';
import { CURRENT_VERSION, OLDER_VERSIONS, UCP_VERSIONS, type UcpVersion, VERSIONS } from './versions.ts';

type Addressed = { store: Store; addresses: StoreAddresses };

/** Renders a store's profile: the root has the current version with links to the older ones, each a leaf of its own. */
export function renderProfile({ store, addresses }: Addressed, version: UcpVersion, keys: readonly object[]) {
  const { endpoint, profile, permalink } = addresses;
  const describeService = (transport: 'rest' | 'mcp', address: string, document: string) => ({
    version,
    spec: `https://ucp.dev/${version}/specification/overview`,
    transport,
    endpoint: address,
    schema: `https://ucp.dev/${version}/services/shopping/${document}`,
  });
  const buildLeaves = () => Object.fromEntries(OLDER_VERSIONS.map((each) => [each, `${profile}/${each}`]));
  return {
    ucp: {
      version,
      ...(version === CURRENT_VERSION ? { supported_versions: buildLeaves() } : {}),
      services: {
        [SERVICE]: [
          describeService('rest', endpoint, 'rest.openapi.json'),
          describeService('mcp', `${endpoint}/mcp`, 'mcp.openrpc.json'),
        ],
      },
      capabilities: {
        ...getCapabilities(store, version),
        ...declarePermalinkCapability(store, version, permalink),
      },
      payment_handlers: {},
    },
    ...(keys.length > 0 ? buildKeyMembers(version, keys) : {}),
  };
}

/** Publishes keys at the root under the older versions' name too, because order events of every version name the root. */
function buildKeyMembers(version: UcpVersion, keys: readonly object[]) {
  const versions = version === CURRENT_VERSION ? UCP_VERSIONS : [version];
  return Object.fromEntries(versions.map((each) => [VERSIONS[each].keysMember, keys]));
}

/** Replaces the host of the service's URL: `https://agents.shop.example`. */
export function toOriginOn(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.origin;
}

export function buildExpectedProfile(at: Addressed, keys: readonly { kid: string }[]): ExpectedManifest {
  const { version, capabilities } = readManifest(renderProfile(at, CURRENT_VERSION, keys));
  return {
    manifestUrl: at.addresses.profile,
    storeUrls: [at.addresses.endpoint],
    version: version ?? CURRENT_VERSION,
    capabilities,
    keyIds: keys.map(({ kid }) => kid),
  };
}
