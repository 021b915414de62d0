import { type Command, Option } from 'commander';
import { SWITCHABLE } from '../../commerce/store/capabilities.ts';
import { PLATFORM_NAMES, presentations } from '../../store-platforms/presentations.ts';
import type { ConnectOptions } from '../connect.ts';
import { choiceArgument, declare, type ReadSettings, running } from '../declare.ts';
import { declareDomains } from './domains.ts';
import { declarePolicy } from './policy.ts';

export function declareStores(program: Command, settings: ReadSettings): void {
  const stores = declare(program, 'stores', {
    summary: 'List, show, rename, pause, disconnect or delete stores; manage their domains',
    details: 'The service may be running.',
  });
  declareReading(stores, settings);
  declareChanges(stores, settings);
  declareDomains(stores, settings);
  declareConnect(program, settings);
  declarePair(program, settings);
  declareCapability(program, settings);
  declarePolicy(program, settings);
  declareImport(program, settings);
  declareExport(program, settings);
}

function declareReading(stores: Command, settings: ReadSettings): void {
  declare(stores, 'list', {
    summary: 'List all stores',
    examples: ['stores list', 'stores list --json'],
  }).action(running(settings, async () => (await import('../stores.ts')).listStores));
  declare(stores, 'show <slug>', {
    summary: 'Show all details of a store',
    examples: ['stores show my-store'],
  }).action(running(settings, async () => (await import('../stores.ts')).showStore));
}

function declareChanges(stores: Command, settings: ReadSettings): void {
  declare(stores, 'rename <slug>', {
    summary: 'Set the display name of a store; its slug does not change',
    examples: ['stores rename my-store Good Mugs', 'stores rename my-store --platform-name'],
  })
    .argument('[name...]', 'new name, up to 100 characters')
    .option('--platform-name', 'use the name that the platform has')
    .action(running(settings, async () => (await import('../store-changes.ts')).renameStore));
  declare(stores, 'retention <slug>', {
    summary: 'Set how long sessions and carts without an order are kept after they end',
    examples: ['stores retention my-store 30', 'stores retention my-store default'],
  })
    .argument('<days>', '0 keeps them forever, "default" is the setting RETENTION_DAYS')
    .action(running(settings, async () => (await import('../store-changes.ts')).setRetention));
  declare(stores, 'pause <slug>', {
    summary: 'Stop agents from searching and ordering; sessions that exist can be finished',
    examples: ['stores pause my-store'],
  }).action(running(settings, async () => (await import('../store-changes.ts')).pause));
  declare(stores, 'resume <slug>', {
    summary: 'End the pause of a store',
    examples: ['stores resume my-store'],
  }).action(running(settings, async () => (await import('../store-changes.ts')).resume));
  declare(stores, 'time-zone <slug>', {
    summary: 'Set the time zone of the days and opening hours of a store',
    details:
      'Searches and requests that are counted already stay on their days. Put -- before an offset such as -05:00.',
    examples: ['stores time-zone my-store Europe/Berlin', 'stores time-zone my-store default'],
  })
    .argument(
      '<zone>',
      'IANA name or offset such as +02:00; "default" is the time zone that the shop tells, else UTC',
    )
    .action(running(settings, async () => (await import('../store-changes.ts')).setTimeZone));
  declare(stores, 'disconnect <slug>', {
    summary: 'Hide a store from agents; all its data is kept',
    examples: ['stores disconnect my-store'],
  }).action(running(settings, async () => (await import('../store-changes.ts')).disconnect));
  declare(stores, 'reconnect <slug>', {
    summary: 'Reconnect a store after testing its credentials',
    examples: ['stores reconnect my-store'],
  }).action(running(settings, async () => (await import('../store-changes.ts')).reconnect));
  declare(stores, 'delete <slug>', {
    summary: 'Delete a store with all its data',
    details: 'The slug stays reserved for its owner. See also: export',
    examples: ['stores delete my-store --yes-delete my-store'],
  })
    .requiredOption('--yes-delete <slug>', 'the slug again, to confirm')
    .action(running(settings, async () => (await import('../store-changes.ts')).remove));
}

