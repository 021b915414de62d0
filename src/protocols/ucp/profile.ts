import type { Store } from '../../commerce/store/store.ts';
import { capabilitiesOf, permalinkCapability, SERVICE } from './capabilities.ts';
import type { StoreAddresses } from './links.ts';
import { CURRENT_VERSION, KEYS_MEMBER, OLDER_VERSIONS, UCP_VERSIONS, type UcpVersion } from './versions.ts';

interface ProfileContext {
  store: Store;
  addresses: StoreAddresses;
}

/**
 * Renders a store's business profile: the root has the current version with links to the older ones, each a leaf of its own.
 * `keys` are the store's public keys.
 */
export function renderProfile(
  context: ProfileContext,
  version: UcpVersion,
  keys: readonly object[] = [],
): object {
  const { endpoint, profile, permalink } = context.addresses;
  return {
    ucp: {
      version,
      ...(version === CURRENT_VERSION ? { supported_versions: leaves(profile) } : {}),
      services: {
        [SERVICE]: [
          serviceEntry(version, 'rest', endpoint, 'rest.openapi.json'),
          serviceEntry(version, 'mcp', `${endpoint}/mcp`, 'mcp.openrpc.json'),
        ],
      },
      capabilities: {
        ...capabilitiesOf(context.store, version),
        ...permalinkCapability(context.store, version, permalink),
      },
      payment_handlers: {},
    },
    ...(keys.length > 0 ? keyMembers(version, keys) : {}),
  };
}

/** Publishes keys at the root under the older versions' name too, because order events of every version name the root. */
function keyMembers(version: UcpVersion, keys: readonly object[]) {
  const versions = version === CURRENT_VERSION ? UCP_VERSIONS : [version];
  return Object.fromEntries(versions.map((each) => [KEYS_MEMBER[each], keys]));
}

function leaves(profile: string): Record<string, string> {
  return Object.fromEntries(OLDER_VERSIONS.map((version) => [version, `${profile}/${version}`]));
}

function serviceEntry(version: UcpVersion, transport: 'rest' | 'mcp', endpoint: string, document: string) {
  return {
    version,
    spec: `https://ucp.dev/${version}/specification/overview`,
    transport,
    endpoint,
    schema: `https://ucp.dev/${version}/services/shopping/${document}`,
  };
}
