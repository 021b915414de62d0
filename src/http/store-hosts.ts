import type { IncomingMessage } from 'node:http';
import { isSlug } from '../commerce/store.ts';

interface StoreHosts {
  /** `HOST_DOMAIN`: `stores.example.com`. */
  domain: string;
  /** Where the service itself is: not a store, though its host may look like one. */
  baseUrl: () => string;
}

export type RewriteUrl = (request: Pick<IncomingMessage, 'headers' | 'url'>) => string;

/** What a store's own host has, with what comes after it; all else there is the service's. */
const OWN_PATH = /^(?:(\/(?:\.well-known\/ucp|buy)(?:[/?].*)?)|\/ucp([/?].*)?)$/s;

/**
 * Stores have a host of their own, `{slug}.{domain}`, because platforms look for a profile at the root of a host: an address
 * there becomes the store's address below `/ucp/{slug}`, without a redirect.
 */
export function rewriteStoreHosts({ domain, baseUrl }: StoreHosts): RewriteUrl {
  return ({ headers, url = '/' }) => {
    const slug = slugOf(headers.host, domain);
    const [own, atRoot, below = ''] = OWN_PATH.exec(url) ?? [];
    if (slug === undefined || own === undefined || isOwn(headers.host, baseUrl())) return url;
    return `/ucp/${slug}${atRoot ?? below}`;
  };
}

function slugOf(host: string | undefined, domain: string): string | undefined {
  const name = hostname(host);
  if (!name.endsWith(`.${domain}`)) return undefined;
  const slug = name.slice(0, -domain.length - 1);
  return isSlug(slug) ? slug : undefined;
}

function isOwn(host: string | undefined, baseUrl: string): boolean {
  return hostname(host) === new URL(baseUrl).hostname;
}

function hostname(host = ''): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
