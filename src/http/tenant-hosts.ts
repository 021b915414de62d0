import type { IncomingMessage } from 'node:http';
import { isSlug } from '../commerce/store.ts';

interface TenantHostSources {
  /** `HOST_DOMAIN`: `stores.example.com`; undefined where stores have no host below one. */
  domain: string | undefined;
  /** Where the service itself is: not a store, though its host may look like one. */
  baseUrl: () => string;
  /** Of the store whose own domain a name is; undefined for nobody's. */
  slugOfDomain(name: string): Promise<string | undefined>;
}

type Addressed = Pick<IncomingMessage, 'headers' | 'url'>;

export interface TenantHostDirectory {
  /** Calls back once it is known whose domain the request is for; at once for all that are for none. */
  learn(request: Addressed, then: () => void): void;
  /** What kept `learn` from knowing. */
  troubleOf(request: object): Error | undefined;
  rewriteUrl(request: Addressed): string;
  /**
   * Origin that a request must have been signed for: one of this service's, whatever its Host and X-Forwarded-Host say. A proxy
   * may replace Host: a name that is not known here stands for the service.
   */
  originOf(request: Pick<Addressed, 'headers'>, isRewritten: boolean): OwnOrigin;
}

export interface OwnOrigin {
  scheme: 'http' | 'https';
  /** Host, with the port where it is not the scheme's own. */
  authority: string;
}

/** What a store's own host has, with what comes after it; all else there is the service's. */
const OWN_PATH = /^(?:(\/(?:\.well-known\/ucp|buy)(?:[/?].*)?)|\/ucp([/?].*)?)$/s;

/**
 * Stores have hosts of their own, `{slug}.{domain}` and domains that their merchants have proved, because platforms look for a
 * profile at the root of a host: an address there becomes the store's address below `/ucp/{slug}`, without a redirect.
 */
export function tenantHostDirectory({
  domain,
  baseUrl,
  slugOfDomain,
}: TenantHostSources): TenantHostDirectory {
  const learned = new WeakMap<object, { slug: string } | { trouble: Error }>();
  const service = once(baseUrl, readBase);

  function foreignName({ headers, url = '/' }: Addressed): string | undefined {
    if (!OWN_PATH.test(url)) return undefined;
    const name = hostname(headers.host);
    const isOurs = name === service().name || (domain !== undefined && `.${name}`.endsWith(`.${domain}`));
    return !isOurs && isDomainName(name) ? name : undefined;
  }

  return {
    learn(request, then) {
      const name = foreignName(request);
      if (name === undefined) return then();
      void slugOfDomain(name)
        .then(
          (slug) => slug !== undefined && learned.set(request, { slug }),
          (trouble: Error) => learned.set(request, { trouble }),
        )
        .then(then);
    },

    troubleOf(request) {
      const known = learned.get(request);
      return known && 'trouble' in known ? known.trouble : undefined;
    },

    rewriteUrl(request) {
      const { headers, url = '/' } = request;
      const [own, atRoot, below = ''] = OWN_PATH.exec(url) ?? [];
      if (own === undefined || hostname(headers.host) === service().name) return url;
      const known = learned.get(request);
      const slug = known && 'slug' in known ? known.slug : slugBelow(domain, headers.host);
      return slug === undefined ? url : `/ucp/${slug}${atRoot ?? below}`;
    },

    originOf({ headers }, isRewritten) {
      const { scheme, name: own, authority, port } = service();
      const name = hostname(headers.host);
      const isAlias = isRewritten || (LOOPBACK.test(own) && LOOPBACK.test(name));
      return { scheme, authority: isAlias ? name + port : authority };
    },
  };
}

/** Names of one machine for itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function readBase(baseUrl: string) {
  const { protocol, hostname: name, host: authority, port } = new URL(baseUrl);
  const scheme = protocol === 'https:' ? ('https' as const) : ('http' as const);
  return { scheme, name, authority, port: port === '' ? '' : `:${port}` };
}

function slugBelow(domain: string | undefined, host: string | undefined): string | undefined {
  const name = hostname(host);
  if (domain === undefined || !name.endsWith(`.${domain}`)) return undefined;
  const slug = name.slice(0, -domain.length - 1);
  return isSlug(slug) ? slug : undefined;
}

/** Lower case, without port and final dot. */
export function hostname(host = ''): string {
  return host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
}

/** With a dot, and no address by numbers: nobody is asked about anything else. */
export function isDomainName(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9.-]+\.[0-9-]*[a-z][a-z0-9-]*$/.test(name);
}

/** Worked out anew only when what it is made of has changed. */
function once<Source, Result>(source: () => Source, make: (source: Source) => Result): () => Result {
  let last: { source: Source; result: Result } | undefined;
  return () => {
    const now = source();
    if (last === undefined || last.source !== now) last = { source: now, result: make(now) };
    return last.result;
  };
}
