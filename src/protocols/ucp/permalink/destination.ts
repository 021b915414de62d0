import type { Store } from '../../../commerce/store.ts';
import { storefrontUrl } from '../links.ts';
import { decodedOnce } from './read-query.ts';

/** The last letter before the colon is enough to know a scheme by. */
const SCHEME = /[a-z][\d+.-]*:/i;
const UNSAFE = /[\\\s\p{Cc}]/u;
/** What a server behind would decode once more to a slash, a backslash or a control character. */
const HIDDEN = /%(?:2f|5c|7f|[01][0-9a-f])/i;

/** What a link prefers, below the origin of whatever stands for its own. */
export interface ContinueTo {
  path: string;
  /** With its question mark, or empty. */
  search: string;
}

/**
 * Where a link would have its buyer go on, as a canonical path with its query: judged in the specification's order (Destination
 * Preference). Undefined for whatever fails, and for none: the default destination is then taken.
 */
export function readContinueTo(raw: string | undefined, endpoint: string): ContinueTo | undefined {
  const path = raw === undefined ? undefined : decodedOnce(raw);
  if (path === undefined || !path.startsWith('/') || path.startsWith('//')) return undefined;
  if (SCHEME.test(path) || UNSAFE.test(path) || HIDDEN.test(path)) return undefined;
  const { origin } = new URL(endpoint);
  const resolved = URL.parse(path, origin);
  // Dots may leave an empty first segment: what is read as a path here, a browser would read as a host.
  if (resolved?.origin !== origin || resolved.pathname.startsWith('//')) return undefined;
  return { path: resolved.pathname, search: resolved.search };
}

/** The shop's front page, where its description holds an address that can be one. */
export function frontPage(store: Store): URL | undefined {
  const url = URL.parse(storefrontUrl(store));
  return url && isWeb(url) ? url : undefined;
}

/**
 * A page of the shop. Preferences of links are paths at the link's own origin, where nothing is for buyers but these links: the
 * store's first host, and no other, stands for it, below the folder in which the shop lives.
 */
export function shopPage(store: Store, path: string): URL | undefined {
  const front = frontPage(store);
  return front && (URL.parse(front.href.replace(/\/$/, '') + path) ?? undefined);
}

/** The page of a product, as long as it is one of this shop's. */
export function productPage({ description }: Store, address: string): URL | undefined {
  const url = URL.parse(address);
  return url && isWeb(url) && description.hosts.includes(url.host) ? url : undefined;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** The address as it is, with more in its query: a hand-over may hold a secret there that must stay as it is written. */
export function withParameters(url: URL, parameters: readonly (readonly [string, string])[]): string {
  const has = new Set(url.searchParams.keys());
  const more = parameters
    .filter(([name]) => !has.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (more.length === 0) return url.href;
  const start = url.search === '' ? '?' : `${url.search}&`;
  return `${url.origin}${url.pathname}${start}${more.join('&')}${url.hash}`;
}
