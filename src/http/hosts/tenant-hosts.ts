import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createMemberError } from '../../commerce/errors.ts';
import { isThisMachine } from '../../commerce/network/local-hosts.ts';
import { isSlug } from '../../commerce/store/store.ts';

interface TenantHostSources {
  /** `HOST_DOMAIN`, such as `stores.example.com`; undefined without tenant hosts. */
  domain: string | undefined;
  /** Public URL of the service, whose host is never a tenant host. */
  baseUrl: () => string;
  /** Slug of the store that owns a custom domain; undefined for an unknown domain. */
  slugOfDomain(name: string): Promise<string | undefined>;
}

type Addressed = Pick<IncomingMessage, 'headers' | 'url'>;

export type TenantHostDirectory = ReturnType<typeof createTenantHostDirectory>;

export interface OwnOrigin {
  scheme: 'http' | 'https';
  /** Host, with the port where it is not the scheme's own. */
  authority: string;
}

/** Path on the service of what is at and below a path of a store's host; all other paths are the service's. */
const TO_SERVICE_PATH = {
  '/.well-known/ucp': (slug: string) => `/ucp/${slug}/.well-known/ucp`,
  '/.well-known/ai-catalog.json': (slug: string) => `/mcp/${slug}/ai-catalog.json`,
  '/llms.txt': (slug: string) => `/mcp/${slug}/llms.txt`,
  '/ucp': (slug: string) => `/ucp/${slug}`,
  '/mcp': (slug: string) => `/mcp/${slug}`,
  '/buy': (slug: string) => `/ucp/${slug}/buy`,
  '/feeds': (slug: string) => `/feeds/${slug}`,
};

type StoreHostPath = keyof typeof TO_SERVICE_PATH;

export const STORE_HOST_PATHS = Object.keys(TO_SERVICE_PATH);

const STORE_PATH = new RegExp(`^(?:${STORE_HOST_PATHS.join('|').replaceAll('.', '\\.')})(?=$|[/?])`);

function findStorePath(url: string): StoreHostPath | undefined {
  return STORE_PATH.exec(url)?.[0] as StoreHostPath | undefined;
}

/** Rewrites URLs without a redirect, because agent platforms look at the root of a host. */
export function createTenantHostDirectory({ domain, baseUrl, slugOfDomain }: TenantHostSources) {
  const learned = new WeakMap<object, { slug: string } | { error: Error }>();
  const readService = () => readBase(baseUrl());

  function getForeignName({ headers, url = '/' }: Addressed): string | undefined {
    if (findStorePath(url) === undefined) return undefined;
    const name = toHostname(headers.host);
    const isOurs = name === readService().name || (domain !== undefined && `.${name}`.endsWith(`.${domain}`));
    return !isOurs && isDomainName(name) ? name : undefined;
  }

  return {
    /** Looks the custom domain up and calls back; synchronously for any other host. */
    learn(request: Addressed, then: () => void): void {
      const name = getForeignName(request);
      if (name === undefined) then();
      else
        void slugOfDomain(name)
          .then(
            (slug) => slug !== undefined && learned.set(request, { slug }),
            (error: Error) => learned.set(request, { error }),
          )
          .then(then);
    },

    /** Failure of the lookup in `learn`. */
    getLookupError(request: object): Error | undefined {
      const lookup = learned.get(request);
      return lookup && 'error' in lookup ? lookup.error : undefined;
    },

    rewriteUrl(request: Addressed): string {
      const { headers, url = '/' } = request;
      const path = findStorePath(url);
      if (path === undefined || toHostname(headers.host) === readService().name) return url;
      const lookup = learned.get(request);
      const slug = lookup && 'slug' in lookup ? lookup.slug : readSlugBelow(domain, headers.host);
      return slug === undefined ? url : TO_SERVICE_PATH[path](slug) + url.slice(path.length);
    },

    /** Origin that a request must be signed for. A proxy may replace Host; X-Forwarded-Host is ignored. */
    getOrigin({ headers }: Pick<Addressed, 'headers'>, isRewritten: boolean): OwnOrigin {
      const { scheme, name: own, authority, port } = readService();
      const name = toHostname(headers.host);
      const isAlias = isRewritten || (isThisMachine(own) && isThisMachine(name));
      return { scheme, authority: isAlias ? name + port : authority };
    },
  };
}

function readBase(baseUrl: string) {
  const { protocol, hostname: name, host: authority, port } = new URL(baseUrl);
  const scheme = protocol === 'https:' ? ('https' as const) : ('http' as const);
  return { scheme, name, authority, port: port === '' ? '' : `:${port}` };
}

function readSlugBelow(domain: string | undefined, host: string | undefined): string | undefined {
  const name = toHostname(host);
  if (domain === undefined || !name.endsWith(`.${domain}`)) return undefined;
  const slug = name.slice(0, -domain.length - 1);
  return isSlug(slug) ? slug : undefined;
}

/** Lower case, without port and final dot. */
export function toHostname(host = ''): string {
  return host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
}

const MAX_NAME_LENGTH = 253;

/** True for a DNS name with a dot, the only kind that is looked up. */
export function isDomainName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && /^[a-z0-9.-]+\.[0-9-]*[a-z][a-z0-9-]*$/.test(name);
}

/** True for a connected store's verified custom domain, read from the database each time. */
export type IsServed = (name: string) => Promise<boolean>;

/** Answers a proxy's on-demand TLS check (Caddy's `on_demand_tls`): 200 for a verified custom domain, 404 for any other name. */
export function addTlsAsk(server: FastifyInstance, isServed: IsServed): void {
  server.get<{ Querystring: Record<string, unknown> }>('/tls/ask', async ({ query }, reply) => {
    const { domain } = query;
    if (typeof domain !== 'string' || domain === '')
      throw createMemberError('domain', 'is required: /tls/ask?domain=agents.shop.example');
    const name = domain.toLowerCase().replace(/\.$/, '');
    const served = name.length <= MAX_NAME_LENGTH && (await isServed(name));
    const body = { domain: name.slice(0, MAX_NAME_LENGTH), served };
    reply.code(served ? 200 : 404).header('cache-control', 'no-store');
    return reply.send(body);
  });
}
