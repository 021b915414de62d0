import { isIP } from 'node:net';
import { z } from 'zod';
import type { CatalogLimits } from './storage/repositories/catalog-sizes.ts';

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((text) => ['on', 'true', '1'].includes(text));

const proxyList = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().toLowerCase()))
  .refine((entries) => entries.every(isProxyEntry), {
    error: 'must be a number of proxies, or their addresses and networks: 10.0.0.0/8,2001:db8::1',
  });

function isProxyEntry(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  const maxBits = family === 4 ? 32 : 128;
  return more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
}

const serverList = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine((servers) => servers.every(isNameServer), {
    error: 'must be addresses of name servers with commas between: 192.0.2.1,192.0.2.2:5353,[2001:db8::1]:53',
  });

function isNameServer(server: string): boolean {
  if (isIP(server) !== 0) return true;
  const [, ipv6 = '', ipv4 = '', port = '53'] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(server) ?? [];
  return (isIP(ipv6) === 6 || isIP(ipv4) === 4) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Every setting, documented here once; this file is the only reader of the environment. */
const settings = z.object({
  /** `production` asks for a SECRET_KEY and turns the simulated shops off. */
  NODE_ENV: z.string().default('development'),
  /** Port that the service listens on; 0 takes any free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  HOST: z.string().default('127.0.0.1'),
  /** Public URL, when it differs from HOST and PORT. Links are built from it. */
  BASE_URL: z.url().optional(),
  /**
   * Each store answers on `{slug}.HOST_DOMAIN` too, where agent platforms look for its profile: `/.well-known/ucp`, `/ucp`,
   * `/ucp/mcp` and `/buy`. Needs a wildcard in DNS and in the proxy's certificate.
   */
  HOST_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, {
      error: 'must be a domain without scheme and port: stores.example.com',
    })
    .optional(),
  /**
   * Name servers for every name (shops, agent platforms, custom domains), after the hosts file: `192.0.2.1,192.0.2.2:5353`.
   * Defaults to the system's.
   */
  DNS_SERVERS: serverList.default([]),
  /** `sqlite:<file>`, `sqlite::memory:`, or `postgres://…`. */
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:|postgres(ql)?:\/\/)/)
    .default('sqlite:./data/ucp-host.db'),
  /** Encrypts credentials and cart secrets at rest. Generated and stored next to the database when not set. */
  SECRET_KEY: z.string().min(16).optional(),
  /** Opens what was encrypted before SECRET_KEY was changed, until `rotate-key` has been run. */
  SECRET_KEY_PREVIOUS: z.string().min(16).optional(),
  /**
   * `open`: everyone may create an account. `first`: only the first account, which gets the stores without an owner. `closed`:
   * accounts are created by `users add` only. Defaults to `first` in production, else `open`.
   */
  SIGN_UP: z.enum(['open', 'first', 'closed']).optional(),
  /** The simulated shops and their two demo stores. On unless NODE_ENV=production. */
  SANDBOX: onOff.optional(),
  /** Currency of the simulated shops, including one without decimals (JPY) and one with three (KWD). */
  SANDBOX_CURRENCY: z.enum(['USD', 'EUR', 'JPY', 'KWD']).default('USD'),
  /** Allows shops on loopback and in private networks. On unless NODE_ENV=production. */
  ALLOW_PRIVATE_ADDRESSES: onOff.optional(),
  /**
   * JSON file of agent platforms that the operator trusts, beside the built-in ones:
   * `{"platforms": [{"name": "…", "profile": "https://…" or "host": "…", "document": {…}}], "only": true}`. A platform with a
   * `document` is never fetched; with `only`, official UCP refuses all other platforms.
   */
  UCP_AGENT_PLATFORMS: z.string().optional(),
  /** Timeout of one call to a store platform. */
  PLATFORM_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /**
   * Bounds of the catalog copy of one store, in products and megabytes. Products beyond them are found only while the shop
   * answers.
   */
  CATALOG_MAX_PRODUCTS: z.coerce.number().int().min(1).max(10_000_000).default(100_000),
  CATALOG_MAX_MB: z.coerce.number().int().min(1).max(1_000_000).default(512),
  /** Days after which ended carts, and ended checkout sessions without an order, are deleted. 0 keeps them forever. */
  RETENTION_DAYS: z.coerce.number().int().min(0).max(36_500).default(90),
  /** Days that the request log keeps calls of agents, at most 100,000 per store. 0 keeps none. */
  REQUEST_LOG_DAYS: z.coerce.number().int().min(0).max(3_650).default(14),
  /**
   * Number of proxies in front that add to X-Forwarded-For (`on` is one), or their addresses and networks with commas
   * between: `10.0.0.0/8,2001:db8::1`, `loopback`, `linklocal`, `uniquelocal`. The client's address is the one that the
   * outermost proxy saw; addresses that the client itself sent are ignored.
   */
  TRUST_PROXY: z
    .union([onOff.transform(Number), z.coerce.number().int().min(0).max(10), proxyList])
    .default(0),
  /**
   * Quotas of agents per minute (commerce/rate-limits.ts): `on`, `off`, or a factor for the default quotas. Behind a proxy,
   * set TRUST_PROXY: otherwise all agents share one address.
   */
  RATE_LIMIT: z.union([onOff.transform(Number), z.coerce.number().min(0).max(1_000_000)]).default(1),
  /** Serves `/metrics` in Prometheus format. */
  METRICS: onOff.default(true),
  /** Required as `Authorization: Bearer …` for `/metrics`, which is public when not set. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Address of an OpenTelemetry collector (HTTP), without `/v1/traces`. Tracing is off when not set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Additional headers for the collector: `name=value,name=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Service name in traces. */
  OTEL_SERVICE_NAME: z.string().default('ucp-host'),
  /**
   * Seconds for which a stopping process still accepts requests while `/readyz` already answers 503, so that load balancers
   * notice. 0 without a load balancer.
   */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  /** JSON lines. `info` writes one for each request and each background job. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape);

export interface Config {
  production: boolean;
  port: number;
  host: string;
  baseUrl: string | undefined;
  hostDomain: string | undefined;
  /** Empty for the system's. */
  dnsServers: string[];
  databaseUrl: string;
  secretKey: string | undefined;
  previousSecretKey: string | undefined;
  signUp: 'open' | 'first' | 'closed';
  sandbox: boolean;
  sandboxCurrency: string;
  allowPrivateAddresses: boolean;
  agentPlatformsFile: string | undefined;
  platformTimeoutMs: number;
  catalogLimits: CatalogLimits;
  retentionDays: number;
  requestLogDays: number;
  /** Number of trusted proxies, or their networks. */
  trustProxy: number | string[];
  /** Factor of the default quotas; 0 for no limits. */
  rateLimit: number;
  drainMs: number;
  metrics: boolean;
  metricsToken: string | undefined;
  /** Undefined without tracing. */
  collector: { endpoint: string; headers: string | undefined; serviceName: string } | undefined;
  logLevel: z.infer<typeof settings>['LOG_LEVEL'];
  /** Logged once when the service starts. */
  warnings: readonly string[];
}

