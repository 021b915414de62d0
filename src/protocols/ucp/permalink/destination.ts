import { getStorefrontUrl, type Store } from '../../../commerce/store/store.ts';
import { decodeOnce } from './read-query.ts';

/** Matches any scheme by its last characters before the colon. */
const SCHEME = /[a-z][\d+.-]*:/i;
const UNSAFE = /[\\\s\p{Cc}]/u;
/** Characters that a second decoding turns into a slash, a backslash or a control character. */
const HIDDEN = /%(?:2f|5c|7f|[01][0-9a-f])/i;

/** Destination that a link prefers, relative to the shop. */
export interface ContinueTo {
  path: string;
  /** With the question mark, or empty. */
  search: string;
}

/**
 * Validates the preferred destination in the specification's order (Destination Preference). Returns undefined for an invalid
 * or absent one: the default destination applies.
 */
export function readContinueTo(raw: string | undefined, endpoint: string): ContinueTo | undefined {
  const path = raw === undefined ? undefined : decodeOnce(raw);
  if (path === undefined || !path.startsWith('/') || path.startsWith('//')) return undefined;
  if (SCHEME.test(path) || UNSAFE.test(path) || HIDDEN.test(path)) return undefined;
  const { origin } = new URL(endpoint);
  const resolved = URL.parse(path, origin);
  // Resolved dots may leave an empty first segment, which a browser reads as a host.
  if (resolved?.origin !== origin || resolved.pathname.startsWith('//')) return undefined;
  return { path: resolved.pathname, search: resolved.search };
}

/** The shop's front page; undefined when its description has no valid URL. */
export function getFrontPage(store: Store): URL | undefined {
  const url = URL.parse(getStorefrontUrl(store));
  return url && isWeb(url) ? url : undefined;
}

/** Resolves a link's path on the store's first host, below the shop's folder: the link's own origin has no pages for buyers. */
export function resolveShopPage(store: Store, path: string): URL | undefined {
  const front = getFrontPage(store);
  return front && (URL.parse(front.href.replace(/\/$/, '') + path) ?? undefined);
}

/** Returns the product's page when it is on one of the shop's hosts. */
export function parseProductPage({ description }: Store, address: string): URL | undefined {
  const url = URL.parse(address);
  return url && isWeb(url) && description.hosts.includes(url.host) ? url : undefined;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** Appends parameters without rewriting the query, which may hold a secret. */
export function withParameters(url: URL, parameters: readonly (readonly [string, string])[]): string {
  const has = new Set(url.searchParams.keys());
  const more = parameters
    .filter(([name]) => !has.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (more.length === 0) return url.href;
  const start = url.search === '' ? '?' : `${url.search}&`;
  return `${url.origin}${url.pathname}${start}${more.join('&')}${url.hash}`;
}
