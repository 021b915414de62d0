import { organizationForStore } from '../merchant/organizations/members.ts';
import { COMMAND_LINE } from '../merchant/visit.ts';
import type { Service } from '../service.ts';
import type { Config } from '../settings/config.ts';
import type { JsonOption } from './declare.ts';
import { UsageError } from './errors.ts';
import { onNewService } from './on-service.ts';
import { readSecrets } from './secret-input.ts';
import { paint, say } from './terminal.ts';
import { accountOf } from './users.ts';

/** Options of `connect shopify` and `connect woocommerce`. */
export interface ConnectOptions extends JsonOption {
  secrets?: string;
  slug?: string;
  owner?: string;
  domain?: string;
  storefrontToken?: string;
  storefrontPrivateToken?: string;
  adminToken?: string;
  appSecret?: string;
  clientId?: string;
  clientSecret?: string;
  url?: string;
  key?: string;
  secret?: string;
}

type SecretName = Exclude<keyof ConnectOptions, 'secrets' | 'json'>;

/** Secrets of each platform: name in a file and as an option, and member of the credentials. */
const SECRETS: Record<Platform, readonly (readonly [string, SecretName, string])[]> = {
  shopify: [
    ['storefront-token', 'storefrontToken', 'storefrontPublicToken'],
    ['storefront-private-token', 'storefrontPrivateToken', 'storefrontPrivateToken'],
    ['admin-token', 'adminToken', 'adminToken'],
    ['app-secret', 'appSecret', 'appSecret'],
    ['client-id', 'clientId', 'clientId'],
    ['client-secret', 'clientSecret', 'clientSecret'],
  ],
  woocommerce: [
    ['key', 'key', 'consumerKey'],
    ['secret', 'secret', 'consumerSecret'],
  ],
};

type Platform = 'shopify' | 'woocommerce';

export async function connect(config: Config, platform: Platform, options: ConnectOptions): Promise<void> {
  const credentials = await credentialsOf(platform, options);
  const slug = options.slug === undefined ? {} : { slug: options.slug };
  const store = await onNewService(config, async (service) => {
    const owner = await organizationOf(service, options.owner);
    return service.connectStore({ platform, credentials, ...slug, ...owner, actor: COMMAND_LINE });
  });
  const { name, currency } = store.description;
  if (options.json) return say(JSON.stringify({ slug: store.slug, platform, name, currency }, null, 2));
  say(
    `${paint('green', '✓')} ${name} (${platform}, ${currency}) is connected as ${paint('bold', store.slug)}.`,
  );
  say(`  Its manifest is at /api/ucp/${store.slug} of the running service.`);
}

/** `owner`: e-mail address of an account; without one the store is of no organization. */
async function organizationOf(
  service: Service,
  owner: string | undefined,
): Promise<{ organizationId?: string }> {
  if (owner === undefined) return {};
  const account = await accountOf(service, owner);
  return { organizationId: await organizationForStore(service.context, account, undefined) };
}

/** Secrets given as options have precedence over those of the file. */
async function credentialsOf(platform: Platform, options: ConnectOptions): Promise<Record<string, string>> {
  const wanted = SECRETS[platform];
  const names = wanted.map(([name]) => name);
  const read = options.secrets === undefined ? new Map() : await readSecrets(options.secrets, names);
  const secrets = wanted.flatMap(([name, option, member]): [string, string][] => {
    const value = options[option] ?? read.get(name);
    return value === undefined ? [] : [[member, value]];
  });
  if (platform === 'woocommerce' && secrets.length < wanted.length) {
    throw new UsageError('Give the key and the secret, in a file with --secrets or with --key and --secret.');
  }
  const address = platform === 'shopify' ? { domain: options.domain ?? '' } : { url: options.url ?? '' };
  return { ...Object.fromEntries(secrets), ...address };
}
