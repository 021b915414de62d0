import type { AccountRefusals } from '../../commerce/merchant/account-refusals.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import type { MemberRules } from '../../commerce/merchant/organization-rules.ts';
import type { Database } from '../engine/database.ts';
import {
  type Account,
  accountOf,
  insertAccount,
  type NewAccount,
  renewCredentials,
  replacePassword,
} from './account-rows.ts';
import { audit, type By, type Recorded, recorded } from './audit.ts';
import { bound } from './bound.ts';
import { acceptInvitation } from './invitations.ts';
import { lockOrganization } from './lock-organization.ts';
import { takeLink } from './one-time-links.ts';
import { insertOrganization, requireOwner } from './organizations.ts';
import { allOf, firstOf } from './read-rows.ts';
import { hasChanged } from './row-counts.ts';
import type { Stores } from './stores.ts';

/** Organization that a new account begins with: one of its own, or that of an invitation. */
export type FirstOrganization = { organizationId: string; name: string } | { invitation: string; by: By };

interface CreateOptions {
  begins: FirstOrganization;
  by: By;
  onlyFirst?: boolean;
  /** Secret of the mailed link of a sign-up, which making the account spends. */
  link?: string;
  refusals: Pick<AccountRefusals, 'addressInUse' | 'invitationWasUsed' | 'signUpIsClosed' | 'spentLink'>;
}

interface Context {
  database: Database;
  stores: Pick<Stores, 'changing'>;
}

export const accounts = (context: Context) =>
  bound(context, {
    ...{ create, hadFirst, find, findByEmail, list },
    ...{ passwordHash, resetPassword, setFirstPassword, remove },
  });

const all = (database: Database) => database.selectFrom('accounts').selectAll();

/**
 * Gives stores without an organization to that of the installation's first account. Throws a refusal for an e-mail address in
 * use, a used invitation or link, and with `onlyFirst` when there was an account before.
 */
function create(
  { database, stores }: Context,
  account: NewAccount,
  now: string,
  { begins, by, onlyFirst = false, link, refusals }: CreateOptions,
): Promise<Account> {
  const creating = database.transaction().execute(async (connection) => {
    if (link !== undefined && !(await takeLink(connection, 'sign_up', link, now))) throw refusals.spentLink();
    const first = await takeFirstPlace(connection, account.id);
    if (onlyFirst && !first) throw refusals.signUpIsClosed();
    const newAccount = await insertAccount(connection, account, now);
    if (!newAccount) throw refusals.addressInUse();
    const organizationId = await joinFirst(connection, newAccount, begins, now);
    if (organizationId === undefined) throw refusals.invitationWasUsed();
    if (first) {
      const adopted = connection.updateTable('stores').set({ organization_id: organizationId });
      await adopted.where('organization_id', 'is', null).execute();
    }
    await audit(connection).write(by.actor, { storeId: null, ...by }, now);
    return newAccount;
  });
  return stores.changing(creating);
}

/** Returns true from the first account on, even after every account was removed. */
async function hadFirst({ database }: Context): Promise<boolean> {
  return (await database.selectFrom('first_account').select('number').executeTakeFirst()) !== undefined;
}

const find = ({ database }: Context, id: string): Promise<Account | undefined> =>
  firstOf(all(database).where('id', '=', id), accountOf);

const findByEmail = ({ database }: Context, email: string): Promise<Account | undefined> =>
  firstOf(all(database).where('email', '=', normalizeEmail(email)), accountOf);

const list = ({ database }: Context): Promise<Account[]> => allOf(all(database).orderBy('email'), accountOf);

/** Undefined for an account that signs in by single sign-on only. */
async function passwordHash({ database }: Context, id: string): Promise<string | undefined> {
  const query = database.selectFrom('account_passwords').select('password_hash');
  return (await query.where('account_id', '=', id).executeTakeFirst())?.password_hash;
}

/** Sets the password, and ends all sessions of the account. Returns it with its new credentials; undefined for a removed one. */
function resetPassword({ database }: Context, id: string, passwordHash: string, entry: Recorded) {
  return recorded(database, entry, async (connection) => {
    const account = await renewCredentials(connection, id);
    if (account) await replacePassword(connection, { id, passwordHash }, entry.now);
    return account;
  });
}

/** The same for an account that has no password yet. Throws the refusal for one that has: of concurrent calls, one succeeds. */
function setFirstPassword(
  { database }: Context,
  id: string,
  passwordHash: string,
  { entry, passwordWasSet }: { entry: Recorded } & Pick<AccountRefusals, 'passwordWasSet'>,
) {
  return recorded(database, entry, async (connection) => {
    const account = await renewCredentials(connection, id);
    if (await hasPassword(connection, id)) throw passwordWasSet();
    if (account) await replacePassword(connection, { id, passwordHash }, entry.now);
    return account;
  });
}

/**
 * Removes the organizations of which it is the only member, and leaves their stores without one. The rules are asked about
 * organizations with other members.
 */
async function remove(
  { database, stores }: Context,
  id: string,
  entry: Recorded,
  rules: Pick<MemberRules, 'requireOwners'>,
): Promise<void> {
  const removing = recorded(database, entry, async (connection) => {
    const memberships = await connection
      .selectFrom('memberships')
      .select('organization_id')
      .where('account_id', '=', id)
      .orderBy('organization_id')
      .execute();
    for (const { organization_id: organizationId } of memberships)
      await leave(connection, { organizationId, accountId: id, rules, now: entry.now });
    return hasChanged(connection.deleteFrom('accounts').where('id', '=', id));
  });
  await stores.changing(removing);
}

async function hasPassword(connection: Database, id: string): Promise<boolean> {
  const query = connection.selectFrom('account_passwords').select('account_id');
  return (await query.where('account_id', '=', id).executeTakeFirst()) !== undefined;
}

/** Returns undefined for an invitation that was used. */
async function joinFirst(
  connection: Database,
  { id, email }: Account,
  begins: FirstOrganization,
  now: string,
): Promise<string | undefined> {
  if ('organizationId' in begins) {
    const { organizationId, name } = begins;
    await insertOrganization(connection, { id: organizationId, name, createdAt: now }, id);
    return organizationId;
  }
  const { invitation: token, by } = begins;
  const joined = await acceptInvitation(connection, { token, account: { id, email }, by, now });
  return joined?.organizationId;
}

interface Leaving {
  organizationId: string;
  accountId: string;
  rules: Pick<MemberRules, 'requireOwners'>;
  now: string;
}

async function leave(
  connection: Database,
  { organizationId, accountId, rules, now }: Leaving,
): Promise<void> {
  await lockOrganization(connection, organizationId, now);
  await connection
    .deleteFrom('memberships')
    .where((row) => row.and({ organization_id: organizationId, account_id: accountId }))
    .execute();
  const others = connection.selectFrom('memberships').select('account_id');
  if (await others.where('organization_id', '=', organizationId).executeTakeFirst())
    return requireOwner(connection, organizationId, rules);
  await connection
    .updateTable('stores')
    .set({ organization_id: null })
    .where('organization_id', '=', organizationId)
    .execute();
  await connection.deleteFrom('organizations').where('id', '=', organizationId).execute();
}

/** Returns true for one of several concurrent transactions: the others wait for its commit, and get false. */
async function takeFirstPlace(connection: Database, id: string): Promise<boolean> {
  return hasChanged(
    connection
      .insertInto('first_account')
      .values({ number: 1, account_id: id })
      .onConflict((conflict) => conflict.column('number').doNothing()),
  );
}
