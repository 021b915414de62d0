import { say } from '../../src/cli/terminal.ts';
import { readOptions, UsageError } from '../../src/cli/usage.ts';

const USAGE = `Proves the connector on a real WooCommerce site, from the zip to the tracked order, in a browser.
Only for a site that is there to be tried on: goods, coupons and orders are made in it, and removed again.

  npm run prove:woocommerce -- --site https://shop.example --admin <user> --password <password>

  --service    a service that the site reaches, such as https://ucp.example.com; without it one is started for the while,
               which only a site on this same machine can reach
  --email, --service-password
               an account of that service
  --ca         a file with the certificate of the site, where no authority has signed it (for the service that is started)
  --title      the head of the site's column in docs/woocommerce-proof.md; without it nothing is written there
  --pictures   makes the pictures of docs/merchants-woocommerce.md
  --installed  the plugin is there already, as on a site of a network: it is neither installed nor deleted
  --keep       leaves what was made, and the plugin, in the site`;

const OPTIONS = {
  site: { type: 'string' },
  admin: { type: 'string' },
  password: { type: 'string' },
  service: { type: 'string' },
  email: { type: 'string' },
  'service-password': { type: 'string' },
  ca: { type: 'string' },
  title: { type: 'string' },
  pictures: { type: 'boolean' },
  installed: { type: 'boolean' },
  keep: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export interface ProofOptions {
  /** Without a slash at its end. */
  site: string;
  admin: string;
  password: string;
  /** A running service, and an account there. */
  service: { url: string; email: string; password: string } | undefined;
  ca: string | undefined;
  title: string | undefined;
  pictures: boolean;
  installed: boolean;
  keep: boolean;
}

/** Returns undefined after printing help. Throws UsageError. */
export function proofOptions(args: string[]): ProofOptions | undefined {
  const { values } = readOptions(args, OPTIONS, USAGE);
  if (values.help) {
    say(USAGE);
    return undefined;
  }
  const { site, admin, password } = values;
  if (!site || !admin || !password) {
    throw new UsageError(`--site, --admin and --password are needed.\n\n${USAGE}`);
  }
  return {
    site: withoutSlash(site),
    admin,
    password,
    service: serviceOf(values),
    ca: values.ca,
    title: values.title,
    pictures: values.pictures ?? false,
    installed: values.installed ?? false,
    keep: values.keep ?? false,
  };
}

function serviceOf(values: { service?: string; email?: string; 'service-password'?: string }) {
  const { service: url, email, 'service-password': password } = values;
  if (!url) return undefined;
  if (!email || !password)
    throw new UsageError('--service needs --email and --service-password of an account there.');
  return { url: withoutSlash(url), email, password };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
