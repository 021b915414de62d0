import type { AccountRefusals } from '../../../commerce/merchant/account-refusals.ts';
import { normalizeEmail } from '../../../commerce/merchant/email-address.ts';
import type { Departure } from '../../../commerce/merchant/organization-rules.ts';
import type { Database } from '../../engine/database.ts';
import type { RowCache } from '../../engine/row-caches.ts';
import { bindFunctions } from '../rows/bound.ts';
import { doNothing, findFirst, hasChanged, hasRows } from '../rows/rows.ts';

import {
  type Account,
  changeAccount,
  deleteUnpairedCodes,
  insertAccount,
  type NewAccount,
  renewCredentials,
  replacePassword,
} from './account-rows.ts';
import { type By, type Recorded, record, recordChange } from './audit.ts';
import { lockOrganization } from './authorized.ts';
import { acceptInvitation } from './invitations.ts';
import { takeLink } from './one-time-links.ts';
import { insertOrganization, listSlugs } from './organizations.ts';

/** Organization of a new account: its own, or the inviting one. */
export type FirstOrganization = { organizationId: string; name: string } | { invitation: string; by: By };

interface CreateOptions {
  begins: FirstOrganization;
  by: By;
  onlyFirst?: boolean;
  /** Secret of the mailed link of a sign-up, which making the account spends. */
  link?: string;
  refusals: Pick<
    AccountRefusals,
    'addressInUse' | 'invitationWasUsed' | 'signUpIsClosed' | 'createSpentLinkError'
  >;
}

interface Context {
  database: Database;
  stores: Pick<RowCache, 'invalidateAfter'>;
}

export const createAccountRepository = (context: Context) =>
  bindFunctions(context, {
    ...{ create, hadFirst, find, findByEmail, list },
    ...{ findPasswordHash, resetPassword, setFirstPassword, rename, listDepartures, remove },
  });

/** Gives stores without an organization to that of the first account. Throws a refusal, with `onlyFirst` when there was an account before. */
function create({ database, stores }: Context, account: NewAccount, now: string, options: CreateOptions) {
  const { begins, by, onlyFirst = false, link, refusals } = options;
  const creating = database.transaction().execute(async (connection) => {
    if (link !== undefined && !(await takeLink(connection, 'sign_up', link, now)))
      throw refusals.createSpentLinkError();
    // One of concurrent transactions gets true; the others wait for its commit.
    const row = { number: 1, accountId: account.id };
    const first = await hasChanged(connection.insertInto('first_account').values(row).onConflict(doNothing));
    if (onlyFirst && !first) throw refusals.signUpIsClosed();
    const newAccount = await insertAccount(connection, account, now);
    if (!newAccount) throw refusals.addressInUse();
    const organizationId = await joinFirst(connection, newAccount, begins, now);
    if (organizationId === undefined) throw refusals.invitationWasUsed();
    const stores = connection.updateTable('stores').where('organizationId', 'is', null);
    if (first) await stores.set({ organizationId }).execute();
    await record(connection, { ...by, now });
    return newAccount;
  });
  return stores.invalidateAfter(creating);
}

/** Returns true from the first account on, even after every account was removed. */
const hadFirst = ({ database }: Context): Promise<boolean> => hasRows(database.selectFrom('first_account'));

const find = ({ database }: Context, id: string): Promise<Account | undefined> =>
  database.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();

const findByEmail = ({ database }: Context, email: string): Promise<Account | undefined> =>
  database.selectFrom('accounts').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst();

const list = ({ database }: Context): Promise<Account[]> =>
  database.selectFrom('accounts').selectAll().orderBy('email').execute();

/** Undefined for an account that signs in by single sign-on only. */
function findPasswordHash({ database }: Context, id: string): Promise<string | undefined> {
  const password = database.selectFrom('account_passwords').where('accountId', '=', id);
  return findFirst(password.select('passwordHash'), ({ passwordHash }) => passwordHash);
}

