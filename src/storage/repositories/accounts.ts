import { CommerceError } from '../../commerce/errors.ts';
import type { Database, Row } from '../engine/database.ts';
import { acceptInvitation } from './invitations.ts';
import { insertOrganization, lockOrganization, requireOwner } from './organizations.ts';
import type { By } from './store-changes.ts';
import type { Stores } from './stores.ts';
import { allOf, firstOf } from './read-rows.ts';
import { hasChanged } from './row-counts.ts';

export interface Account {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  /** True once a mailed link has proved the address, or an operator has vouched for it. */
  emailVerified: boolean;
  createdAt: string;
}

export interface NewAccount {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** Undefined for an account that signs in by single sign-on only. */
  passwordHash: string | undefined;
}

/** Organization that a new account begins with: one of its own, or that of an invitation. */
export type FirstOrganization = { organizationId: string } | { invitation: string; by: By };

export type Accounts = ReturnType<typeof accounts>;

export function accounts(database: Database, stores: Pick<Stores, 'changing'>) {
  const all = database.selectFrom('accounts').selectAll();
  return {
    /**
     * Gives stores without an organization to that of the installation's first account. Throws `conflict` for an e-mail address
     * in use, `not_found` for a used invitation, and `forbidden` with `onlyFirst` when there was an account before.
     */
    create(
      account: NewAccount,
      now: string,
      { begins, onlyFirst = false }: { begins: FirstOrganization; onlyFirst?: boolean },
    ): Promise<Account> {
      const creating = database.transaction().execute(async (connection) => {
        const first = await takeFirstPlace(connection, account.id);
        if (onlyFirst && !first)
          throw new CommerceError(
            'forbidden',
            'Sign-up is closed. Ask the operator of this service for an account.',
          );
        await insert(connection, account, now);
        const organizationId = await joinFirst(connection, account, begins, now);
        if (first) {
          const adopted = connection.updateTable('stores').set({ organization_id: organizationId });
          await adopted.where('organization_id', 'is', null).execute();
        }
      });
      const { passwordHash: _, ...made } = account;
      const email = made.email.toLowerCase();
      return stores.changing(creating).then(() => ({ ...made, email, createdAt: now }));
    },

    /** Returns true from the first account on, even after every account was removed. */
    async hadFirst(): Promise<boolean> {
      return (await database.selectFrom('first_account').select('number').executeTakeFirst()) !== undefined;
    },

    find: (id: string): Promise<Account | undefined> => firstOf(all.where('id', '=', id), fromRow),

    findByEmail: (email: string): Promise<Account | undefined> =>
      firstOf(all.where('email', '=', email.toLowerCase()), fromRow),

    list: (): Promise<Account[]> => allOf(all.orderBy('email'), fromRow),

    /** Undefined for an account that signs in by single sign-on only. */
    async passwordHash(id: string): Promise<string | undefined> {
      const query = database.selectFrom('account_passwords').select('password').where('account_id', '=', id);
      return (await query.executeTakeFirst())?.password ?? undefined;
    },

    /** Sets the password, and ends all sessions of the account. */
    async resetPassword(id: string, passwordHash: string, now: string): Promise<void> {
      await database.transaction().execute(async (connection) => {
        await setPassword(connection, { id, passwordHash }, now);
        await connection.deleteFrom('account_sessions').where('account_id', '=', id).execute();
      });
    },

    /** `endsKeys` deletes the passkeys and API tokens that the account got before. */
    async verifyEmail(id: string, { endsKeys = false } = {}): Promise<void> {
      await database.transaction().execute(async (connection) => {
        await connection.updateTable('accounts').set({ email_verified: 1 }).where('id', '=', id).execute();
        if (!endsKeys) return;
        await connection.deleteFrom('passkeys').where('account_id', '=', id).execute();
        await connection.deleteFrom('api_tokens').where('account_id', '=', id).execute();
      });
    },

    /**
     * Removes the organizations of which it is the only member, and leaves their stores without one. Throws `conflict` while it
     * is the last owner of an organization with other members.
     */
    async remove(id: string, now: string): Promise<void> {
      const removing = database.transaction().execute(async (connection) => {
        const memberships = await connection
          .selectFrom('memberships')
          .select('organization_id')
          .where('account_id', '=', id)
          .orderBy('organization_id')
          .execute();
        for (const { organization_id: organizationId } of memberships)
          await leave(connection, { organizationId, accountId: id, now });
        await connection.deleteFrom('accounts').where('id', '=', id).execute();
      });
      await stores.changing(removing);
    },
  };
}

async function joinFirst(
  connection: Database,
  { id, name, email }: NewAccount,
  begins: FirstOrganization,
  now: string,
): Promise<string> {
  if ('organizationId' in begins) {
    await insertOrganization(connection, { id: begins.organizationId, name, createdAt: now }, id);
    return begins.organizationId;
  }
  const account = { id, email: email.toLowerCase() };
  const joined = await acceptInvitation(connection, {
    token: begins.invitation,
    account,
    by: begins.by,
    now,
  });
  if (!joined)
    throw new CommerceError('not_found', 'This invitation was used in the meantime. Ask for a new one.');
  return joined.organizationId;
}

interface Leaving {
  organizationId: string;
  accountId: string;
  now: string;
}

async function leave(connection: Database, { organizationId, accountId, now }: Leaving): Promise<void> {
  await lockOrganization(connection, organizationId, now);
  await connection
    .deleteFrom('memberships')
    .where((row) => row.and({ organization_id: organizationId, account_id: accountId }))
    .execute();
  const others = connection.selectFrom('memberships').select('account_id');
  if (await others.where('organization_id', '=', organizationId).executeTakeFirst())
    return requireOwner(connection, organizationId);
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

async function insert(connection: Database, account: NewAccount, now: string): Promise<void> {
  const { id, name, passwordHash } = account;
  const email_verified = account.emailVerified ? 1 : 0;
  const times = { created_at: now, updated_at: now };
  const statement = connection
    .insertInto('accounts')
    .values({ id, name, email: account.email.toLowerCase(), email_verified, image: null, ...times })
    .onConflict((conflict) => conflict.column('email').doNothing());
  if (!(await hasChanged(statement)))
    throw new CommerceError('conflict', 'There is an account with this e-mail address. Sign in instead.');
  if (passwordHash !== undefined) await setPassword(connection, { id, passwordHash }, now);
}

async function setPassword(
  connection: Database,
  { id, passwordHash }: { id: string; passwordHash: string },
  now: string,
): Promise<void> {
  const password = { password: passwordHash, updated_at: now };
  await connection
    .insertInto('account_passwords')
    .values({
      ...{ id, account_id: id, provider: 'credential', provider_account_id: id, created_at: now },
      ...password,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_account_id']).doUpdateSet(password))
    .execute();
}

function fromRow({ id, name, email, email_verified, created_at }: Row<'accounts'>): Account {
  return { id, name, email, emailVerified: email_verified === 1, createdAt: created_at };
}
