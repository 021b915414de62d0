import { CommerceError } from '../commerce/errors.ts';
import { minute } from '../merchant/command.ts';
import {
  makeAccount,
  type NewMerchant,
  removeAccount,
  resetPassword,
} from '../merchant/identity/account-changes.ts';
import { newMerchant } from '../merchant/identity/accounts.ts';
import { handedOverResetLink } from '../merchant/identity/password-reset.ts';
import { removeSecondFactor } from '../merchant/identity/second-factor.ts';
import { organizationForStore } from '../merchant/organizations/members.ts';
import { giveStore } from '../merchant/organizations/store-transfers.ts';
import { COMMAND_LINE } from '../merchant/visit.ts';
import { validate } from '../protocols/invoke.ts';
import type { Service } from '../service.ts';
import type { Config } from '../settings/config.ts';
import type { Account } from '../storage/repositories/account-rows.ts';
import { typed } from './command-name.ts';
import { UsageError } from './errors.ts';
import { onNewService, storeCalled, withService } from './on-service.ts';
import { readPassword } from './password.ts';
import { inColumns } from './table.ts';
import { done, type Outcome } from './terminal.ts';

interface PasswordOptions {
  passwordStdin?: boolean;
}

/** Throws `not_found`, naming the command that lists accounts. */
export async function accountOf(service: Service, email: string): Promise<Account> {
  const account = await service.context.accounts.findByEmail(email);
  if (account) return account;
  throw new CommerceError('not_found', `There is no account "${email}". See: ${typed('users')}`);
}

export const listUsers = withService(async ({ context }) => {
  const accounts = (await context.accounts.list()).map(async (account) => ({
    ...toJson(account),
    email_confirmed: account.emailVerified,
    stores: (await context.stores.ofAccount(account.id)).map(({ slug }) => slug),
  }));
  const rows = await Promise.all(accounts);
  if (rows.length === 0) return { data: rows, text: `No accounts yet. See: ${typed('users --help')}` };
  const cells = rows.map(({ email, email_confirmed, name, created_at, stores }) => [
    ...[email, email_confirmed ? 'yes' : 'no', name, created_at.slice(0, 10), stores.join(' ')],
  ]);
  return { data: rows, text: inColumns(['E-MAIL', 'CONFIRMED', 'NAME', 'SINCE', 'STORES'], cells) };
});

export async function addUser(
  config: Config,
  { email, name, passwordStdin }: PasswordOptions & { email: string; name: string },
): Promise<Outcome> {
  const password = await readPassword(passwordStdin);
  const account = await onNewService(config, ({ context }) => {
    const wanted = validate({ input: newMerchant }, { email, name, password }) as NewMerchant;
    return makeAccount(context, wanted, { actor: COMMAND_LINE });
  });
  return done(toJson(account), `${account.email} can sign in.`);
}

export const resetUserPassword = withService(
  async (service, email: string, { passwordStdin }: PasswordOptions) => {
    const account = await accountOf(service, email);
    const password = await readPassword(passwordStdin);
    validate({ input: newMerchant.pick({ password: true }) }, { password });
    await resetPassword(service.context, account, password, COMMAND_LINE);
    return done(toJson(account), `${account.email} has a new password and is signed out everywhere.`);
  },
);

/** Prints a link to hand over, with which the person chooses a password. */
export const printResetLink = withService(async (service, email: string) => {
  const account = await accountOf(service, email);
  const { url, expiresAt } = await handedOverResetLink(service.context, account);
  const text = `Hand this link over. It works once, until ${minute(expiresAt)}:\n  ${url}`;
  return { data: { ...toJson(account), url, expires_at: expiresAt }, text };
});

export const resetSecondFactor = withService(async (service, email: string) => {
  const account = await accountOf(service, email);
  if (!(await removeSecondFactor(service.context, account, COMMAND_LINE)))
    throw new CommerceError('not_found', `${account.email} has no authenticator app.`);
  return done(toJson(account), `${account.email} signs in without a code of an authenticator app.`);
});

export const removeUser = withService(async (service, email: string, { yes }: { yes?: boolean }) => {
  const account = await accountOf(service, email);
  const owned = await abandonedWith(service, account);
  if (!yes) throw new UsageError(`Add --yes to remove the account ${account.email}. ${whatBecomesOf(owned)}`);
  await removeAccount(service.context, account, COMMAND_LINE);
  const last = (await service.context.accounts.list()).length === 0;
  const text = `The account ${account.email} is removed. ${whatBecomesOf(owned)}`;
  const removed = { ...toJson(account), stores_without_owner: owned, last };
  return done(removed, last ? `${text}\n${NO_ACCOUNT}` : text);
});

const NO_ACCOUNT = `  No account is left, and signing up does not make an owner. To create one:
    ${typed('users add --email <e-mail> --name <name>')}
    ${typed('users give <e-mail> --store <slug>')}`;

/** Slugs of the organizations of which the account is the only member. */
async function abandonedWith({ context }: Service, { id }: Account): Promise<string[]> {
  const lists = (await context.organizations.ofAccount(id)).map(async (organization) => {
    const isAlone = (await context.organizations.members(organization.id)).length === 1;
    return isAlone ? context.stores.ofOrganization(organization.id) : [];
  });
  return (await Promise.all(lists))
    .flat()
    .map(({ slug }) => slug)
    .sort();
}

function whatBecomesOf(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'No store loses its owner.';
  return `Its stores stay connected without an owner: ${slugs.join(', ')}.`;
}

export const giveToUser = withService(async (service, email: string, { store: slug }: { store: string }) => {
  const account = await accountOf(service, email);
  const store = await storeCalled(service, slug);
  const organizationId = await organizationForStore(service.context, account, undefined);
  const entry = { actor: COMMAND_LINE, action: 'store.given', details: { account: account.email } };
  await giveStore(service.context, store, organizationId, entry);
  return done({ slug, account: account.email }, `${account.email} now owns ${slug}.`);
});

function toJson({ id, name, email, createdAt }: Account) {
  return { id, name, email, created_at: createdAt };
}
