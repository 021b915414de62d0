import { Command } from 'commander';

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
  /** Zip of another plugin. */
  beside: string | undefined;
  installed: boolean;
  /** Parts of the proof, parted by commas; undefined for all. */
  only: string | undefined;
  keep: boolean;
  /** Changes of goods that the part `parity` makes. */
  changes: number;
  /** Folder of other plugins, to buy beside each of them; undefined for the proof of the connector itself. */
  zoo: string | undefined;
}

interface Given extends Omit<ProofOptions, 'service'> {
  service?: string;
  email?: string;
  servicePassword?: string;
}

/** Reads the arguments. Prints help or what is wrong, and ends the process then. */
export function proofOptions(args: string[]): ProofOptions {
  const program = new Command('npm run prove:woocommerce --')
    .description(
      `Proves the connector on a real WooCommerce site, from the zip to the tracked order, in a browser. Only for a site that may be
tried on: goods, coupons and orders are created in it, and removed again.`,
    )
    .requiredOption('--site <url>', 'address of the site')
    .requiredOption('--admin <user>', 'administrator of the site')
    .requiredOption('--password <password>', 'password of the administrator')
    .option(
      '--service <url>',
      'service that the site reaches; without it one is started, for a site on this machine',
    )
    .option('--email <e-mail>', 'account of that service')
    .option('--service-password <password>', 'password of that account')
    .option('--ca <file>', 'certificate of the site, where no authority has signed it')
    .option(
      '--title <text>',
      "head of the site's column in docs/proof/woocommerce.md; without it nothing is written",
    )
    .option('--pictures', 'take the pictures of docs/merchants-woocommerce.md', false)
    .option(
      '--only <parts>',
      'parts after pairing, for example fulfillment,storm; with --zoo, plugins, pairs or dozens',
    )
    .option('--beside <zip>', 'a plugin that tracks carts: those of agents must not count in it')
    .option('--installed', 'the plugin is there already: it is neither installed nor deleted', false)
    .option(
      '--zoo <folder>',
      'buy beside each plugin of this folder (zips, or folders by their slug) instead, and write docs/proof/woocommerce-plugins.md',
    )
    .option('--changes <number>', 'random changes of goods that the part parity makes', Number, 200)
    .option('--keep', 'leave what was created, and the plugin, in the site', false)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse(args, { from: 'user' });
  const { service: url, email, servicePassword: password, ...others } = program.opts<Given>();
  if (url !== undefined && (email === undefined || password === undefined))
    program.error('--service needs --email and --service-password of an account there.');
  const service =
    url === undefined ? undefined : { url: withoutSlash(url), email: email ?? '', password: password ?? '' };
  return { ...others, site: withoutSlash(others.site), service };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
