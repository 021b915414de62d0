import type { Presentation } from './presentation.ts';
import { shopify } from './shopify/presentation.ts';
import { woocommerce } from './woocommerce/presentation.ts';

/** Presentations of all platforms, in the order in which merchants choose among them. */
export const presentations = { shopify, woocommerce } satisfies Record<string, Presentation>;

export type PlatformName = keyof typeof presentations;

export const PLATFORM_NAMES = Object.keys(presentations) as PlatformName[];

const [pairing = 'none'] = PLATFORM_NAMES.filter((name) => presentations[name].pairs);

export const PAIRING_PLATFORM: string = pairing;

const all: readonly Presentation[] = Object.values(presentations);

/** `Shopify and WooCommerce`, or with `or` for a disjunction. */
export function joinPlatformTitles(type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en', { type }).format(all.map(({ title }) => title));
}

export const HOSTING_DOMAINS: readonly string[] = all.flatMap(({ hostingDomains }) => hostingDomains);

/** Returns `good-mugs` for `good-mugs.myshopify.com`; undefined for a domain that no platform lends. */
export function getLentName(host: string): string | undefined {
  const domain = all.find(({ lentDomain }) => lentDomain && host.endsWith(`.${lentDomain}`))?.lentDomain;
  return domain && host.slice(0, -domain.length - 1);
}

/** Neutral for a platform that has left the registry since the store was connected. */
export function getPresentation(platform: string): Omit<Presentation, 'credentials'> {
  const platformName = PLATFORM_NAMES.find((name) => name === platform);
  return platformName ? presentations[platformName] : { ...UNKNOWN, title: platform };
}

const UNKNOWN = {
  guide: null,
  pairs: false,
  isWordPress: false,
  pictureOrigins: [],
  feedIds: [],
  hostingDomains: [],
  discovery:
    'Follow one of the recipes on the discovery page, then check your domain there; or add a custom domain.',
  recipes: () => [],
};
