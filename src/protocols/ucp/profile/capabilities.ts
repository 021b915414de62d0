import { type Capability, isOn } from '../../../commerce/store/capabilities.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { CURRENT_VERSION, type UcpVersion, VERSIONS } from './versions.ts';

export const SERVICE = 'dev.ucp.shopping';
export const CHECKOUT = 'dev.ucp.shopping.checkout';
export const CART = 'dev.ucp.shopping.cart';
export const DISCOUNT = 'dev.ucp.shopping.discount';
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
export const ORDER = 'dev.ucp.shopping.order';
export const SEARCH = 'dev.ucp.shopping.catalog.search';
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup';

interface Declarable {
  name: string;
  /** The merchant's switch. */
  capability: Capability;
  extends?: readonly string[];
  config?: object;
}

function getDeclarable(version: UcpVersion): Declarable[] {
  const { hasCatalogFulfillment, fulfillmentConfig } = VERSIONS[version];
  return [
    { name: CHECKOUT, capability: 'checkout' },
    { name: CART, capability: 'cart' },
    { name: SEARCH, capability: 'catalog' },
    { name: LOOKUP, capability: 'catalog' },
    { name: DISCOUNT, capability: 'discount', extends: [CHECKOUT, CART] },
    {
      name: FULFILLMENT,
      capability: 'fulfillment',
      extends: hasCatalogFulfillment ? [CHECKOUT, SEARCH, LOOKUP] : [CHECKOUT],
      config: fulfillmentConfig,
    },
    { name: ORDER, capability: 'order' },
  ];
}

export const CAPABILITY_NAMES: readonly string[] = getDeclarable(CURRENT_VERSION).map(({ name }) => name);

interface DeclaredCapability {
  version: string;
  spec: string;
  schema: string;
  extends?: readonly string[];
  config?: object;
}

const PERMALINK = 'dev.ucp.shopping.permalink';
/** Pattern of the published schema: an absolute HTTPS URL to which links can be appended. */
const PERMALINK_ENDPOINT = /^https:\/\/[^/?#\s\\@]+(?:\/[^?#\s\\]*[^/?#\s\\])?$/;

/** Permalinks are not negotiated. The specification knows HTTPS endpoints only; they work over HTTP too, in development. */
export function declarePermalinkCapability({ switches }: Store, version: UcpVersion, endpoint: string) {
  const declarable = VERSIONS[version].hasPermalinks && PERMALINK_ENDPOINT.test(endpoint);
  if (!declarable || !isOn(switches, 'checkout')) return {};
  return {
    [PERMALINK]: [{ version, ...getDocuments(PERMALINK, version, EXTENSION_PAGES), config: { endpoint } }],
  };
}

export type DeclaredCapabilities = Record<string, DeclaredCapability[]>;

/** Returns what a store offers in a version; an extension names only parents that are offered too. */
export function getCapabilities({ switches }: Store, version: UcpVersion): DeclaredCapabilities {
  const on = getDeclarable(version).filter(({ capability }) => isOn(switches, capability));
  const names = new Set(on.map(({ name }) => name));
  const declared = on.map(({ name, extends: parents, config }): [string, DeclaredCapability[]] => {
    const documents = getDocuments(
      name,
      version,
      parents ? EXTENSION_PAGES : VERSIONS[version].shoppingPages,
    );
    const offered = parents && { extends: parents.filter((parent) => names.has(parent)) };
    return [name, [{ version, ...documents, ...offered, ...(config && { config }) }]];
  });
  return Object.fromEntries(declared);
}

const EXTENSION_PAGES = 'specification';

/** Published page and schema of a capability, whose files have its name. */
function getDocuments(name: string, version: UcpVersion, pages: string) {
  const words = name.slice(`${SERVICE}.`.length).split('.');
  return {
    spec: `https://ucp.dev/${version}/${pages}/${words.join('/')}`,
    schema: `https://ucp.dev/${version}/schemas/shopping/${words.join('_')}.json`,
  };
}
