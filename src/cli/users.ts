import colors from 'picocolors';
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

const USAGE = `Merchants' accounts: who can sign in to the console.

  users [list] [--json]
  users add --email <e-mail> --name <name> [--password-stdin] [--json]
      The very first account gets the stores that are nobody's, like the first one that signs up in the console.
  users reset-password <e-mail> [--password-stdin] [--json]
      Ends all sessions of the account; its API tokens stay.
  users remove <e-mail> --yes [--json]
      With its sessions and API tokens. Its stores go on without an owner: agents notice nothing. Where it was the last
      account, sign-up stays as closed as it was: make an account with users add, and give it the stores.
  users give <e-mail> --store <slug> [--json]
      The store is this account's from then on, and nobody else's.

The password is asked for, unseen; --password-stdin reads it from standard input:  users add … --password-stdin < file`;

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

/** What is said to people, and to scripts. */
interface Outcome {
  words: string;
  json: unknown;
}

const TASKS: Record<string, Job> = { list, add, 'reset-password': reset, remove, give };

export const users: Command = {
  summary: "Lists and changes merchants' accounts.",
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

/** Throws `not_found`, with the way to learn which accounts there are. */
export async function accountOf(service: Service, email: string): Promise<Account> {
  const account = await service.context.accounts.findByEmail(email);
  if (account) return account;
  throw new CommerceError('not_found', `No account has the address "${email}". See: npm run -s cli -- users`);
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
      : 'Nobody has an account yet. See: npm run -s cli -- users --help';
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
  return { words: done(`${account.email} has a new password, and is signed out.`), json: toJson(account) };
}

async function remove(service: Service, values: Values, email: string): Promise<Outcome> {
  const account = await accountOf(service, email);
  const owned = await slugsOf(service, account);
  if (!values.yes)
    throw new UsageError(`Say --yes to remove the account ${account.email}. ${whatBecomesOf(owned)}`);
  await removeAccount(service.context, account, COMMAND_LINE);
  const isLast = (await service.context.accounts.list()).length === 0;
  const words = [
    done(`The account ${account.email} is gone. ${whatBecomesOf(owned)}`),
    ...(isLast ? [NO_ACCOUNT] : []),
  ];
  return { words: words.join('\n'), json: { ...toJson(account), stores_without_owner: owned, last: isLast } };
}

const NO_ACCOUNT = `  No account is left, and nobody becomes the owner by signing up. To have one again:
    npm run -s cli -- users add --email <e-mail> --name <name>
    npm run -s cli -- users give <e-mail> --store <slug>`;

async function slugsOf({ context }: Service, { id }: Account): Promise<string[]> {
  return (await context.stores.list()).filter(({ ownerId }) => ownerId === id).map(({ slug }) => slug);
}

function whatBecomesOf(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'It owns no store.';
  return `Agents go on buying from ${slugs.join(', ')}, which then have no owner.`;
}

async function give(service: Service, { store: slug }: Values, email: string): Promise<Outcome> {
  if (slug === undefined) throw new UsageError(`--store is required.\n\n${USAGE}`);
  const account = await accountOf(service, email);
  const store = await storeCalled(service, slug);
  await giveStore(service.context, account, store, COMMAND_LINE);
  return { words: done(`${slug} is ${account.email}’s.`), json: { slug, account: account.email } };
}

function done(words: string): string {
  return `${colors.green('✓')} ${words}`;
}

function toJson({ id, name, email, createdAt }: Account) {
  return { id, name, email, created_at: createdAt };
}
