import colors from 'picocolors';
import { typed } from '../command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import { validate } from '../protocols/invoke.ts';
import { newMerchant } from '../api/merchant/accounts.ts';
import {
  giveStore,
  makeAccount,
  type NewMerchant,
  removeAccount,
  resetPassword,
} from '../merchants/accounts.ts';
import { COMMAND_LINE } from '../merchants/at-store.ts';
import type { Account } from '../merchants/merchant-context.ts';
import type { Service } from '../service.ts';
import { onService, storeCalled } from './on-service.ts';
import { readPassword } from './password.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Manages merchant accounts, which sign in to the console.

  users [list] [--json]
  users add --email <e-mail> --name <name> [--password-stdin] [--json]
      The first account becomes the owner of all stores without one, like the first one that signs up in the console.
  users reset-password <e-mail> [--password-stdin] [--json]
      Signs the account out everywhere; its API tokens stay valid.
  users remove <e-mail> --yes [--json]
      Also deletes its sessions and API tokens. Its stores stay connected without an owner. After the last account is removed,
      sign-up does not reopen: create an account with users add, and give it the stores.
  users give <e-mail> --store <slug> [--json]
      Makes the account the only owner of the store.

You are prompted for the password; --password-stdin reads it from standard input:  users add … --password-stdin < file`;

const OPTIONS = {
  ...JSON_OPTION,
  email: { type: 'string' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  store: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readOptions<typeof OPTIONS>>['values'];
type Job = (service: Service, values: Values, email: string) => Promise<Outcome>;

/** Output for people, and for scripts. */
interface Outcome {
  words: string;
  json: unknown;
}

const TASKS: Record<string, Job> = { list, add, 'reset-password': reset, remove, give };

export const users: Command = {
  summary: 'Manages merchant accounts.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, OPTIONS, USAGE);
    const [name = 'list', email = ''] = positionals;
    const job = TASKS[name];
    const needsEmail = ['reset-password', 'remove', 'give'].includes(name);
    if (!job || needsEmail !== (email !== '')) throw new UsageError(USAGE);
    const { words, json } = await onService(config(), (service) => job(service, values, email));
    say(values.json ? JSON.stringify(json, null, 2) : words);
  },
};

/** Throws `not_found`, naming the command that lists accounts. */
export async function accountOf(service: Service, email: string): Promise<Account> {
  const account = await service.context.accounts.findByEmail(email);
  if (account) return account;
  throw new CommerceError('not_found', `There is no account "${email}". See: ${typed('users')}`);
}

async function list({ context }: Service): Promise<Outcome> {
  const stores = await context.stores.list();
  const rows = (await context.accounts.list()).map((account) => ({
    ...toJson(account),
    stores: stores.filter(({ ownerId }) => ownerId === account.id).map(({ slug }) => slug),
  }));
  const cells = rows.map((row) => [row.email, row.name, row.created_at.slice(0, 10), row.stores.join(' ')]);
  const words =
    rows.length > 0
      ? inColumns(['E-MAIL', 'NAME', 'SINCE', 'STORES'], cells)
      : `No accounts yet. See: ${typed('users --help')}`;
  return { words, json: rows };
}

async function add({ context }: Service, values: Values): Promise<Outcome> {
  const { email, name } = values;
  if (email === undefined || name === undefined)
    throw new UsageError(`--email and --name are required.\n\n${USAGE}`);
  const password = await readPassword(values['password-stdin']);
  const wanted = validate({ input: newMerchant }, { email, name, password }) as NewMerchant;
  const account = await makeAccount(context, wanted, { actor: COMMAND_LINE });
  return { words: done(`${account.email} can sign in.`), json: toJson(account) };
}

async function reset(service: Service, values: Values, email: string): Promise<Outcome> {
  const account = await accountOf(service, email);
  const password = await readPassword(values['password-stdin']);
  validate({ input: newMerchant.pick({ password: true }) }, { password });
  await resetPassword(service.context, account, password, COMMAND_LINE);
  return {
    words: done(`${account.email} has a new password and is signed out everywhere.`),
    json: toJson(account),
  };
}

async function remove(service: Service, values: Values, email: string): Promise<Outcome> {
  const account = await accountOf(service, email);
  const owned = await slugsOf(service, account);
  if (!values.yes)
    throw new UsageError(`Add --yes to remove the account ${account.email}. ${whatBecomesOf(owned)}`);
  await removeAccount(service.context, account, COMMAND_LINE);
  const isLast = (await service.context.accounts.list()).length === 0;
  const words = [
    done(`The account ${account.email} is removed. ${whatBecomesOf(owned)}`),
    ...(isLast ? [NO_ACCOUNT] : []),
  ];
  return { words: words.join('\n'), json: { ...toJson(account), stores_without_owner: owned, last: isLast } };
}

const NO_ACCOUNT = `  No account is left, and signing up does not make an owner. To create one:
    ${typed('users add --email <e-mail> --name <name>')}
    ${typed('users give <e-mail> --store <slug>')}`;

async function slugsOf({ context }: Service, { id }: Account): Promise<string[]> {
  return (await context.stores.list()).filter(({ ownerId }) => ownerId === id).map(({ slug }) => slug);
}

function whatBecomesOf(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'It owns no store.';
  return `Its stores stay connected without an owner: ${slugs.join(', ')}.`;
}

async function give(service: Service, { store: slug }: Values, email: string): Promise<Outcome> {
  if (slug === undefined) throw new UsageError(`--store is required.\n\n${USAGE}`);
  const account = await accountOf(service, email);
  const store = await storeCalled(service, slug);
  await giveStore(service.context, account, store, COMMAND_LINE);
  return { words: done(`${account.email} now owns ${slug}.`), json: { slug, account: account.email } };
}

function done(words: string): string {
  return `${colors.green('✓')} ${words}`;
}

function toJson({ id, name, email, createdAt }: Account) {
  return { id, name, email, created_at: createdAt };
}