function collectorOf(values: z.infer<typeof settings>): Config['collector'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = values;
  return endpoint === undefined ? undefined : { endpoint, headers, serviceName: values.OTEL_SERVICE_NAME };
}

/** Invalid setting; the message names it. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const { given, warnings } = withCurrentNames(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new ConfigError(`Setting ${z.prettifyError(parsed.error)}`);
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  if (production && values.SECRET_KEY === undefined) {
    throw new ConfigError(
      'SECRET_KEY is required in production: at least 16 characters, kept as long as the database.',
    );
  }
  const sandbox = values.SANDBOX ?? !production;
  const allowPrivateAddresses = values.ALLOW_PRIVATE_ADDRESSES ?? !production;
  if (sandbox && !allowPrivateAddresses) {
    throw new ConfigError(
      'The simulated shops are on this machine: SANDBOX=on needs ALLOW_PRIVATE_ADDRESSES=on, or turn the sandbox off.',
    );
  }
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL?.replace(/(?<!\/)\/+$/, ''),
    hostDomain: values.HOST_DOMAIN,
    dnsServers: values.DNS_SERVERS,
    databaseUrl: values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    signUp: values.SIGN_UP ?? (production ? 'first' : 'open'),
    sandbox,
    sandboxCurrency: values.SANDBOX_CURRENCY,
    allowPrivateAddresses,
    agentPlatformsFile: values.UCP_AGENT_PLATFORMS,
    platformTimeoutMs: values.PLATFORM_TIMEOUT_MS,
    catalogLimits: {
      maxProducts: values.CATALOG_MAX_PRODUCTS,
      maxBytes: values.CATALOG_MAX_MB * 1024 * 1024,
    },
    retentionDays: values.RETENTION_DAYS,
    requestLogDays: values.REQUEST_LOG_DAYS,
    trustProxy: values.TRUST_PROXY,
    rateLimit: values.RATE_LIMIT,
    drainMs: values.DRAIN_SECONDS * 1_000,
    metrics: values.METRICS,
    metricsToken: values.METRICS_TOKEN,
    collector: collectorOf(values),
    logLevel: values.LOG_LEVEL,
    warnings,
  };
}

/** Former names of settings, read where the current name is not set. */
const RENAMED_SETTINGS = { UCP_PLATFORMS: 'UCP_AGENT_PLATFORMS' };

function withCurrentNames(given: Record<string, string | undefined>) {
  const renamed = Object.entries(RENAMED_SETTINGS).filter(([former]) => given[former] !== undefined);
  return {
    given: { ...Object.fromEntries(renamed.map(([former, name]) => [name, given[former]])), ...given },
    warnings: renamed.map(([former, name]) => `${former} is now called ${name}: rename it in your settings.`),
  };
}
