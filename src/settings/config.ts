import { ConfigError } from '../commerce/errors.ts';
import { DEFAULT_LIMITS, type OrganizationLimits } from '../commerce/merchant/organization-limits.ts';
import { DEFAULT_CATALOG_LIMITS } from '../commerce/product/catalog-limits.ts';
import { describeMisspeltSettings, describeMistakes, describeRemovedSettings } from './mistakes.ts';
import { type Settings, settings } from './schema.ts';

export type Config = ReturnType<typeof readConfig>;

function readCollector(values: Settings) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = values;
  return endpoint === undefined ? undefined : { endpoint, headers, serviceName: values.OTEL_SERVICE_NAME };
}

function readSingleSignOn(values: Settings) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigError('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required with OIDC_ISSUER.');
  return { issuer, clientId, clientSecret, label: values.OIDC_LABEL, signsUp: values.OIDC_SIGN_UP };
}

function readEmbeddings(values: Settings) {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = values;
  if (url === undefined) return undefined;
  if (model === undefined)
    throw new ConfigError('EMBEDDINGS_MODEL is required with EMBEDDINGS_URL: the name of the model.');
  return { url, model, apiKey };
}

function readMail({ SMTP_URL: url, MAIL_FROM: from }: Settings) {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new ConfigError('MAIL_FROM is required with SMTP_URL: the sender of the mails, ucp@example.com.');
  return { url, from };
}

function readOrganizationLimits(values: Settings, signUp: Settings['SIGN_UP']): OrganizationLimits | null {
  const { ORGANIZATION_LIMITS: limits = signUp === 'closed' ? 'off' : 'on' } = values;
  if (limits === 'off') return null;
  const own = typeof limits === 'object' ? limits : {};
  return { ...DEFAULT_LIMITS, catalog_mb: 4 * values.CATALOG_MAX_MB, ...own };
}

export type Environment = Record<string, string | undefined>;

/** Used as given: existing databases have such names, and are encrypted under such keys. */
const UNTRIMMED = ['DATABASE_URL', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS'];

/** Returns variables that are not empty, without the spaces and line ends that files of secrets leave around a value. */
export function readGivenValues(environment: Environment): Record<string, string> {
  const values = Object.entries(environment).flatMap(([name, value = '']): [string, string][] => {
    const text = UNTRIMMED.includes(name) ? value : value.trim();
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(values);
}

/** Reads the settings; an empty one counts as not set. Throws ConfigError, which also names misspelt settings. */
export function readConfig(environment: Environment) {
  const settingValues = readGivenSettings(environment);
  try {
    return toConfig(settingValues);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([error.message, ...settingValues.warnings].join('\n'));
  }
}

function toConfig({ values: environmentValues, warnings }: ReturnType<typeof readGivenSettings>) {
  const { data: values, error } = settings.safeParse(environmentValues);
  if (error) throw new ConfigError(describeMistakes(error, environmentValues));
  const uses = readUses(values);
  return {
    ...uses,
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL?.replace(/(?<!\/)\/+$/, ''),
    hostDomain: values.HOST_DOMAIN,
    /** Empty for the system's. */
    dnsServers: values.DNS_SERVERS,
    databaseUrl: values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    /** Undefined without an identity provider. */
    singleSignOn: readSingleSignOn(values),
    /** Undefined without a mail server. */
    mail: readMail(values),
    sandboxCatalog: values.SANDBOX_CATALOG,
    agentPlatformsFile: values.UCP_AGENT_PLATFORMS,
    platformTimeoutMs: values.PLATFORM_TIMEOUT_MS,
    catalogLimits: {
      ...DEFAULT_CATALOG_LIMITS,
      maxProducts: values.CATALOG_MAX_PRODUCTS,
      maxBytes: values.CATALOG_MAX_MB * 1024 * 1024,
    },
    /** Null: no limits. */
    organizationLimits: readOrganizationLimits(values, uses.signUp),
    /** Undefined without a model of embeddings. */
    embeddings: readEmbeddings(values),
    searchMemoryBytes: values.SEARCH_MEMORY_MB * 1024 * 1024,
    retentionDays: values.RETENTION_DAYS,
    requestLogDays: values.REQUEST_LOG_DAYS,
    /** Number of trusted proxies, or their networks. */
    trustProxy: values.TRUST_PROXY,
    /** Factor of the default quotas; 0 for none. */
    rateLimit: values.RATE_LIMIT,
    drainMs: values.DRAIN_SECONDS * 1_000,
    metricsToken: values.METRICS_TOKEN,
    /** Undefined without tracing. */
    collector: readCollector(values),
    logLevel: values.LOG_LEVEL,
    /** Logged once when the service starts. */
    warnings,
  };
}

/** Defaults that depend on where the service runs. Throws ConfigError for settings that contradict each other. */
function readUses(values: Settings) {
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
  const signUp = values.SIGN_UP ?? (production ? 'first' : 'open');
  return { production, sandbox, allowPrivateAddresses, signUp };
}

/** Former names of settings, read where the current name is not set. */
export const RENAMED_SETTINGS: Readonly<Record<string, string>> = { UCP_PLATFORMS: 'UCP_AGENT_PLATFORMS' };

/** Returns variables that are not empty, under their current names, and warnings about the names. */
function readGivenSettings(environment: Environment): { values: Environment; warnings: string[] } {
  const values: Environment = readGivenValues(environment);
  const renamed = Object.entries(RENAMED_SETTINGS).filter(([former]) => values[former] !== undefined);
  const warnings = renamed.map(
    ([former, name]) => `${former} is now called ${name}: rename it in your settings.`,
  );
  return {
    values: { ...Object.fromEntries(renamed.map(([former, name]) => [name, values[former]])), ...values },
    warnings: [...warnings, ...describeRemovedSettings(values), ...describeMisspeltSettings(values)],
  };
}