/** Sets the password, and ends all sessions of the account. Returns it with its new credentials; undefined for a removed one. */
const resetPassword = ({ database }: Context, id: string, passwordHash: string, entry: Recorded) =>
  recordChange(database, entry, async (connection) => {
    const account = await renewCredentials(connection, id);
    if (account) await replacePassword(connection, { id, passwordHash }, entry.now);
    return account;
  });

interface FirstPassword extends Pick<AccountRefusals, 'passwordWasSet'> {
  entry: Recorded;
}

/** The same for an account without a password. Throws the refusal for an account with one: of concurrent calls, one succeeds. */
function setFirstPassword({ database }: Context, id: string, passwordHash: string, setting: FirstPassword) {
  const { entry, passwordWasSet } = setting;
  return recordChange(database, entry, async (connection) => {
    const account = await renewCredentials(connection, id);
    if (await hasRows(connection.selectFrom('account_passwords').where('accountId', '=', id)))
      throw passwordWasSet();
    if (account) await replacePassword(connection, { id, passwordHash }, entry.now);
    return account;
  });
}

/** Returns the account; undefined for a removed one. */
const rename = ({ database }: Context, id: string, name: string, entry: Recorded) =>
  recordChange(database, entry, (connection) => changeAccount(connection, id, { name }));

interface RemovalRules {
  /** Throws for organizations that the account may not leave. */
  admitDepartures(departures: readonly Departure[]): void;
  decideDeparture(departure: Departure): 'left' | 'deleted' | 'refused';
}

/** Removes the account with the organizations that the rules delete. Returns false for a removed one. */
function remove({ database, stores }: Context, id: string, entry: Recorded, rules: RemovalRules) {
  const removing = recordChange(database, entry, async (connection) => {
    const memberships = await connection
      .selectFrom('memberships')
      .selectAll()
      .where('accountId', '=', id)
      .orderBy('organizationId')
      .execute();
    for (const { organizationId } of memberships)
      await lockOrganization(connection, organizationId, entry.now);
    const departures = await listDepartures({ database: connection }, id);
    rules.admitDepartures(departures);
    for (const departure of departures)
      if (rules.decideDeparture(departure) === 'deleted') await deleteOrganization(connection, departure.id);
    await deleteUnpairedCodes(connection, { accountId: id });
    return hasChanged(connection.deleteFrom('accounts').where('id', '=', id));
  });
  return stores.invalidateAfter(removing);
}

/** Lists the organizations of an account with what each has beside it. */
async function listDepartures({ database }: Pick<Context, 'database'>, accountId: string) {
  const organizations = await database
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
    .select(['organizations.id', 'organizations.name'])
    .where('memberships.accountId', '=', accountId)
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute();
  return Promise.all(
    organizations.map(async (organization) => {
      const { id: organizationId } = organization;
      return {
        ...organization,
        others: await database
          .selectFrom('memberships')
          .select(['role'])
          .where('organizationId', '=', organizationId)
          .where('accountId', '!=', accountId)
          .execute(),
        stores: await listSlugs(database, organizationId),
      };
    }),
  );
}

/** Deleted stores keep their slug, and no organization. */
async function deleteOrganization(connection: Database, id: string): Promise<void> {
  await connection
    .updateTable('stores')
    .set({ organizationId: null })
    .where('organizationId', '=', id)
    .execute();
  await connection.deleteFrom('organizations').where('id', '=', id).execute();
}

/** Returns undefined for an invitation that was used. */
async function joinFirst(connection: Database, account: Account, begins: FirstOrganization, now: string) {
  const { id, email } = account;
  if ('organizationId' in begins) {
    const { organizationId, name } = begins;
    await insertOrganization(connection, { id: organizationId, name, createdAt: now }, id);
    return organizationId;
  }
  const { invitation: token, by } = begins;
  const joined = await acceptInvitation(connection, { token, account: { id, email }, by, now });
  return joined?.organizationId;
}
