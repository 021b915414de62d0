import { type Command, Option } from 'commander';
import { joinPlatformTitles, PLATFORM_NAMES, presentations } from '../../store-platforms/presentations.ts';
import { declareActions } from '../declare/actions.ts';
import { declare, type ReadSettings, withSettings } from '../declare/declare.ts';
import type { ConnectOptions } from './connect.ts';

export function declareStores(program: Command, settings: ReadSettings): void {
  declareActions(program, settings, 'stores');
  declareConnect(program, settings);
  declarePair(program, settings);
  declareActions(program, settings, 'capability');
  declarePolicy(program, settings);
  declareActions(program, settings, 'feeds');
  declareImport(program, settings);
  declareActions(program, settings, 'export');
}

const SECRETS_DETAILS = `Arguments are visible to other users of this machine and stay in the shell's history. Put secrets into a file instead, one
name=value a line with the names of the options, and give it with --secrets; - reads standard input.

Credentials are tested against the shop first and stored encrypted.`;

function declareConnect(program: Command, settings: ReadSettings): void {
  const connect = declare(program, 'connect', {
    summary: `Connect a ${joinPlatformTitles('disjunction')} store`,
    examples: PLATFORM_NAMES.flatMap((name) => presentations[name].credentials.examples.slice(0, 1)),
  });
  for (const platform of PLATFORM_NAMES) {
    const { summary, details, examples, address, secrets } = presentations[platform].credentials;
    const described = { summary, details: `${details}\n\n${SECRETS_DETAILS}`, examples };
    const command = declare(connect, platform, described).requiredOption(address.flags, address.description);
    for (const { flags, description } of secrets)
      command.addOption(new Option(flags, description).helpGroup('Secrets (better with --secrets):'));
    command
      .option('--secrets <file>', 'read the secrets from a file, or from standard input (-)')
      .option('--slug <slug>', "slug of the store; made from the shop's domain by default")
      .option('--owner <e-mail>', 'account that owns it; without it only the command line can manage it')
      .action(
        withSettings(settings, async () => {
          const { connect } = await import('./connect.ts');
          return (config, options: ConnectOptions) => connect(config, platform, options);
        }),
      );
  }
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
    .action(withSettings(settings, async () => (await import('./pair.ts')).pair));
}

function declareImport(program: Command, settings: ReadSettings): void {
  declare(program, 'import <slug>', {
    summary: 'Sync all products of a store and wait until it is done',
    details: 'The service may be running or not; if a sync is already running, this waits for it.',
    examples: ['import my-store'],
  }).action(withSettings(settings, async () => (await import('./import.ts')).importCatalog));
}

const FILE = 'JSON with the rules, as exported; - reads standard input';

function declarePolicy(program: Command, settings: ReadSettings): void {
  const policy = declare(program, 'policy', {
    summary: "Export, import, compare and preview a store's rules for agents",
    details: 'The service may be running; rules apply at once.',
    examples: ['policy export my-store', 'policy preview my-store rules.json'],
  });
  declare(policy, 'export <slug>', {
    summary: 'Print the rules as JSON',
    examples: ['policy export my-store'],
    isWithoutJson: true,
  }).action(withSettings(settings, async () => (await import('./policy.ts')).exportPolicy));
  declare(policy, 'import <slug>', {
    summary: 'Replace the rules by those of a file',
    examples: ['policy import my-store rules.json'],
  })
    .argument('<file>', FILE)
    .action(withSettings(settings, async () => (await import('./policy.ts')).importPolicy));
  declare(policy, 'diff <slug>', {
    summary: 'Show what a file would change; exit code 1 when it changes anything',
    examples: ['policy diff my-store rules.json'],
  })
    .argument('<file>', FILE)
    .action(withSettings(settings, async () => (await import('./policy.ts')).diffPolicy));
  declare(policy, 'preview <slug>', {
    summary: 'Show what rules would have refused in the last 14 days',
    examples: ['policy preview my-store rules.json', 'policy preview my-store'],
  })
    .argument('[file]', `${FILE}; the present rules by default`)
    .action(withSettings(settings, async () => (await import('./policy.ts')).printForecast));
}
