import { type Capability, type CapabilitySwitches, isOn } from '../../commerce/store/capabilities.ts';
import type { Store } from '../../commerce/store/store.ts';
import { HAS_PERMALINKS, SHOPPING_PAGES, type UcpVersion } from './versions.ts';

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
  /** Below `https://ucp.dev/{version}/schemas/shopping`. */
  schema: string;
  page(version: UcpVersion): string;
  extends?: readonly string[];
  /** Versions in which it extends these as well. */
  extendsToo?: Partial<Record<UcpVersion, readonly string[]>>;
  config?: Record<UcpVersion, object>;
}

const inShopping = (path: string) => (version: UcpVersion) => `${SHOPPING_PAGES[version]}/${path}`;

/** Capabilities that a store can offer. */
const DECLARABLE: readonly Declarable[] = [
  { name: CHECKOUT, capability: 'checkout', schema: 'checkout.json', page: inShopping('checkout') },
  { name: CART, capability: 'cart', schema: 'cart.json', page: inShopping('cart') },
  { name: SEARCH, capability: 'catalog', schema: 'catalog_search.json', page: inShopping('catalog/search') },
  { name: LOOKUP, capability: 'catalog', schema: 'catalog_lookup.json', page: inShopping('catalog/lookup') },
  {
    name: DISCOUNT,
    capability: 'discount',
    schema: 'discount.json',
    page: () => 'specification/discount',
    extends: [CHECKOUT, CART],
  },
  {
    name: FULFILLMENT,
    capability: 'fulfillment',
    schema: 'fulfillment.json',
    page: () => 'specification/fulfillment',
    extends: [CHECKOUT],
    extendsToo: { '2026-08-25': [SEARCH, LOOKUP] },
    // One method for all goods of a checkout.
    config: {
      '2026-08-25': { method_combinations: [['shipping'], ['pickup']] },
      '2026-04-08': {
        allows_multi_destination: { shipping: false, pickup: false },
        allows_method_combinations: [['shipping'], ['pickup']],
      },
    },
  },
  { name: ORDER, capability: 'order', schema: 'order.json', page: inShopping('order') },
];

/** Names that can be negotiated. */
export const CAPABILITY_NAMES: readonly string[] = DECLARABLE.map(({ name }) => name);

/** Capability of a store's profile. */
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

/**
 * Declares permalinks, which are not negotiated, in profiles of versions that have them. They work over plain HTTP too,
 * as in development, but the specification knows HTTPS endpoints only.
 */
export function permalinkCapability(
  { switches }: Store,
  version: UcpVersion,
  endpoint: string,
): DeclaredCapabilities {
  const declarable = HAS_PERMALINKS[version] && PERMALINK_ENDPOINT.test(endpoint);
  if (!declarable || !isOn(switches, 'checkout')) return {};
  const spec = `https://ucp.dev/${version}/specification/permalink`;
  const schema = `https://ucp.dev/${version}/schemas/shopping/permalink.json`;
  return { [PERMALINK]: [{ version, spec, schema, config: { endpoint } }] };
}

export type DeclaredCapabilities = Record<string, DeclaredCapability[]>;

/**
 * Returns what a store offers in a version, cached per set of switches; an extension names only parents that are offered too.
 */
export function capabilitiesOf({ switches }: Store, version: UcpVersion): DeclaredCapabilities {
  const cached = bySwitches[version].get(switches);
  if (cached) return cached;
  const offered = offeredBy(switches, version);
  bySwitches[version].set(switches, offered);
  return offered;
}

const bySwitches: Record<UcpVersion, WeakMap<CapabilitySwitches, DeclaredCapabilities>> = {
  '2026-08-25': new WeakMap(),
  '2026-04-08': new WeakMap(),
};

function offeredBy(switches: CapabilitySwitches, version: UcpVersion): DeclaredCapabilities {
  const on = DECLARABLE.filter(({ capability }) => isOn(switches, capability));
  const names = new Set(on.map(({ name }) => name));
  return Object.fromEntries(on.map((each) => [each.name, [declared(each, version, names)]]));
}

function declared(each: Declarable, version: UcpVersion, names: Set<string>): DeclaredCapability {
  const parents = each.extends?.concat(each.extendsToo?.[version] ?? []).filter((name) => names.has(name));
  return {
    version,
    spec: `https://ucp.dev/${version}/${each.page(version)}`,
    schema: `https://ucp.dev/${version}/schemas/shopping/${each.schema}`,
    ...(parents ? { extends: parents } : {}),
    ...(each.config ? { config: each.config[version] } : {}),
  };
}
