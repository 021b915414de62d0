import type { Command } from 'commander';
import { declareActions } from '../actions.ts';
import { declare, type ReadSettings, running } from '../declare.ts';

const PASSWORD_STDIN = [
  '--password-stdin',
  'read the password from standard input instead of asking',
] as const;

export function declareAccounts(program: Command, settings: ReadSettings): void {
  const users = declare(program, 'users', {
    summary: 'Manage merchant accounts, which sign in to the console',
  });
  declareUsers(users, settings);
  declareOwnership(users, settings);
  declareActions(program, settings, 'tokens');
}

function declareUsers(users: Command, settings: ReadSettings): void {
  declare(users, 'list', { summary: 'List all accounts with their stores', examples: ['users list'] }).action(
    running(settings, async () => (await import('../users.ts')).listUsers),
  );
  declare(users, 'add', {
    summary: 'Create an account',
    details:
      'Each account gets an organization of its own. That of the first account gets all stores without an owner, like the first one that signs up in the console.',
    examples: [
      'users add --email ann@shop.example --name Ann',
      'users add --email ann@shop.example --name Ann --password-stdin < password.txt',
    ],
  })
    .requiredOption('--email <e-mail>', 'e-mail address that signs in')
    .requiredOption('--name <name>', "person's name")
    .option(...PASSWORD_STDIN)
    .action(running(settings, async () => (await import('../users.ts')).addUser));
  declare(users, 'reset-password <e-mail>', {
    summary: 'Set a new password',
    details: 'Signs the account out everywhere; its API tokens stay valid.',
    examples: ['users reset-password ann@shop.example'],
  })
    .option(...PASSWORD_STDIN)
    .action(running(settings, async () => (await import('../users.ts')).resetUserPassword));
  declare(users, 'reset-link <e-mail>', {
    summary: 'Print a link with which the person chooses a new password',
    details: `For installations without a mail server: hand the link over yourself. It works once, within a day, and leads to
BASE_URL.`,
    examples: ['users reset-link ann@shop.example'],
  }).action(running(settings, async () => (await import('../users.ts')).printResetLink));
  declare(users, 'reset-second-factor <e-mail>', {
    summary: 'Remove the authenticator app of an account that has lost it',
    details: 'Its recovery codes end, too. The password stays the same.',
    examples: ['users reset-second-factor ann@shop.example'],
  }).action(running(settings, async () => (await import('../users.ts')).resetSecondFactor));
}

function declareOwnership(users: Command, settings: ReadSettings): void {
  declare(users, 'remove <e-mail>', {
    summary: 'Remove an account with its sessions and API tokens',
    details: `Stores of an organization without other members stay connected without an owner; the last owner of one with members is
not removed. After the last account is removed, sign-up does not reopen: create an
account with users add, and give it the stores.`,
    examples: ['users remove ann@shop.example --yes'],
  })
    .option('--yes', 'confirm; without it you are shown what becomes of its stores')
    .action(running(settings, async () => (await import('../users.ts')).removeUser));
  declare(users, 'give <e-mail>', {
    summary: "Give a store to an account's organization",
    details: 'Members of the previous organization lose access at once. See also: organizations give.',
    examples: ['users give ann@shop.example --store my-store'],
  })
    .requiredOption('--store <slug>', 'store to give')
    .action(running(settings, async () => (await import('../users.ts')).giveToUser));
}