const SECRETS_DETAILS = `Arguments are visible to other users of this machine and stay in the shell's history. Put secrets into a file instead, one
name=value a line with the names of the options, and give it with --secrets; - reads standard input.

Credentials are tested against the shop first and stored encrypted.`;

function declareConnect(program: Command, settings: ReadSettings): void {
  const connect = declare(program, 'connect', {
    summary: `Connect a ${PLATFORM_NAMES.map((name) => presentations[name].title).join(' or ')} store`,
  });
  for (const platform of PLATFORM_NAMES) {
    const { summary, details, examples, address, secrets } = presentations[platform].credentials;
    const described = { summary, details: `${details}\n\n${SECRETS_DETAILS}`, examples };
    const command = declare(connect, platform, described).requiredOption(address.flags, address.description);
    for (const { flags, description } of secrets) command.addOption(secret(flags, description));
    withCommonOptions(command).action(async (options: ConnectOptions) =>
      (await import('../connect.ts')).connect(await settings(), platform, options),
    );
  }
}

function secret(flags: string, description: string): Option {
  return new Option(flags, description).helpGroup('Secrets (better with --secrets):');
}

function withCommonOptions(command: Command): Command {
  return command
    .option('--secrets <file>', 'read the secrets from a file, or from standard input (-)')
    .option('--slug <slug>', "slug of the store; made from the shop's domain by default")
    .option('--owner <e-mail>', 'account that owns it; without it only the command line can manage it');
}

function declarePair(program: Command, settings: ReadSettings): void {
  declare(program, 'pair', {
    summary: 'Create a six-digit code that pairs a WooCommerce site',
    details: `The code works once and expires after ten minutes. On the site, install the ucp-host plugin, open
WooCommerce → Shopping agents, enter the service's address and the code, and press "Pair this shop". The service must be
running and reachable from the site.

With --json it prints one line with the code, and with --wait another line with the result.`,
    examples: ['pair --wait', 'pair --account ann@shop.example'],
  })
    .option('--account <e-mail>', 'owner of the store; without it the store has no owner yet')
    .option('--wait', 'wait until the site is paired; exit code 1 when it was refused or the code expired')
    .action(running(settings, async () => (await import('../pair.ts')).pair));
}

function declareCapability(program: Command, settings: ReadSettings): void {
  declare(program, 'capability <slug>', {
    summary: 'Switch a capability of a store on or off',
    details: `Takes effect at once, also while the service is running. When off, it is removed from the manifest, its endpoints return
404 and its fields in other requests are ignored.`,
    examples: ['capability my-store cart off'],
  })
    .addArgument(choiceArgument('<capability>', 'capability that merchants can switch', SWITCHABLE))
    .addArgument(choiceArgument('<state>', 'new state', ['on', 'off']))
    .action(running(settings, async () => (await import('../store-changes.ts')).switchCapability));
}

function declareImport(program: Command, settings: ReadSettings): void {
  declare(program, 'import <slug>', {
    summary: 'Sync all products of a store and wait until it is done',
    details: 'The service may be running or not; if a sync is already running, this waits for it.',
    examples: ['import my-store'],
  }).action(running(settings, async () => (await import('../import.ts')).importCatalog));
}

function declareExport(program: Command, settings: ReadSettings): void {
  declare(program, 'export <slug>', {
    summary: 'Export all data of a store as JSON',
    details: `Holds its settings, sessions, carts, orders and audit log. It includes the personal data of orders, but no credentials or
other secrets. The service may be running; the export is not one snapshot.`,
    examples: ['export my-store --out my-store.json'],
  })
    .option(
      '--out <file>',
      'write a file that you alone can read, which appears when complete; standard output by default',
    )
    .action(running(settings, async () => (await import('../export.ts')).exportStore));
}
