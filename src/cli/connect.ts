import colors from 'picocolors';
import { COMMAND_LINE } from '../merchants/at-store.ts';
import { onService } from './on-service.ts';
import { say } from './terminal.ts';
import { type Command, readOptions, UsageError } from './usage.ts';
import { accountOf } from './users.ts';

const USAGE = `Connects a store after testing these credentials against the shop.

  connect shopify --domain <shop>.myshopify.com [--storefront-private-token <token>] [--storefront-token <public token>]
                  [--admin-token <token>] [--app-secret <secret>] [--client-id <id>] [--client-secret <secret>]
                  [--slug <slug>] [--owner <e-mail>]
      Both Storefront tokens are in the shop's Headless sales channel; use the private one if you can.
      An Admin token with read_orders and write_orders verifies completed sessions against the shop's orders; the app's API
      secret key also verifies its webhooks. For a Dev Dashboard app, give its client id and secret instead of both.

  connect woocommerce --url https://shop.example.com --key ck_… --secret cs_… [--slug <slug>] [--owner <e-mail>]
      The ucp-host plugin must be active on the site; the key needs Read/Write permission.

Credentials are stored encrypted. Without --slug the slug is derived from the shop's domain. Without --owner
the store has no owner and only the command line can manage it: see users give.`;

const OPTIONS = {
  domain: { type: 'string' },
  'storefront-token': { type: 'string' },
  'storefront-private-token': { type: 'string' },
  'admin-token': { type: 'string' },
  'app-secret': { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  slug: { type: 'string' },
  owner: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = { [name in keyof typeof OPTIONS]?: string | boolean };

export const connect: Command = {
  summary: 'Connects a Shopify or WooCommerce store.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, OPTIONS, USAGE);
    const platform = positionals[0] ?? '';
    const credentials = credentialsOf(platform, values);
    const slug = values.slug === undefined ? {} : { slug: values.slug };
    const store = await onService(config(), async (service) => {
      const owner =
        values.owner === undefined ? {} : { ownerId: (await accountOf(service, values.owner)).id };
      return service.connectStore({ platform, credentials, ...slug, ...owner, actor: COMMAND_LINE });
    });
    const { name, currency } = store.description;
    if (values.json) return say(JSON.stringify({ slug: store.slug, platform, name, currency }, null, 2));
    say(
      `${colors.green('✓')} ${name} (${platform}, ${currency}) is connected as ${colors.bold(store.slug)}.`,
    );
    say(`  Its manifest is at /api/ucp/${store.slug} of the running service.`);
  },
};

function credentialsOf(platform: string, values: Values): Record<string, string | boolean> {
  if (platform === 'shopify') {
    return given({
      domain: required(values, 'domain'),
      storefrontPublicToken: values['storefront-token'],
      storefrontPrivateToken: values['storefront-private-token'],
      adminToken: values['admin-token'],
      appSecret: values['app-secret'],
      clientId: values['client-id'],
      clientSecret: values['client-secret'],
    });
  }
  if (platform === 'woocommerce') {
    return given({
      url: required(values, 'url'),
      consumerKey: required(values, 'key'),
      consumerSecret: required(values, 'secret'),
    });
  }
  throw new UsageError(`Name the platform: connect shopify … or connect woocommerce …\n\n${USAGE}`);
}

function required(values: Values, name: keyof Values): string | boolean {
  const value = values[name];
  if (value === undefined) throw new UsageError(`--${name} is required.\n\n${USAGE}`);
  return value;
}

function given(members: Record<string, string | boolean | undefined>): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
