import { isIP } from 'node:net';
import { z } from 'zod';
import { LIMIT_NAMES } from '../commerce/merchant/organization-limits.ts';
import { NETWORKS } from '../commerce/network/local-hosts.ts';
import { hasReadableCredentials } from '../commerce/text/url-credentials.ts';

/** Documentation of a setting: the source of `config`, of error messages and of the table in docs/operations.md. */
interface SettingDocs {
  /** One sentence in Markdown, without a line break. */
  means: string;
  /** Completes "must be …". */
  wants: string;
  /** Default in words, where it is no value of the schema. */
  unset?: string;
  isSecret?: boolean;
}

const settingDocs = z.registry<SettingDocs>();

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((text) => ['on', 'true', '1'].includes(text));
const ON_OFF = 'on or off';

const buildWhole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const describeWholeNumber = (min: number, max: number) =>
  `a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;

const splitList = (text: string) => text.split(',').map((each) => each.trim());

const proxyList = z
  .string()
  .toLowerCase()
  .transform(splitList)
  .refine((entries) => entries.every(isProxyEntry));

function isProxyEntry(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0) return Object.hasOwn(NETWORKS, entry);
  const maxBits = family === 4 ? 32 : 128;
  return more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
}

const serverList = z
  .string()
  .transform(splitList)
  .refine((servers) => servers.every(isNameServer));

function isNameServer(server: string): boolean {
  if (isIP(server) !== 0) return true;
  const [, ipv6 = '', ipv4 = '', port = '53'] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(server) ?? [];
  return (isIP(ipv6) === 6 || isIP(ipv4) === 4) && Number(port) >= 1 && Number(port) <= 65_535;
}

const limitList = z
  .string()
  .transform((text) => Object.fromEntries(splitList(text).map((each) => each.split('='))))
  .pipe(
    z.partialRecord(
      z.enum(LIMIT_NAMES),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ),
  );

const isMailServer = (text: string) =>
  hasReadableCredentials(text) &&
  URL.canParse(text) &&
  /^smtps?:$/.test(new URL(text).protocol) &&
  new URL(text).hostname !== '';
const SENDER = /^(?:[^<>"\r\n]{1,100}<([^<>\s]+)>|([^<>\s]+))$/;

function isSender(text: string): boolean {
  const [, address, bare] = SENDER.exec(text) ?? [];
  return z.email().safeParse(address ?? bare).success;
}

const DOMAIN = /^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const UNLESS_PRODUCTION = 'on unless NODE_ENV=production';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function withDocs<Schema extends z.ZodType>(schema: Schema, docs: SettingDocs): Schema {
  settingDocs.add(schema, docs);
  return schema;
}

function number([min, max]: [number, number], usual: number, { means }: Pick<SettingDocs, 'means'>) {
  return withDocs(buildWhole(min, max).default(usual), { means, wants: describeWholeNumber(min, max) });
}

function buildSecret(docs: Pick<SettingDocs, 'means' | 'unset'>) {
  const wants = 'at least 16 characters';
  return withDocs(z.string().min(16).optional(), { ...docs, wants, isSecret: true });
}

/** Every setting, documented here once. */
export const settings = z.object({
  NODE_ENV: withDocs(z.string().default('development'), {
    means: '`production` requires a `SECRET_KEY` and turns the simulated shops off',
    wants: 'production or development',
  }),
  PORT: withDocs(buildWhole(0, 65_535).default(8787), {
    means: 'port that the service listens on; 0 takes any free one',
    wants: describeWholeNumber(0, 65_535).replace(',', ''),
  }),
  HOST: withDocs(z.string().default('127.0.0.1'), {
    means: 'address that the service listens on; `0.0.0.0` for all',
    wants: 'an address of this machine',
  }),
  BASE_URL: withDocs(
    z
      .url({ protocol: /^https?$/ })
      .regex(/^[^?#@]*$/)
      .optional(),
    {
      means:
        'public URL, when it differs from `HOST` and `PORT`; links are built from it, and shops send their events there',
      wants: 'a URL without user and query: https://ucp.example.com',
      unset: 'from HOST and PORT',
    },
  ),
  HOST_DOMAIN: withDocs(z.string().toLowerCase().regex(DOMAIN).optional(), {
    means:
      'each store answers official UCP on `{slug}.HOST_DOMAIN` too; needs a wildcard in DNS and in the certificate of the proxy',
    wants: 'a domain without scheme and port: stores.example.com',
  }),
  DNS_SERVERS: withDocs(serverList.default([]), {
    means: 'name servers for every name (shops, agent platforms, custom domains), after the hosts file',
    wants: 'addresses of name servers, separated by commas: 192.0.2.1,192.0.2.2:5353,[2001:db8::1]:53',
    unset: "the system's",
  }),
  DATABASE_URL: withDocs(
    z
      .string()
      .regex(/^(sqlite:.|postgres(ql)?:\/\/)/)
      .default('sqlite:./data/ucp-host.db'),
    {
      means: '`sqlite:<file>`, `sqlite::memory:` or `postgres://…`',
      wants: 'sqlite:<file>, sqlite::memory: or postgres://<user>:<password>@<host>/<database>',
    },
  ),
  SECRET_KEY: buildSecret({
    means: 'encrypts credentials and cart secrets at rest; required in production',
    unset: 'generated beside the database',
  }),
  SECRET_KEY_PREVIOUS: buildSecret({
    means: 'decrypts data that was encrypted under the previous `SECRET_KEY`, until `rotate-key` has run',
  }),
  SIGN_UP: withDocs(z.enum(['open', 'first', 'closed']).optional(), {
    means:
      'who may create an account in the console: everyone (`open`), only the first person (`first`, who gets the stores without an owner), or nobody (`closed`: `users add` creates them)',
    wants: 'open, first or closed',
    unset: 'first if NODE_ENV=production, else open',
  }),
  SMTP_URL: withDocs(z.string().refine(isMailServer).optional(), {
    means:
      'mail server that sends password resets, invitations and alerts: `smtp://user:password@host:587` (STARTTLS, which a password requires unless the server is in a private network) or `smtps://…:465`; its name is looked up by the system; no mail is sent when not set',
    wants:
      'a URL: smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com:465, with @ / ? # % of the password as %40 %2F %3F %23 %25',
  }),
  MAIL_FROM: withDocs(z.string().refine(isSender).optional(), {
    means: 'sender of the mails; required with `SMTP_URL`',
    wants: 'an address, with or without a name: Shops <ucp@example.com>',
  }),
  OIDC_ISSUER: withDocs(z.url({ protocol: /^https?$/ }).optional(), {
    means:
      'OpenID Connect provider at which merchants can sign in, exactly as it calls itself; register `BASE_URL/console/sign-in/provider` there as the redirect address',
    wants: 'a URL: https://login.example.com/realms/shops',
  }),
  OIDC_CLIENT_ID: withDocs(z.string().optional(), {
    means: 'id of this service at the provider; required with `OIDC_ISSUER`',
    wants: 'the id of a client',
  }),
  OIDC_CLIENT_SECRET: withDocs(z.string().optional(), {
    means: 'secret of this service at the provider; required with `OIDC_ISSUER`',
    wants: 'the secret of a client',
    isSecret: true,
  }),
  OIDC_LABEL: withDocs(z.string().max(60).default('single sign-on'), {
    means: 'name of the provider on the sign-in button: "Sign in with …"',
    wants: 'at most 60 characters',
  }),
  OIDC_SIGN_UP: withDocs(onOff.default(false), {
    means:
      'everyone whom the provider signs in with a verified e-mail address gets an account, whatever `SIGN_UP` says',
    wants: ON_OFF,
  }),
  SANDBOX: withDocs(onOff.optional(), {
    means: 'the simulated shops and their two demo stores',
    unset: UNLESS_PRODUCTION,
    wants: ON_OFF,
  }),
  SANDBOX_CATALOG: withDocs(z.string().optional(), {
    means: 'file of products that the simulated shops sell in place of the demo goods (docs/sandbox.md)',
    wants: 'the path of a file with one JSON object a line',
  }),
  ALLOW_PRIVATE_ADDRESSES: withDocs(onOff.optional(), {
    means: 'allows shops on loopback and in private networks',
    unset: UNLESS_PRODUCTION,
    wants: ON_OFF,
  }),
  UCP_AGENT_PLATFORMS: withDocs(z.string().optional(), {
    means:
      'JSON file of agent platforms that you vouch for, beside the built-in ones: where a signature proves who they are, they have [quotas of their own](limits.md#rate-limits-for-agents); with `"only": true` all others are refused; formerly `UCP_PLATFORMS`',
    wants: 'the path of a file',
  }),
  PLATFORM_TIMEOUT_MS: number([100, 60_000], 10_000, {
    means: 'timeout of one call to a store platform, in milliseconds',
  }),
  CATALOG_MAX_PRODUCTS: number([1, 10_000_000], 100_000, {
    means: 'products of one store that are copied; others are found only while the shop answers',
  }),
  CATALOG_MAX_MB: number([1, 1_000_000], 512, {
    means: 'megabytes of products of one store that are copied',
  }),
  ORGANIZATION_LIMITS: withDocs(z.union([z.enum(['on', 'off']), limitList]).optional(), {
    means:
      'what one organization may have: `on`, `off`, or numbers in place of the defaults; for one organization: `organizations limit`',
    wants: `on, off, or limits separated by commas: stores=200,catalog_mb=8000 (${LIMIT_NAMES.join(', ')})`,
    unset: 'on unless SIGN_UP=closed',
  }),
  SEARCH_MEMORY_MB: number([1, 1_000_000], 256, {
    means:
      'megabytes of the search indexes of each process, twice that while one is built; a store whose index does not fit is searched by its shop',
  }),
  EMBEDDINGS_URL: withDocs(z.url({ protocol: /^https?$/ }).optional(), {
    means:
      'address of an embeddings API as OpenAI’s, without `/embeddings`, to which texts of products and searches are sent: searches then find what means the same in other words',
    wants: 'a URL: http://localhost:11434/v1',
  }),
  EMBEDDINGS_MODEL: withDocs(z.string().optional(), {
    means: 'model of the embeddings; another one makes all vectors anew',
    wants: 'the name of a model: nomic-embed-text',
  }),
  EMBEDDINGS_API_KEY: withDocs(z.string().optional(), {
    means: 'sent to the embeddings API as `Authorization: Bearer …`',
    wants: 'a key',
    isSecret: true,
  }),
  RETENTION_DAYS: number([0, 36_500], 90, {
    means:
      'days after which ended carts, and ended checkout sessions without an order, are deleted; 0 keeps them forever. Orders are kept, those of carts too',
  }),
  REQUEST_LOG_DAYS: number([0, 3_650], 14, {
    means: 'days that the request log keeps calls of agents, at most 100,000 per store; 0 keeps none',
  }),
  TRUST_PROXY: withDocs(z.union([onOff.transform(Number), buildWhole(0, 10), proxyList]).default(0), {
    means:
      "proxies in front that add to X-Forwarded-For: how many (`on` is one), or their addresses and networks; the client's address is the one that the outermost proxy saw",
    wants:
      'a number of proxies up to 10, or addresses and networks, separated by commas: 10.0.0.0/8,2001:db8::1,loopback,linklocal,uniquelocal',
  }),
  RATE_LIMIT: withDocs(
    z.union([onOff.transform(Number), z.coerce.number().min(0).max(1_000_000)]).default(1),
    {
      means:
        'quotas of agents, merchants and requests without a session, per minute: `on`, `off`, or a factor for the default quotas; behind a proxy, set `TRUST_PROXY`, or all agents share one address',
      wants: 'on, off, or a factor from 0 to 1,000,000: 2.5',
      unset: 'on',
    },
  ),
  METRICS_TOKEN: buildSecret({
    means: 'required as `Authorization: Bearer …` for `/metrics`, which is public when not set',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: withDocs(z.url({ protocol: /^https?$/ }).optional(), {
    means:
      'address of an OpenTelemetry collector (HTTP), without `/v1/traces`; nothing is traced when not set',
    wants: 'a URL: http://collector.example:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: withDocs(z.string().optional(), {
    means: 'additional headers for the collector: `name=value,name=value`',
    wants: 'headers, separated by commas: name=value,name=value',
    isSecret: true,
  }),
  OTEL_SERVICE_NAME: withDocs(z.string().default('ucp-host'), {
    means: 'service name in traces',
    wants: 'a name',
  }),
  DRAIN_SECONDS: number([0, 300], 0, {
    means:
      'seconds for which a stopping process still accepts requests while `/readyz` already answers 503; 0 without a load balancer',
  }),
  LOG_LEVEL: withDocs(z.enum(LOG_LEVELS).default('warn'), {
    means: 'JSON lines; `info` writes one for each request and each background job',
    wants: `one of ${LOG_LEVELS.join(', ')}`,
  }),
});

export type Settings = z.infer<typeof settings>;
type SettingName = keyof Settings;

export const SETTINGS: readonly string[] = Object.keys(settings.shape);

export function getSettingDocs(name: string): SettingDocs {
  const schema = settings.shape[name as SettingName];
  return settingDocs.get(schema) ?? { means: '', wants: 'valid' };
}

/** Default value as it would be set, or the words for a default that depends on others; empty for none. */
export function describeDefault(name: string): string {
  const { unset } = getSettingDocs(name);
  if (unset !== undefined) return unset;
  const value: unknown = settings.shape[name as SettingName].parse(undefined);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value ?? '');
}

/** Value of a setting as it may be printed: secrets and passwords of URLs are masked. */
export function toShownValue(name: string, value: string): string {
  if (getSettingDocs(name).isSecret) return '••••••••';
  return value
    .replace(/^(\w+:\/\/[^:@/]*):(?!\d+\/).*@/s, '$1:••••@')
    .replace(/([?&]password=)[^&]*/i, '$1••••');
}
