import type { AuditAction } from '../../../commerce/merchant/audit-action.ts';
import type { Database } from '../../engine/database.ts';
import { match } from '../rows/rows.ts';
import {
  type Account,
  deleteUnpairedCodes,
  insertAccount,
  renewCredentials,
  replacePassword,
} from './account-rows.ts';
import { record } from './audit.ts';
import { lockOrganization } from './authorized.ts';
import { takeLink } from './one-time-links.ts';
import { insertOrganization } from './organizations.ts';

/** The person who opened a mailed link chose this password. */
interface ChosenPassword {
  passwordHash: string;
  /** Ids of what the account begins anew with, where the link is the first proof of its address. */
  fresh: { accountId: string; organizationId: string };
  /** True when an organization keeps an owner in these other members: the account leaves it, instead of them. */
  hasOwner(others: readonly { role: string }[]): boolean;
  /** Name of an organization of the person's own. */
  organizationOf(name: string): string;
}

/** Proofs that an account's address is its person's. Each spends its link, and ends all that it ends, in one transaction. */
export function createAddressProofRepository(database: Database) {
  return {
    /** Sets the password of the link's account, which the first proof of the address replaces by a new one. Undefined for a spent link. */
    resetPassword(secret: string, password: ChosenPassword, now: string): Promise<Account | undefined> {
      return database.transaction().execute(async (connection) => {
        const link = await takeLink(connection, 'password_reset', secret, now);
        const account = link && (await renewCredentials(connection, link.accountId ?? ''));
        if (!account) return undefined;
        const isFirstProof = link.isMailed && !account.emailVerified;
        const owner = isFirstProof
          ? await restart(connection, account, password, now)
          : await withPassword(connection, account, password, now);
        await recordOwn(connection, owner, 'account.password_reset', now);
        return owner;
      });
    },

    /** Returns false for a link that is unknown, used, expired or of another account. */
    confirmByLink: (secret: string, session: OwnSession, now: string): Promise<boolean> =>
      database.transaction().execute(async (connection) => {
        const link = await takeLink(connection, 'confirm_address', secret, now, session.accountId);
        if (!link) return false;
        await confirmAddress(connection, session, now);
        return true;
      }),
  };
}

async function withPassword(
  connection: Database,
  account: Account,
  { passwordHash }: ChosenPassword,
  now: string,
): Promise<Account> {
  await replacePassword(connection, { id: account.id, passwordHash }, now);
  // Older mails must open nothing.
  await connection.deleteFrom('one_time_links').where('accountId', '=', account.id).execute();
  return account;
}

/** Session in which the account itself proves its address. */
export interface OwnSession {
  accountId: string;
  /** Goes on; undefined for none. */
  sessionId: string | undefined;
}

/** Marks the address as proved by its person, unless it is. Ends other sessions, passkeys and tokens; password, app and teams stay. */
export async function confirmAddress(connection: Database, session: OwnSession, now: string): Promise<void> {
  const { accountId, sessionId = '' } = session;
  const account = await connection
    .updateTable('accounts')
    .set({ emailVerified: true })
    .where(match({ id: accountId, emailVerified: false }))
    .returningAll()
    .executeTakeFirst();
  if (!account) return;
  await connection
    .deleteFrom('account_sessions')
    .where('accountId', '=', accountId)
    .where('id', '!=', sessionId)
    .execute();
  await endUnprovedCredentials(connection, accountId);
  await recordOwn(connection, account, 'account.address_confirmed', now);
}

/** Ends credentials and links that a stranger may have made before the first proof of the address. */
export async function endUnprovedCredentials(connection: Database, accountId: string): Promise<void> {
  await connection.deleteFrom('passkeys').where('accountId', '=', accountId).execute();
  await connection.deleteFrom('api_tokens').where('accountId', '=', accountId).execute();
  await connection.deleteFrom('one_time_links').where('accountId', '=', accountId).execute();
}

/** Replaces an account of an unproved address by a new one of another id: what requests of before still write goes with the old one. */
async function restart(connection: Database, account: Account, password: ChosenPassword, now: string) {
  const { passwordHash, fresh, hasOwner, organizationOf } = password;
  // Changing a unique column also makes inserts of rows that refer to the account wait for this transaction.
  const replaced = connection.updateTable('accounts').set({ email: `replaced:${account.id}` });
  await replaced.where('id', '=', account.id).execute();
  const { name, email } = account;
  const owner = { id: fresh.accountId, name, email, emailVerified: true, passwordHash };
  const newAccount = await insertAccount(connection, owner, now);
  if (!newAccount) throw new Error('The address of a replaced account is in use.');
  const memberships = await moveMemberships(connection, { account, newAccount, hasOwner }, now);
  await deleteUnpairedCodes(connection, { accountId: account.id });
  await connection.deleteFrom('accounts').where('id', '=', account.id).execute();
  const own = { id: fresh.organizationId, name: organizationOf(name), createdAt: now };
  if (memberships === 0) await insertOrganization(connection, own, newAccount.id);
  await recordOwn(connection, newAccount, 'account.restarted', now);
  return newAccount;
}

interface Replacement extends Pick<ChosenPassword, 'hasOwner'> {
  account: Account;
  newAccount: Account;
}

/** Moves the new account into organizations that would lose their only owner, without their other members. Returns their number. */
async function moveMemberships(connection: Database, replacement: Replacement, now: string): Promise<number> {
  const { account: before, newAccount: account, hasOwner } = replacement;
  let count = 0;
  const memberships = connection.selectFrom('memberships').selectAll().where('accountId', '=', before.id);
  for (const membership of await memberships.orderBy('organizationId').execute()) {
    const { organizationId } = membership;
    await lockOrganization(connection, organizationId, now);
    const others = await selectOtherMembers(connection, organizationId, before.id);
    const leaves = hasOwner(others);
    const gone = leaves ? [before] : others;
    for (const { email } of gone) await recordGone(connection, account, { organizationId, email }, now);
    if (leaves) continue;
    count += 1;
    await emptyOrganization(connection, organizationId);
    await connection
      .insertInto('memberships')
      .values({ ...membership, accountId: account.id })
      .execute();
  }
  return count;
}

const selectOtherMembers = (connection: Database, organizationId: string, accountId: string) =>
  connection
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select(['accounts.email', 'memberships.role'])
    .where('memberships.organizationId', '=', organizationId)
    .where('memberships.accountId', '!=', accountId)
    .orderBy('accounts.email')
    .execute();

/** Deletes members, and the links and codes by which more would come or stores would go. */
async function emptyOrganization(connection: Database, organizationId: string): Promise<void> {
  for (const table of ['memberships', 'invitations', 'store_transfers'] as const)
    await connection.deleteFrom(table).where('organizationId', '=', organizationId).execute();
  await deleteUnpairedCodes(connection, { organizationId });
}

function recordGone(
  connection: Database,
  account: Account,
  { organizationId, email }: { organizationId: string; email: string },
  now: string,
): Promise<void> {
  const action = email === account.email ? 'member.left' : 'member.removed';
  const details = { account: email };
  return record(connection, { organizationId, action, details, now, actor: toActor(account) });
}

const recordOwn = (connection: Database, account: Account, action: AuditAction, now: string): Promise<void> =>
  record(connection, { actor: toActor(account), action, details: { account: account.email }, now });

const toActor = ({ id, email, name }: Account) => ({ accountId: id, name: email, person: name });
